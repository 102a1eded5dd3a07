import { pause } from '../platform/clock.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { Constants } from '../platform/constants.ts';
import { findRetiredSettings, findUnknownSettings } from '../platform/environment.ts';
import { OperatorError } from '../platform/errors.ts';
import { closeLog, type Logger, makeLogger } from '../platform/logger.ts';
import { VERSION } from '../platform/version.ts';
import { answersByItself } from './run-command.ts';

export interface Running {
  readonly config: Config;
  readonly log: Logger;
  /** Registers a function to call when the process stops. The last one is called first. */
  onStop(stop: () => Promise<void>): void;
}

/** Supervisors kill a process after ten seconds. The claims of unfinished work expire. */
const STOP_WITHIN_MS = 9500;
/** How long an interrupted start may take to finish, so that it does not leave a database server running. */
const START_ENDS_WITHIN_MS = 3000;
/** The program that reads the log may have stopped reading. */
const LOG_ENDS_WITHIN_MS = 300;
const USAGE = 'This program takes no arguments. Environment variables configure it: see docs/configuration.md.';

/**
 * Runs a long-lived process: reads the configuration, opens the log, and stops in order at SIGTERM, SIGINT or an error.
 */
export async function runProcess(
  start: (running: Running) => Promise<unknown>,
  readVariables: (onStop: Running['onStop']) => Promise<Record<string, string | undefined>> = async () => process.env,
  constants: Partial<Constants> = {},
): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (answersByItself(argument, USAGE)) return;
  if (argument !== undefined) {
    console.error(`There is no argument "${argument}".\n${USAGE}`);
    process.exitCode = 1;
    return;
  }
  const stops: (() => Promise<void>)[] = [];
  let ending: Promise<void> | null = null;
  let log: Logger | null = null;
  let starting: Promise<unknown> = Promise.resolve();
  const end = (exitCode: number) => {
    ending ??= stopAll(starting, stops, log).finally(async () => {
      // after an error, the error is the last line
      if (exitCode === 0) log?.info('stopped');
      if (log) await Promise.race([closeLog(log), pause(LOG_ENDS_WITHIN_MS, new AbortController().signal)]);
      process.exit(exitCode);
    });
    return ending;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // at Ctrl+C, npm sends the signal again
      if (!ending) log?.info(`stopping at ${signal}`);
      void end(0);
    });
  }
  try {
    const onStop = (stop: () => Promise<void>) => void stops.unshift(stop);
    const variables = await readVariables(onStop);
    const config = readConfig(variables, { needsSecrets: true, constants });
    log = makeLogger(config);
    log.info(`Lectern ${VERSION} is starting`);
    for (const { name, meant } of findUnknownSettings(variables))
      log.warn(
        `${name} is not a setting of Lectern. ${meant ? `Did you mean ${meant}?` : 'docs/configuration.md lists all settings.'}`,
      );
    const retired = findRetiredSettings(variables);
    if (retired.length > 0)
      log.warn(
        `These settings have no effect any more: ${retired.join(', ')}. docs/configuration.md says what applies.`,
      );
    starting = start({ config, log, onStop });
    await starting;
  } catch (error) {
    if (!ending) report(error, log);
    await end(1);
  }
}

async function stopAll(
  starting: Promise<unknown>,
  stops: readonly (() => Promise<void>)[],
  log: Logger | null,
): Promise<void> {
  const limit = setTimeout(() => {
    log?.warn('stopped before all work had ended; other processes or the next start continue it');
    process.exit(1);
  }, STOP_WITHIN_MS);
  await Promise.race([starting.catch(() => undefined), pause(START_ENDS_WITHIN_MS, new AbortController().signal)]);
  for (const stop of [...stops]) await stop().catch((error) => log?.error({ err: error }, 'did not stop in order'));
  clearTimeout(limit);
}

/** Prints an operator's mistake as a message. Logs any other error with its stack. */
function report(error: unknown, log: Logger | null): void {
  if (error instanceof OperatorError) console.error(error.message);
  else if (log) log.fatal({ err: error }, 'the service cannot start');
  else console.error(error);
}
