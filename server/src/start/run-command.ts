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
function tellTrouble(error: unknown, told = new Set<unknown>()): string {
  if (!(error instanceof Error)) return String(error);
  told.add(error);
  const own = [error.stack ?? error.message, ...(error instanceof AggregateError ? tellParts(error) : [])].join('\n');
  // a cause may lead back to what it is the cause of
  if (error.cause === undefined || told.has(error.cause)) return own;
  return `${own}\nCaused by: ${tellTrouble(error.cause, told)}`;
}

/** Of several failures at once, as of a host with several addresses: Node's has no message of its own. */
function tellParts(error: AggregateError): string[] {
  const code = 'code' in error ? [`Code: ${String(error.code)}`] : [];
  const parts = error.errors.map((part: unknown) => `- ${part instanceof Error ? part.message : String(part)}`);
  return [...code, ...parts];
}
