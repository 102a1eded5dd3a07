/** The processor time of this process in milliseconds, threads included. Other than the time of a clock it does not depend on what else runs. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
