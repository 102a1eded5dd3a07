import { type Config, readConfig } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { type Logger, makeLineRedactor, makeLogger } from '../platform/logger.ts';
import { VERSION } from '../platform/version.ts';

/** Runs a command-line tool. If it fails, it prints the message and exits with 1. */
export async function runCommand(
  command: (given: { config: Config; log: Logger; args: readonly string[] }) => Promise<void>,
): Promise<void> {
  let redact = (text: string) => text;
  try {
    const config = readConfig(process.env);
    redact = makeLineRedactor(config);
    // the output of a tool is its result, so it logs only warnings and errors
    const log = makeLogger({ ...config, logLevel: 'warn' });
    await command({ config, log, args: process.argv.slice(2) });
  } catch (error) {
    console.error(redact(error instanceof OperatorError ? error.message : describeError(error)));
    process.exitCode = 1;
  }
}

/** Prints the help or the version if the argument asks for it. Neither reads the settings, which may be wrong. */
export function answersByItself(argument: string | undefined, help: string): boolean {
  if (argument === '--version') console.log(VERSION);
  else if (argument === '--help' || argument === '-h' || argument === 'help') console.log(help);
  else return false;
  return true;
}

/**
 * The stack of an error and of its causes. It omits other properties, because libraries attach whole connections with
 * passwords.
 */
function describeError(error: unknown, described = new Set<unknown>()): string {
  if (!(error instanceof Error)) return String(error);
  described.add(error);
  const own = [error.stack ?? error.message, ...(error instanceof AggregateError ? describeParts(error) : [])].join(
    '\n',
  );
  // causes may form a cycle
  if (error.cause === undefined || described.has(error.cause)) return own;
  return `${own}\nCaused by: ${describeError(error.cause, described)}`;
}

/**
 * The parts of an AggregateError, such as a failed connection to several addresses. Node's error then has no message.
 */
function describeParts(error: AggregateError): string[] {
  const code = 'code' in error ? [`Code: ${String(error.code)}`] : [];
  const parts = error.errors.map((part: unknown) => `- ${part instanceof Error ? part.message : String(part)}`);
  return [...code, ...parts];
}
