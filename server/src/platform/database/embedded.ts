import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { createCluster } from './embedded-cluster.ts';
import { checkCluster, type EmbeddedPaths, explainFileError, findEmbeddedPaths } from './embedded-files.ts';
import { choosePrograms, findInstalled, prepareBinaries } from './embedded-programs.ts';
import { describeFailure, lockDataDir, type StartedServer, startServer } from './embedded-server.ts';
import {
  connectToServer,
  createDatabase,
  databaseUrl,
  isConnectionLoss,
  isStartingUp,
  takeExclusiveLock,
} from './embedded-session.ts';

/** The embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** For node-postgres and for libpq's programs (psql, pg_dump) alike. */
  readonly url: string;
  /** Stops the server if this process started it. */
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
const PATIENCE_MS = 30_000;
const SHORTEST_POLL_MS = 15;
const LONGEST_POLL_MS = 300;
const REOPEN_PAUSE_MS = 1000;

/**
 * Opens the PostgreSQL of a data directory. The process that gets the lock on the directory starts the server as its
 * child, and owns it: the server stops when that process closes it or ends, even by a kill. Other processes use the
 * server through its socket. If it stops, one of them gets the lock and starts it again.
 * @throws OperatorError for everything that an operator can fix
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const paths = await findEmbeddedPaths(options.dataDir, options);
  const { native, version } = await findInstalled();
  await checkCluster(paths, version);
  const closing = new AbortController();
  let lock: FileHandle | null = null;
  let server: StartedServer | null = null;
  let session: pg.Client | null = null;
  let reopening: Promise<void> = Promise.resolve();

  /** Connects, and starts the server if nobody else does. The open connection shows whether the server runs. */
  async function open(): Promise<void> {
    let lastWords = 'It neither replied nor exited.';
    let giveUpAt = Date.now() + PATIENCE_MS;
    for (let pollMs = SHORTEST_POLL_MS; ; pollMs = Math.min(pollMs * 1.2, LONGEST_POLL_MS)) {
      closing.signal.throwIfAborted();
      const client = await connectToServer(paths);
      if (client instanceof pg.Client) {
        if (await isUsable(client, paths, options)) return watch(client);
      } else {
        lastWords = client.message;
        // after a crash the server replays its log first, which may take any time
        if (isStartingUp(client)) giveUpAt = Date.now() + PATIENCE_MS;
        const ending = server?.ending();
        if (ending) {
          server = null;
          if (!ending.canTryAgain) throw describeFailure(paths, ending.output);
          lastWords = ending.output;
        }
        lock ??= await lockDataDir(paths);
        if (lock) server ??= await startInstalled(paths, native, lock);
        else
          lastWords = `Processes of another Lectern, or of an earlier PostgreSQL, still use ${paths.dataDir}. Stop them.`;
      }
      if (Date.now() > giveUpAt) throw describeFailure(paths, lastWords);
      await delay(pollMs);
    }
  }

  function watch(client: pg.Client): void {
    session = client;
    client.once('end', () => {
      session = null;
      if (!closing.signal.aborted) reopening = reopen();
    });
  }

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
        await delay(REOPEN_PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await reopening;
    await session?.end().catch(() => undefined);
    await server?.stop();
    await lock?.close();
  }

  let closed: Promise<void> | undefined;
  const closeOnce = () => {
    closed ??= close();
    return closed;
  };
  await open().catch(async (error: unknown) => {
    await closeOnce();
    throw error;
  });
  return { url: databaseUrl(paths), close: closeOnce };
}

/** Starts the installed PostgreSQL. Creates its cluster first if it does not exist. */
async function startInstalled(paths: EmbeddedPaths, native: string, lock: FileHandle): Promise<StartedServer> {
  try {
    const programs = await choosePrograms(paths, await prepareBinaries(native, `${paths.dataDir}/postgres-libraries`));
    await createCluster(paths, programs);
    return await startServer(paths, programs, lock);
  } catch (error) {
    throw explainFileError(error, paths.dataDir);
  }
}

/** Returns false if the connection to the server was lost. */
async function isUsable(client: pg.Client, paths: EmbeddedPaths, options: EmbeddedOptions): Promise<boolean> {
  try {
    await createDatabase(client);
    const holder = options.exclusive ? await takeExclusiveLock(client) : undefined;
    if (holder === undefined) return true;
    throw new OperatorError(
      `Another Lectern service is already running on DATA_DIR=${paths.dataDir} (${holder}). Stop it first, or set another DATA_DIR or a DATABASE_URL for this one.`,
    );
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isConnectionLoss(error)) return false;
    throw error;
  }
}
