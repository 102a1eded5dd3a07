import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OperatorError } from '../platform/errors.ts';

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

/**
 * Returns a new password: in a terminal typed twice without echo, otherwise the first line of standard input. A command
 * line would show it to other users of this machine.
 * @throws OperatorError if there is none, or if the two differ
 */
export async function askPassword(account: string): Promise<string> {
  const { stdin, stderr } = process;
  const isTerminal = stdin.isTTY === true;
  // readline echoes to its output what it reads from a terminal
  const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: isTerminal, historySize: 0 });
  const lines = reader[Symbol.asyncIterator]();
  const read = async (question: string) => {
    // standard output is only for the output of the command
    if (isTerminal) stderr.write(question);
    const { value, done } = await lines.next();
    if (isTerminal) stderr.write('\n');
    if (done)
      throw new OperatorError(
        `No password was given. ${isTerminal ? '' : 'Run the command in a terminal, or write the password to its standard input. '}Nothing was changed.`,
      );
    // the decoder put it in place of what it could not read
    if (value.includes('\ufffd'))
      throw new OperatorError('The password is not text in UTF-8. Write it in UTF-8. Nothing was changed.');
    return value;
  };
  try {
    const password = await read(`New password for ${account}: `);
    if (isTerminal && password !== (await read('The same password again: ')))
      throw new OperatorError('The two passwords differ. Nothing was changed.');
    return password;
  } finally {
    reader.close();
  }
}
