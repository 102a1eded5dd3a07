import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { PRIORITY } from '../../src/lookups/lookup.ts';
import { insertLookups } from '../../src/lookups/store.ts';
import { wakeLookups } from '../../src/lookups/wake-lookups.ts';
import { connectDatabase, type Database } from '../../src/platform/database/database.ts';
import { insertIdentifiers, showBestIdentifiers } from '../../src/publications/identifier-store.ts';
import { insertWholeRun } from '../../src/runs/start-run.ts';
import { makeRows, savePageOf, track } from '../support/library.ts';
import { makeTestDatabase, queryServer, withDatabase } from '../support/test-database.ts';

export interface World {
  readonly url: string;
  readonly db: Database;
  /** statements as a broken restore would write: no trigger fires, no reference is looked at */
  break(statements: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A database with something of everything, in which nothing is wrong: users 1 and 2; scholars 1 and 2 of the first, 3 of the second; profile 1 with
 * works 1 to 5, profile 2 with works 6 and 7; work 8, merged into work 1; run 1, which ended, and run 2, under way; a search for work 5.
 */
export async function makeWorldTemplate(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = await makeTestDatabase();
  const { db, close } = open(template.url);
  await sql`insert into users (email, email_key, password_hash) values ('one', 'one', 'x'), ('two', 'two', 'x')`.execute(
    db,
  );
  const scholars = [await track(db, 1, 'P1'), await track(db, 1, 'P2'), await track(db, 2, 'P1')];
  const [first = 0, second = 0, third = 0] = scholars;
  await savePageOf(db, first, makeRows('P1', [0, 5]));
  await savePageOf(db, second, makeRows('P2', [0, 2]));
  await savePageOf(db, third, makeRows('P1', [0, 5]));
  await sql`update user_publications set is_favorite = true where user_id = 1 and publication_id in (1, 6)`.execute(db);
  await sql`insert into publications (title, title_key, search_vector, merged_into) values ('Work', 'work', '', 1)`.execute(
    db,
  );
  await sql`
    insert into runs (user_id, trigger_type, status, end_dt, scholar_count, succeeded_count, visited_count, finished_count)
    values (1, 'manual', 'success', now(), 1, 1, 1, 1)`.execute(db);
  await sql`insert into run_scholars (run_id, scholar_id, source_id, outcome, is_visited) values (1, 1, 'P1', 'success', true)`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    const known = { publicationId: 1, kind: 'doi' as const, value: '10.5555/one', confidence: 0.9 };
    await insertIdentifiers(tx, [{ ...known, source: 'openalex', evidenceUrl: null }]);
    await showBestIdentifiers(tx, [1]);
    await insertLookups(tx, [{ publicationId: 5, source: 'openalex', progress: {} }], {
      requestedBy: null,
      keysOf: null,
      asksAnew: false,
      isAwaited: PRIORITY.awaited === 0,
    });
    await wakeLookups(tx, ['openalex']);
    await insertWholeRun(tx, 1, { trigger: 'manual', idempotencyKey: null });
  });
  await close();
  return template;
}

/** A copy of the template. */
export async function makeWorld(template: { url: string }): Promise<World> {
  const server = inject('databaseServer');
  const name = `lectern_world_${randomBytes(6).toString('hex')}`;
  const [from = ''] = /lectern_test_[0-9a-f]+/.exec(template.url) ?? [];
  await queryServer(server, `create database ${name} template ${from}`);
  const url = withDatabase(server, name);
  const { db, close } = open(url);
  return {
    url,
    db,
    async break(statements) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`set session_replication_role = replica; ${statements}`);
      await client.end();
    },
    async close() {
      await close();
      await queryServer(server, `drop database ${name} with (force)`);
    },
  };
}

function open(url: string): { db: Database; close(): Promise<void> } {
  return connectDatabase({ url, maxConnections: 4, name: 'test', onError: () => undefined });
}
