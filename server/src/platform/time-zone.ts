/**
 * Returns whether this process uses the time zone of the variable TZ. For a name that it does not know, Node uses UTC
 * without a message. It knows names in their own letter case only.
 */
export function usesTimeZone(name: string): boolean {
  // winter and summer, because zones may differ in one of them only
  const times = [0, 6].map((month) => new Date(Date.UTC(2026, month)));
  try {
    // libc accepts a colon at the start, and so does Node
    const timeZone = name.replace(/^:/, '');
    return times.every((time) => time.toLocaleString('en', { timeZone }) === time.toLocaleString('en'));
  } catch {
    return false;
  }
}
