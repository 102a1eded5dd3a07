/** Runs something that a signal to this process interrupts in order; a second one ends the process. */
export async function untilInterrupted<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error('interrupted'));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await run(interruption.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
