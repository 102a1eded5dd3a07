import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { superuser } from './embedded-cluster.ts';
import { closeEmbeddedSession, openEmbeddedSession } from './embedded-opening.ts';
import { type EmbeddedPaths, findEmbeddedPaths } from './embedded-paths.ts';
import { databaseName } from './embedded-session.ts';

/** A PostgreSQL of our own that runs as long as any process has it open. */
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
  readonly log: (message: string) => void;
}

const reopenPauseMs = 1000;

/**
 * Opens the PostgreSQL of a data directory: joins the one that runs, else starts it. Throws an OperatorError for all that
 * an operator can mend.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const paths = await findEmbeddedPaths(options.dataDir);
  const closing = new AbortController();
  let session: pg.Client | undefined;
  let reopening: Promise<void> = Promise.resolve();

  function watch(opened: pg.Client): void {
    session = opened;
    opened.once('end', () => {
      session = undefined;
      if (!closing.signal.aborted) reopening = reopen();
    });
  }

  // PostgreSQL was restarted or killed under us: others may stop it for good unless we say again that we use it.
  async function reopen(): Promise<void> {
    options.log('The connection to the embedded PostgreSQL broke; connecting again.');
    while (!closing.signal.aborted) {
      try {
        watch(await openEmbeddedSession(paths, { ...options, signal: closing.signal }));
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
    await closeEmbeddedSession(paths, session, options.log);
  }

  watch(await openEmbeddedSession(paths, { ...options, signal: closing.signal }));
  let closed: Promise<void> | undefined;
  return {
    url: describeAddress(paths),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function describeAddress(paths: EmbeddedPaths): string {
  const host = encodeURIComponent(paths.socket);
  return `postgresql:///${databaseName}?host=${host}&port=5432&user=${superuser}&sslmode=disable`;
}
