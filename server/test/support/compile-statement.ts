import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The only statement that a query runs, without running it. */
export async function compileStatement(query: (db: Database) => Promise<unknown>): Promise<Statement> {
  const seen: Statement[] = [];
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => void seen.push(event.query),
  }) as unknown as Database;
  // it misses the rows that the driver does not return
  await query(db).catch(() => undefined);
  const [statement] = seen;
  if (!statement || seen.length > 1) throw new Error(`${seen.length} statements`);
  return statement;
}
