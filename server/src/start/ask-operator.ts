import { createInterface } from 'node:readline/promises';

/** Returns a function that asks the operator a question; null if the input is not a terminal, as under cron. */
export function askOperator(): ((question: string) => Promise<string>) | null {
  if (!process.stdin.isTTY) return null;
  return async (question) => {
    // standard output is only for the output of the command
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
      return (await Promise.race([terminal.question(question), closed])).trim();
    } finally {
      terminal.close();
    }
  };
}
