import { type ChildProcess, spawn } from 'node:child_process';
import type { ServerAccount } from './embedded-account.ts';
import type { EmbeddedBinaries } from './embedded-binaries.ts';

/** Starts a program (its name, then its arguments) under the server's account, in `/` because that account may not enter our folder. */
export function startProgram(
  words: readonly string[],
  account: ServerAccount,
  binaries: EmbeddedBinaries,
  output: { stdio: ['ignore', number | 'pipe', number | 'pipe']; detached: boolean },
): ChildProcess {
  const [program = '', ...args] = [...account.prefix, ...words];
  return spawn(program, args, { ...output, ...account.switchTo, cwd: '/', env: { ...binaries.environment } });
}
