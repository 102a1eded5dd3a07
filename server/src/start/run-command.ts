import { type Config, readConfig } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { type Logger, makeLogger } from '../platform/logger.ts';

/** Runs a command-line tool; exits with 1 and plain words when it fails. */
export async function runCommand(
  command: (given: { config: Config; log: Logger; args: readonly string[] }) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig(process.env);
    // a tool's output is its answer: of the log only what goes wrong
    const log = makeLogger({ logLevel: 'warn', logFormat: config.logFormat });
    await command({ config, log, args: process.argv.slice(2) });
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error);
    process.exitCode = 1;
  }
}
