import { pause } from '../platform/clock.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { type Logger, makeLogger } from '../platform/logger.ts';

export interface Running {
  readonly config: Config;
  readonly log: Logger;
  /** What is to be done when the process ends; the last comes first. */
  onStop(stop: () => Promise<void>): void;
}

/** Supervisors kill after ten seconds; what is not finished by then is handed back by the next start. */
const STOP_WITHIN_MS = 9500;
/** A start that is interrupted gets this long to come to an end: so it leaves no database server behind. */
const START_ENDS_WITHIN_MS = 3000;

/** Runs a long-lived process: configuration, log, and an orderly end at SIGTERM, SIGINT or an error. */
export async function runProcess(
  start: (running: Running) => Promise<unknown>,
  readVariables: (onStop: Running['onStop']) => Promise<Record<string, string | undefined>> = async () => process.env,
): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  let ending: Promise<void> | null = null;
  let log: Logger | null = null;
  let starting: Promise<unknown> = Promise.resolve();
  const end = (exitCode: number) => {
    ending ??= stopAll(starting, stops, log).finally(() => process.exit(exitCode));
    return ending;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log?.info(`stopping at ${signal}`);
      void end(0);
    });
  }
  try {
    const onStop = (stop: () => Promise<void>) => void stops.unshift(stop);
    const config = readConfig(await readVariables(onStop), { needsSecrets: true });
    log = makeLogger(config);
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
  const limit = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
  await Promise.race([starting.catch(() => undefined), pause(START_ENDS_WITHIN_MS, new AbortController().signal)]);
  for (const stop of [...stops]) await stop().catch((error) => log?.error({ err: error }, 'did not stop in order'));
  clearTimeout(limit);
}

/** An operator's mistake is told in words; anything else with all that helps to find it. */
function report(error: unknown, log: Logger | null): void {
  if (error instanceof OperatorError) console.error(error.message);
  else if (log) log.fatal({ err: error }, 'the service cannot start');
  else console.error(error);
}
