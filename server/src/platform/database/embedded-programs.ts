import { type ChildProcess, spawn } from 'node:child_process';
import type { ServerAccount } from './embedded-account.ts';
import type { EmbeddedBinaries } from './embedded-binaries.ts';

/** Starts a PostgreSQL program under the server's account, in `/` because that account may not enter our folder. */
export function startProgram(
  program: string,
  args: readonly string[],
  account: ServerAccount,
  binaries: EmbeddedBinaries,
  output: { stdio: ['ignore', number | 'pipe', number | 'pipe']; detached: boolean },
): ChildProcess {
  const [first = program, ...rest] = [...account.prefix, program, ...args];
  return spawn(first, rest, { ...output, ...account.switchTo, cwd: '/', env: { ...binaries.environment } });
}
