import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/database.ts';
import { fillLibrary } from '../../support/fill-library.ts';
import { listQueries, type SentQuery } from '../../support/list-queries.ts';
import { startService } from '../../support/service.ts';
import { operations } from '../openapi-description.ts';
import { send } from './call.ts';
import { prepare } from './preparations/all.ts';
import { startWorld, WORLD, type World } from './world.ts';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const SCHOLARS = 1000;
const TIMES = 10;
/** The tenth time a statement may read so many times the rows, and as many more as the user has scholars. */
const MAX_GROWTH = 3;

/** Gives a user a thousand scholars with open queue items and the results of some runs. */
async function addScholars(client: pg.PoolClient, userId: number): Promise<void> {
  await client.query(`
    with added as (
      insert into profiles (source, source_id, display_name) select 'openalex', 'A' || n, 'Scholar ' || n from generate_series(1, ${SCHOLARS}) n returning id
    ) insert into scholars (user_id, profile_id) select ${userId}, id from added;
    insert into runs (user_id, trigger_type, status, end_dt) select ${userId}, 'scheduled', 'success', now() from generate_series(1, 5);
    insert into run_scholars (run_id, scholar_id, profile_id, outcome)
      select r.id, s.id, s.profile_id, 'success' from runs r join scholars s using (user_id) where user_id = ${userId};
    insert into queue_items (user_id, scholar_id, profile_id, source, reason) select user_id, id, profile_id, 'openalex', 'manual' from scholars where user_id = ${userId}`);
  await client.query('vacuum analyze');
}

/** The prepared statements of all GET requests of the world's owner, each once. */
async function statementsOf(world: World): Promise<SentQuery[]> {
  const found = new Map<string, SentQuery>();
  for (const walked of operations.filter(({ method }) => method === 'get'))
    for (const call of await prepare(world, walked)) {
      const { queries } = await listQueries(async () => {
        const { body } = await send(walked, call);
        // an event stream has no end
        if (walked.path.endsWith('/stream')) await body?.cancel();
        else await body?.pipeTo(new WritableStream());
      });
      // a function of the connection that asked cannot be called on another one
      for (const query of queries) if (query.name && !query.text.includes('pg_temp')) found.set(query.text, query);
    }
  return [...found.values()];
}

/** How many rows the nodes of a plan read or made. */
function rowsOf(node: PlanNode): number {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), own * node['Actual Loops']);
}

/**
 * The rows that a statement reads the first time on a connection, and the tenth time, when PostgreSQL may have chosen
 * one plan for all values. Changes nothing.
 */
async function rowsByTime(
  client: pg.PoolClient,
  { text, values }: SentQuery,
): Promise<{ first: number; tenth: number }> {
  const texts = values.map((value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value));
  const quoted = texts.map((_, at) => `quote_nullable($${at + 1}::text)`).join(", ', ', ");
  const { rows } = await client.query<{ list: string }>(`select concat(${quoted}) as list`, texts);
  const read: number[] = [];
  await client.query(`prepare one as ${text}`);
  for (let time = 1; time <= TIMES; time += 1) {
    await client.query('begin');
    const { rows: plans } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute one (${rows[0]?.list})`,
    );
    await client.query('rollback');
    read.push(plans.reduce((sum, plan) => sum + rowsOf(plan['QUERY PLAN'][0].Plan), 0));
  }
  await client.query('deallocate one');
  return { first: read[0] ?? 0, tenth: read.at(-1) ?? 0 };
}

test('no statement of a GET request reads many more rows from its sixth time on, when PostgreSQL may choose one plan for all users', async () => {
  // rows are filled in by ids that a new database gives
  const world = await startWorld(() => startService(WORLD));
  const { pool, close } = connectDatabase({
    url: world.services.databaseUrl,
    maxConnections: 1,
    name: 'test plans',
    onError: () => undefined,
  });
  onTestFinished(close);
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await fillLibrary(client, { publications: 10_000, users: 20, readerEntries: 10_000 }, () => undefined);
  const { admin } = world;
  await addScholars(client, admin.userId);
  const many = { ...world, owner: admin, scholar: () => world.scholar(admin.userId) };
  const worse: string[] = [];
  for (const [name, owner] of [
    ['few', world],
    ['many', many],
  ] as const)
    for (const statement of await statementsOf(owner)) {
      const { first, tenth } = await rowsByTime(client, statement);
      if (tenth > MAX_GROWTH * first + SCHOLARS)
        worse.push(`${name} scholars: ${tenth} instead of ${first} rows: ${statement.text}`);
    }
  expect(worse).toEqual([]);
}, 600_000);
