import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { send } from '../../api/conformance/call.ts';
import { prepare } from '../../api/conformance/preparations/all.ts';
import { startWorld } from '../../api/conformance/world.ts';
import { operations } from '../../api/openapi-description.ts';
import { withDatabase } from '../../support/test-database.ts';

/** The tables that show who sends a request. */
const ACCESS = ['users', 'sessions', 'api_tokens'];
/** Operations that may succeed, because they need no other tables. The report says which checks could not be made. */
const NEEDS_ONLY_ACCESS = /^\/api\/v1\/(auth\/|admin\/users|admin\/db\/integrity)/;

/** Holds locks on all tables except these, and cancels each statement that waits for one, as its time limit does. */
async function block(db: Database, except: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await sql<{ tables: string; database: string }>`
    select string_agg(quote_ident(tablename), ', ') as tables, current_database() as database from pg_tables
    where schemaname = 'public' and tablename <> all(${[...except]}::text[])`.execute(db);
  const client = new pg.Client(withDatabase(inject('databaseServer'), rows[0]?.database ?? ''));
  await client.connect();
  await client.query(`begin; lock table ${rows[0]?.tables} in access exclusive mode`);
  let isHeld = true;
  const canceling = (async () => {
    while (isHeld) {
      await client.query(
        'select pg_cancel_backend(pid) from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
      );
      await delay(20);
    }
  })();
  return async () => {
    isHeld = false;
    await canceling;
    await client.end();
  };
}

test.each([
  ['all tables', []],
  ['all tables except those of the access', ACCESS],
])('while a lock is not released, every operation answers that the database is busy: on %s', async (_name, free) => {
  const world = await startWorld();
  const mistakes: Record<string, string> = {};
  // the probe has a format of its own
  for (const walked of operations.filter(({ path }) => path !== '/healthz')) {
    const [call] = await prepare(world, walked);
    const release = await block(call.db ?? world.db, free);
    const response = await send(walked, call).finally(release);
    const text = await response.text();
    const isBusy =
      response.status === 503 && text.includes('"not_ready"') && Number(response.headers.get('retry-after')) > 0;
    const isFree = response.ok && NEEDS_ONLY_ACCESS.test(walked.path);
    if (!isBusy && !isFree) mistakes[walked.name] = `${response.status} ${text.slice(0, 300)}`;
  }
  expect(mistakes).toEqual({});
});
