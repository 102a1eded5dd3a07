import { sql } from 'kysely';
import pg from 'pg';
import { openEnrichment } from '../../src/enrichment/store.ts';
import { copyOrder } from '../../src/library/copy-order.ts';
import { connectDatabase, type Database } from '../../src/platform/database/database.ts';
import { refreshDisplays } from '../../src/publications/display.ts';
import { saveIdentifiers } from '../../src/publications/identifier-store.ts';
import { insertWholeRun } from '../../src/runs/start-run.ts';
import { makeRows, savePageOf, track } from '../support/library.ts';
import { merge } from '../support/merges.ts';
import { makeTestDatabase } from '../support/test-database.ts';

export interface World {
  readonly url: string;
  readonly db: Database;
  /** Runs statements like an incomplete restore: without triggers and without checks of references. */
  break(statements: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A consistent database with rows in all tables: users 1 and 2; scholars 1 and 2 of the first, 3 of the second; profile
 * 1 with publications 1 to 5, profile 2 with 6, 7 and 8, which is merged into 1; publication 9, private to user 2, by
 * profile 1; run 1, which ended, and run 2, which is active; the enrichment of publication 5.
 */
export async function makeWorld(): Promise<World> {
  const { url, drop } = await makeTestDatabase();
  const { db, close } = connectDatabase({ url, maxConnections: 4, name: 'test', onError: () => undefined });
  await sql`insert into users (email, email_key, password_hash) values ('one', 'one', 'x'), ('two', 'two', 'x')`.execute(
    db,
  );
  const [first, second, third] = [await track(db, 1, 'P1'), await track(db, 1, 'P2'), await track(db, 2, 'P1')];
  await savePageOf(db, first, makeRows('P1', [0, 5]));
  await savePageOf(db, second, makeRows('P2', [0, 3]));
  await savePageOf(db, third, makeRows('P1', [0, 5]));
  await sql`
    insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications
    where user_id = 1 and publication_id in (1, 6)`.execute(db);
  await merge(db, 1, 8);
  await sql`
    insert into publications (title, title_key, search_vector, owner_user_id, canonical_id) values ('Private', 'private', '', 2, 9)`.execute(
    db,
  );
  await sql`
    insert into records (publication_id, owner_user_id, source, key, evidence, title, stated_at)
    values (9, 2, 'import', 'digest', '{}', 'Private', now())`.execute(db);
  await sql`
    insert into listings (record_id, profile_id, owner_user_id, publication_id) select id, 1, 2, 9 from records where publication_id = 9`.execute(
    db,
  );
  await sql`
    with entry as (
      insert into user_publications (user_id, publication_id, entry_number, first_seen_at, first_scholar_id, scholar_ids, title_prefix)
      values (2, 9, 6, now(), 3, '{3}', 'private') returning *
    )
    insert into unread select user_id, publication_id, first_seen_at, entry_number, scholar_ids from entry`.execute(db);
  await sql`update libraries set last_entry_number = 6 where user_id = 2`.execute(db);
  await sql`
    insert into runs (user_id, trigger_type, status, end_dt, scholar_count, succeeded_count, visited_count, finished_count)
    values (1, 'manual', 'success', now(), 1, 1, 1, 1)`.execute(db);
  await sql`insert into run_scholars (run_id, scholar_id, profile_id, outcome, is_visited) values (1, 1, 1, 'success', true)`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    const known = { publicationId: 1, kind: 'doi' as const, value: '10.5555/one', confidence: 0.9 };
    await saveIdentifiers(tx, [{ ...known, source: 'openalex', evidenceUrl: null }]);
    await refreshDisplays(tx, [1]);
    await openEnrichment(tx, [{ publicationId: 5, source: 'openalex', progress: {} }], {
      requestedBy: null,
      keyOwner: null,
      ignoresCache: false,
      isAwaited: true,
    });
    await insertWholeRun(tx, 1, { trigger: 'manual', idempotencyKey: null });
  });
  await copyOrder(db);
  await sql`delete from order_changes`.execute(db);
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
      await drop();
    },
  };
}
