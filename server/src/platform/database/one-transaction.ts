import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
} from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { CONNECT_WITHIN_MS, type ConnectionPurpose, KEEP_ALIVE, sessionSettings } from './session-settings.ts';
import type { Tables } from './tables.ts';

/** A connection on which everything belongs to one transaction. */
export interface OneTransaction {
  readonly db: Database;
  /** the same connection, for COPY; use it only while `db` has no query */
  readonly client: pg.Client;
  /** @throws Error if PostgreSQL rolled back instead */
  commit(): Promise<void>;
  /** Closes the connection, which rolls back what was not committed. */
  close(): Promise<void>;
}

/** Transactions inside the one transaction are savepoints. */
class SavepointDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('savepoint inner_transaction'));
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('release savepoint inner_transaction'));
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback to savepoint inner_transaction'));
  }
}

/**
 * Connects and begins a transaction. A lost connection is never replaced, so no statement can run outside the
 * transaction.
 */
export async function beginOneTransaction(
  url: string,
  { name, purpose }: { name: string; purpose: ConnectionPurpose },
): Promise<OneTransaction> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    ...KEEP_ALIVE,
  });
  // the query that waits for the connection fails with the same error
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`${sessionSettings(purpose)}; set timezone = 'UTC'; set jit = off`);
  // work between two statements may wait for a file
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const pool = shareClient(client);
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => new SavepointDriver({ pool }),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (of) => dialect.createIntrospector(of),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
  return {
    db,
    client,
    async commit() {
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back');
    },
    close: () => client.end(),
  };
}

/** A pool with one connection, which its users get one after the other. */
function shareClient(client: pg.Client): PostgresPool {
  let free = Promise.resolve();
  return {
    async connect() {
      const before = free;
      let release = () => {};
      free = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return Object.assign(client, { release });
    },
    end: async () => undefined,
  };
}
