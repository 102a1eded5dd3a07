import { createInterface } from 'node:readline/promises';

/** A way to ask whoever sits at the terminal; null when the input is none, as under cron. */
export function askOperator(): ((question: string) => Promise<string>) | null {
  if (!process.stdin.isTTY) return null;
  return async (question) => {
    // standard output is for answers
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
      return (await Promise.race([terminal.question(question), closed])).trim();
    } finally {
      terminal.close();
    }
  };
}
