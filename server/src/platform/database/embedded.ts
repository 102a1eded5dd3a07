import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { createCluster } from './embedded-cluster.ts';
import { checkCluster, type EmbeddedPaths, explainFileError, findEmbeddedPaths } from './embedded-files.ts';
import { choosePrograms, findInstalled, prepareBinaries } from './embedded-programs.ts';
import { describeFailure, type StartedServer, startServer, stopServer } from './embedded-server.ts';
import {
  connectToServer,
  databaseUrl,
  isConnectionLoss,
  stopUsing,
  takeExclusiveLock,
  useServer,
} from './embedded-session.ts';

/** The embedded PostgreSQL, which runs as long as any process has it open. */
export interface EmbeddedDatabase {
  /** For node-postgres and for libpq's programs (psql, pg_dump) alike. */
  readonly url: string;
  /** Stops the server when no other process has it open. */
  close(): Promise<void>;
}

interface EmbeddedOptions {
  readonly dataDir: string;
  /** Whether to refuse a DATA_DIR that another exclusive process has open. */
  readonly exclusive: boolean;
  /** Whether to refuse a DATA_DIR without a database, and create nothing. */
  readonly mustExist?: boolean;
  readonly log: (message: string) => void;
}

/** How long to retry without a sign that a server starts, stops or recovers. */
const patienceMs = 30_000;
const shortestPollMs = 15;
const longestPollMs = 300;
const reopenPauseMs = 1000;

/**
 * Opens the PostgreSQL of a data directory, and starts it if it does not run. Each process that uses it holds a connection with a lock (a session).
 * The process that ends the last session stops the server. If a process is killed, its session ends, and the server runs until the next process
 * ends its session.
 * @throws OperatorError for everything that an operator can fix
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const paths = await findEmbeddedPaths(options.dataDir, options);
  const { native, version } = await findInstalled();
  await checkCluster(paths, version);
  const closing = new AbortController();
  let session: pg.Client | undefined;
  let reopening: Promise<void> = Promise.resolve();

  async function open(): Promise<void> {
    const opened = await openSession(paths, native, options, closing.signal);
    session = opened;
    opened.once('end', () => {
      session = undefined;
      if (!closing.signal.aborted) reopening = reopen();
    });
  }

  // PostgreSQL was restarted or killed. Other processes would stop it unless we mark it as used again.
  async function reopen(): Promise<void> {
    options.log('The connection to the embedded PostgreSQL broke; connecting again.');
    while (!closing.signal.aborted) {
      try {
        await open();
        options.log('Connected to the embedded PostgreSQL again.');
        return;
      } catch (error) {
        if (closing.signal.aborted) return;
        options.log(error instanceof Error ? error.message : String(error));
        await delay(reopenPauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await reopening;
    const last = session ?? (await connectToServer(paths));
    if (last instanceof pg.Client) await closeSession(paths, last, options.log);
  }

  await open();
  let closed: Promise<void> | undefined;
  return {
    url: databaseUrl(paths),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/**
 * Returns a connection that marks the server as used: 1. connect; 2. if nothing listens, start a server; 3. if that exits because another one runs
 * or is stopping, or if the connection is lost, start over.
 */
async function openSession(
  paths: EmbeddedPaths,
  native: string,
  options: EmbeddedOptions,
  signal: AbortSignal,
): Promise<pg.Client> {
  let server: StartedServer | undefined;
  let lastWords = 'It neither replied nor exited.';
  let pollMs = shortestPollMs;
  let giveUpAt = Date.now() + patienceMs;
  const logAt = Date.now() + 2000;
  for (let wasLogged = false; ; ) {
    signal.throwIfAborted();
    const attempt = await connectToServer(paths);
    if (attempt instanceof pg.Client) {
      if (await isUsable(attempt, paths, options)) return attempt;
    } else {
      if (attempt.state === 'lost') lastWords = attempt.reason;
      // After a crash the server replays its log first, which may take any time.
      if (attempt.state === 'busy') giveUpAt = Date.now() + patienceMs;
      const ending = server?.ending();
      if (ending) {
        if (!ending.canTryAgain) throw describeFailure(paths, ending.output);
        lastWords = ending.output;
        server = undefined;
      }
      if (attempt.state === 'absent') server ??= await startInstalled(paths, native);
    }
    if (Date.now() > giveUpAt) throw describeFailure(paths, lastWords);
    if (Date.now() > logAt && !wasLogged) {
      options.log(`Waiting for the embedded PostgreSQL. Its log is ${paths.log}.`);
      wasLogged = true;
    }
    await delay(pollMs);
    // Each attempt to connect to a recovering server adds a line to its log.
    pollMs = Math.min(pollMs * 1.2, longestPollMs);
  }
}

/** Starts the installed PostgreSQL. Creates its cluster first if it does not exist. */
async function startInstalled(paths: EmbeddedPaths, native: string): Promise<StartedServer> {
  try {
    const programs = await choosePrograms(paths, await prepareBinaries(native, `${paths.dataDir}/postgres-libraries`));
    await createCluster(paths, programs);
    return await startServer(paths, programs);
  } catch (error) {
    throw explainFileError(error, paths.dataDir);
  }
}

/** Returns false if the connection to the server was lost. */
async function isUsable(client: pg.Client, paths: EmbeddedPaths, options: EmbeddedOptions): Promise<boolean> {
  try {
    await useServer(client);
    const holder = options.exclusive ? await takeExclusiveLock(client) : undefined;
    if (holder === undefined) return true;
    throw new OperatorError(
      `Another Lectern service is already running on DATA_DIR=${paths.dataDir} (${holder}). Stop it first, or set another DATA_DIR or a DATABASE_URL for this one.`,
    );
  } catch (error) {
    if (!isConnectionLoss(error)) {
      await closeSession(paths, client, options.log);
      throw error;
    }
    await client.end().catch(() => undefined);
    return false;
  }
}

/** Ends a session and stops the server if it was the last one. */
async function closeSession(paths: EmbeddedPaths, client: pg.Client, log: (message: string) => void): Promise<void> {
  try {
    if ((await stopUsing(client)) && !(await stopServer(paths))) {
      log(`The embedded PostgreSQL did not stop. See ${paths.log}.`);
    }
  } catch (error) {
    // The connection was lost because the server has already stopped.
    if (!isConnectionLoss(error)) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
