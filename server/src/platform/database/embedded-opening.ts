import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '../errors.ts';
import type { EmbeddedPaths } from './embedded-paths.ts';
import { isForeignProcess } from './embedded-pid-file.ts';
import {
  type PostmasterEnding,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from './embedded-postmaster.ts';
import {
  attemptConnection,
  giveUpUse,
  isConnectionLoss,
  makeDatabase,
  markInUse,
  takeExclusive,
} from './embedded-session.ts';

const pollMs = 15;
const restartPauseMs = 150;
/** How long to go on without a sign that somebody starts, stops or recovers a server. */
const patienceMs = 30_000;
/** How long a process that is no PostgreSQL may hold a lock file's number before we say so. */
const foreignPatienceMs = 3_000;
/** Replaying the log after a crash may take this long on a slow disk. */
const recoveryPatienceMs = 10 * 60_000;

interface OpeningOptions {
  readonly dataDir: string;
  readonly exclusive: boolean;
  readonly log: (message: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Gives a connection that marks the server as used: 1. connect; 2. if nothing listens, start it; 3. if it ended because
 * another one runs or just ends, or ends under us, begin again, for a limited time.
 */
export async function openEmbeddedSession(paths: EmbeddedPaths, options: OpeningOptions): Promise<pg.Client> {
  const begunAt = Date.now();
  let wakingSince: number | undefined;
  let started: StartedPostmaster | undefined;
  let startedAt = 0;
  let lastWords = '';
  let toldToWait = false;
  for (;;) {
    options.signal.throwIfAborted();
    const attempt = await attemptConnection(paths.socket);
    if (attempt.state === 'connected') {
      const session = await useServer(attempt.client, paths, options);
      if (session !== undefined) return session;
    }
    wakingSince = attempt.state === 'waking' ? (wakingSince ?? Date.now()) : undefined;
    if (attempt.state === 'gone') lastWords = attempt.reason;
    const ending = started?.ending();
    if (ending !== undefined) {
      started = undefined;
      lastWords = ending.output;
      await refuseHopelessStart(paths, ending, Date.now() - begunAt);
    }
    if (attempt.state === 'absent' && started === undefined && Date.now() - startedAt >= restartPauseMs) {
      startedAt = Date.now();
      started = await startPostmaster(paths);
    }
    const wakingMs = wakingSince === undefined ? 0 : Date.now() - wakingSince;
    const isOver = wakingMs > 0 ? wakingMs > recoveryPatienceMs : Date.now() - begunAt > patienceMs;
    if (isOver) throw describeFailure(paths, lastWords || 'It neither answered nor ended.');
    if (wakingMs > 2000 && !toldToWait)
      options.log(`Waiting for the embedded PostgreSQL: ${paths.log} says what it does.`);
    toldToWait ||= wakingMs > 2000;
    // Every attempt on a server that recovers is a line in its log.
    await delay(wakingMs < 1000 ? pollMs : 20 * pollMs);
  }
}

/** Ends a session and stops the server when it was the last one. */
export async function closeEmbeddedSession(
  paths: EmbeddedPaths,
  session: pg.Client | undefined,
  log: (message: string) => void,
): Promise<void> {
  const client = session ?? (await reconnectOnce(paths));
  if (client === undefined) return;
  try {
    if (await giveUpUse(client)) {
      const stopped = await stopPostmaster(paths);
      if (!stopped) log(`The embedded PostgreSQL did not stop; see ${paths.log}.`);
    }
  } catch (error) {
    // It went away meanwhile: there is nothing left to stop.
    if (!isConnectionLoss(error)) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function reconnectOnce(paths: EmbeddedPaths): Promise<pg.Client | undefined> {
  const attempt = await attemptConnection(paths.socket);
  return attempt.state === 'connected' ? attempt.client : undefined;
}

/** Undefined when the server went away while we spoke to it. */
async function useServer(
  client: pg.Client,
  paths: EmbeddedPaths,
  options: OpeningOptions,
): Promise<pg.Client | undefined> {
  try {
    await markInUse(client);
    await makeDatabase(client);
    const holder = options.exclusive ? await takeExclusive(client) : undefined;
    if (holder === undefined) return client;
    throw new OperatorError(
      `Another Lectern service is already running on DATA_DIR=${paths.dataDir} (${holder}). Stop it first, or give this one its own DATA_DIR or a DATABASE_URL.`,
    );
  } catch (error) {
    if (!isConnectionLoss(error)) {
      await closeEmbeddedSession(paths, client, options.log);
      throw error;
    }
    await client.end().catch(() => undefined);
    return undefined;
  }
}

/** A server that was stopped, or found another one or the rest of a killed one, may be started again; else it is final. */
async function refuseHopelessStart(
  paths: EmbeddedPaths,
  { mayTryAgain, output }: PostmasterEnding,
  waitedMs: number,
): Promise<void> {
  if (mayTryAgain || output.includes('pre-existing shared memory block')) return;
  const lockFile = /lock file "([^"]+)" already exists/.exec(output)?.[1];
  if (lockFile === undefined) throw describeFailure(paths, output);
  const pid = Number(/\(PID (\d+)\)/.exec(output)?.[1]);
  if (waitedMs < foreignPatienceMs || !(await isForeignProcess(pid))) return;
  throw new OperatorError(
    `PostgreSQL does not start because ${lockFile} names process ${pid}, which is not a PostgreSQL: a killed server left the file, and its number was given to another program. Make sure that no PostgreSQL uses ${paths.cluster}, remove ${lockFile}, and start again.`,
  );
}

function describeFailure(paths: EmbeddedPaths, output: string): OperatorError {
  const lines = output.split('\n').slice(-10).join('\n');
  const advice = /No space left on device/.test(output)
    ? `DATA_DIR=${paths.dataDir} is full: free some space.`
    : /Permission denied/.test(output)
      ? `Give PostgreSQL's user access to ${paths.cluster}, or choose another DATA_DIR.`
      : 'Remove the cause, choose another DATA_DIR, or set DATABASE_URL.';
  return new OperatorError(
    `The embedded PostgreSQL cannot be used. ${advice} Its last words (more in ${paths.log}):\n${lines}`,
  );
}
