import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Client } from '../../support/client.ts';
import { serviceOfFile } from '../../support/service.ts';
import { until } from '../../support/wait.ts';
import { clear, drop, findItem, itemsOf, makeItem, type Operation, retry, type Status } from './queue-operations.ts';

const openService = serviceOfFile();

const races: { first: Operation; second: Operation; from: Status; answers: RegExp }[] = [
  { first: retry, second: retry, from: 'dropped', answers: /^200 - 409 queue_item_already_queued$/ },
  { first: drop, second: drop, from: 'queued', answers: /^200 - 409 queue_item_already_dropped$/ },
  { first: drop, second: drop, from: 'retrying', answers: /^200 - 409 queue_item_already_dropped$/ },
  { first: clear, second: clear, from: 'dropped', answers: /^200 - 404 queue_item_not_found$/ },
  {
    first: retry,
    second: clear,
    from: 'dropped',
    answers: /^200 - (404 queue_item_not_found|409 queue_item_not_dropped)$/,
  },
  { first: drop, second: clear, from: 'queued', answers: /^(200 - 200|200 - 409 queue_item_not_dropped)$/ },
  { first: drop, second: retry, from: 'queued', answers: /^(200 - 200|200 - 409 queue_item_already_queued)$/ },
];

test.each(races)(
  'concurrent $first.name and $second.name of a $from item',
  async ({ first, second, from, answers }) => {
    const { admin, db } = await openService();
    for (let round = 0; round < 8; round += 1) {
      const id = await makeItem(admin, db, from);
      const pair = round % 2 === 0 ? [first, second] : [second, first];
      const both = await Promise.all(pair.map(({ method, path }) => admin.call(method, path(id))));
      const said = both.map(({ status, error }) => `${status}${error ? ` ${error.code}` : ''}`).sort();
      expect(said.join(' - ')).toMatch(answers);
    }
  },
);

/** Waits until the given number of transactions wait for a lock, or until `isOver`. */
async function untilWaiting(db: Database, count: number, isOver = () => false): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(isOver() || rows.length >= count).toBe(true);
  });
}

/**
 * Sends a request about an item while a run starts: the run has read the queue, but has not yet taken over the items.
 * Returns both responses.
 */
async function meetStart(client: Client, db: Database, { id, operation }: { id: number; operation: Operation }) {
  const held = await db.startTransaction().execute();
  try {
    await sql`select from queue_items where status = 'queued' order by id limit 1 for update`.execute(held);
    const started = client.call('POST', '/runs/manual');
    await untilWaiting(db, 1);
    let isOver = false;
    const answered = client.call(operation.method, operation.path(id)).finally(() => {
      isOver = true;
    });
    await untilWaiting(db, 2, () => isOver);
    await held.rollback().execute();
    return { run: (await started).data, answer: await answered };
  } finally {
    if (!held.isRolledBack) await held.rollback().execute();
  }
}

test('if all items of a run are dropped concurrently, the run ends', async () => {
  const { admin, db } = await openService();
  for (let round = 0; round < 5; round += 1) {
    for (const status of ['queued', 'retrying', 'queued', 'retrying'] as const) await makeItem(admin, db, status);
    const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
    const open = (await itemsOf(admin)).filter(({ status }) => status !== 'dropped');
    const answers = await Promise.all(open.map(({ id }) => admin.call('POST', drop.path(id))));
    expect(answers.map(({ status }) => status)).toEqual(open.map(() => 200));
    expect((await admin.ok('GET', `/runs/${run_id}`)).run).toMatchObject({
      status: 'failed',
      end_dt: expect.any(String),
    });
  }
});

test('a retry during the start of a run finds the items that the run queued', async () => {
  const { admin, db } = await openService();
  await makeItem(admin, db, 'queued');
  const id = await makeItem(admin, db, 'dropped');
  const { run, answer } = await meetStart(admin, db, { id, operation: retry });
  const open = (await itemsOf(admin)).filter(({ status }) => status !== 'dropped');
  expect(open).toMatchObject([{ last_run_id: run.run_id }, { last_run_id: run.run_id }]);
  expect([answer.status, answer.error?.code]).toEqual([409, 'queue_item_already_queued']);
  expect(answer.error.details).toEqual({ queue_item_id: open[1]?.id, status: 'queued' });
});

test('a drop during the start of a run leaves no run that waits forever', async () => {
  const { admin, db } = await openService();
  const first = await makeItem(admin, db, 'queued');
  const id = await makeItem(admin, db, 'retrying');
  const { run, answer } = await meetStart(admin, db, { id, operation: drop });
  expect(answer.data).toMatchObject({ id, status: 'dropped', last_run_id: run.run_id });
  await admin.ok('POST', drop.path(first));
  const detail = await admin.ok('GET', `/runs/${run.run_id}`);
  expect(detail.run).toMatchObject({ status: 'failed', end_dt: expect.any(String) });
  const dropped = { outcome: 'skipped', state: null, state_reason: 'dropped' };
  expect(detail.scholar_results).toMatchObject([dropped, dropped]);
});

test("the cancel of a run does not undo an operator's change of an item, and removes the run's own dropped item", async () => {
  const { admin, db } = await openService();
  const adopted = await makeItem(admin, db, 'queued');
  await sql`delete from queue_items where id = ${await makeItem(admin, db, 'dropped')}`.execute(db);
  await sql`delete from queue_items where id = ${await makeItem(admin, db, 'dropped')}`.execute(db);
  await makeItem(admin, db, 'queued');
  const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
  const own = (await itemsOf(admin)).filter((item) => item.reason === 'run').map(({ id }) => id);
  const [retried = 0, dropped = 0] = own;
  for (const id of [adopted, retried, dropped]) await admin.ok('POST', drop.path(id));
  await admin.ok('POST', retry.path(retried));
  await admin.ok('POST', `/runs/${run_id}/cancel`);
  expect(await findItem(admin, adopted)).toMatchObject({ status: 'dropped', dropped_reason: 'dropped_by_user' });
  expect(await findItem(admin, retried)).toMatchObject({ status: 'queued', reason: 'retry' });
  expect(await findItem(admin, dropped)).toBeUndefined();
});
