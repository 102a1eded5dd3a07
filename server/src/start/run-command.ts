import { type Config, readConfig } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { type Logger, makeLogger } from '../platform/logger.ts';
import { lineRedactor } from '../platform/redact-line.ts';

/** Runs a command-line tool; exits with 1 and plain words when it fails. */
export async function runCommand(
  command: (given: { config: Config; log: Logger; args: readonly string[] }) => Promise<void>,
): Promise<void> {
  let redact = (text: string) => text;
  try {
    const config = readConfig(process.env);
    redact = lineRedactor(config);
    // a tool's output is its answer: of the log only what goes wrong
    const log = makeLogger({ ...config, logLevel: 'warn' });
    await command({ config, log, args: process.argv.slice(2) });
  } catch (error) {
    console.error(redact(error instanceof OperatorError ? error.message : tellTrouble(error)));
    process.exitCode = 1;
  }
}

/** The stack, and what it came from: not all that a library hangs on its errors, whole connections with their passwords among it. */
function tellTrouble(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\nCaused by: ${tellTrouble(error.cause)}`;
}
