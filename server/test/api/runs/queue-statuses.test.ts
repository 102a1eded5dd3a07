import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Service, serviceOfFile } from '../../support/service.ts';
import {
  clear,
  drop,
  findItem,
  itemsOf,
  makeItem,
  type Operation,
  operations,
  retry,
  type Status,
} from './queue-operations.ts';

const openService = serviceOfFile();

/** Counts the notifications to the workers from now on. */
async function hearWork({ services }: Service): Promise<() => Promise<void>> {
  let heard = 0;
  await new Promise<void>((resolve) => {
    const hear = () => {
      heard += 1;
    };
    services.notifications.subscribe('crawl_work', hear, resolve);
  });
  return () => expect.poll(() => heard, { message: 'the workers are woken' }).toBeGreaterThan(0);
}

const refusals: { status: Status; operation: Operation; code: string }[] = [
  { status: 'queued', operation: retry, code: 'queue_item_already_queued' },
  { status: 'retrying', operation: retry, code: 'queue_item_retrying' },
  { status: 'dropped', operation: drop, code: 'queue_item_already_dropped' },
  { status: 'queued', operation: clear, code: 'queue_item_not_dropped' },
  { status: 'retrying', operation: clear, code: 'queue_item_retrying' },
];

test.each(refusals)(
  '$operation.name of a $status item is refused with 409 $code and changes nothing',
  async (refusal) => {
    const { status, operation, code } = refusal;
    const { admin, db } = await openService();
    const id = await makeItem(admin, db, status);
    const before = await findItem(admin, id);
    const { error } = await admin.fails(409, code, operation.method, operation.path(id));
    expect(error.details).toEqual({ queue_item_id: id, status });
    expect(await findItem(admin, id)).toEqual(before);
  },
);

test('a retried item starts with all attempts at its row, and the workers are notified', async () => {
  const service = await openService();
  const { admin, db } = service;
  const id = await makeItem(admin, db, 'dropped');
  const witness = await sql<{ id: number }>`select id from profiles`.execute(db);
  await sql`
    update queue_items set resume_row = 200, pages_this_attempt = 2, quick_retry_count = 1, verify_profile_id = ${witness.rows[0]?.id},
      crawl_number = 4, known_listing = 17, next_attempt_at = now() + interval '1 hour', reason = 'run', updated_at = now() - interval '1 hour'`.execute(
    db,
  );
  const expectWoken = await hearWork(service);
  const [before] = await itemsOf(admin);
  const answer = await admin.ok('POST', retry.path(id), { status: 200 });
  expect(answer).toEqual({
    ...before,
    status: 'queued',
    reason: 'retry',
    dropped_reason: null,
    attempt_count: 0,
    resume_cstart: 200,
    next_attempt_dt: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  const due = Date.parse(answer.next_attempt_dt);
  expect(Math.abs(due - Date.parse(answer.updated_at)), 'it is due now').toBeLessThan(1000);
  expect(Date.parse(answer.updated_at)).toBeGreaterThan(Date.parse(String(before?.updated_at)));
  expect(await itemsOf(admin), 'the answer is what the list shows').toEqual([answer]);
  expect(await db.selectFrom('queue_items').selectAll().execute()).toMatchObject([
    { pages_this_attempt: 0, quick_retry_count: 0, verify_profile_id: null, crawl_number: 4, known_listing: 17 },
  ]);
  await expectWoken();
});

test('a retry while the scholar has another item returns that item', async () => {
  const { admin, db } = await openService();
  const id = await makeItem(admin, db, 'dropped');
  await admin.ok('POST', '/runs/manual', { status: 201 });
  const open = (await itemsOf(admin)).find((item) => item.status === 'queued');
  const { error } = await admin.fails(409, 'queue_item_already_queued', 'POST', retry.path(id));
  expect(error.details).toEqual({ queue_item_id: open?.id, status: 'queued' });
  expect(await findItem(admin, id)).toMatchObject({ status: 'dropped' });
});

test.each(['queued', 'retrying'] as const)(
  'dropping a %s item removes its claim and notifies the workers',
  async (status) => {
    const service = await openService();
    const { admin, db } = service;
    const id = await makeItem(admin, db, status);
    const [claim] = await db.selectFrom('queue_items').select('claim_number').execute();
    const expectWoken = await hearWork(service);
    const [before] = await itemsOf(admin);
    const answer = await admin.ok('POST', drop.path(id), { status: 200 });
    expect(answer).toEqual({
      ...before,
      status: 'dropped',
      dropped_reason: 'dropped_by_user',
      next_attempt_dt: null,
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(await itemsOf(admin), 'the answer is what the list shows').toEqual([answer]);
    expect(await db.selectFrom('queue_items').select(['claimed_until', 'claim_number']).execute()).toEqual([
      { claimed_until: null, claim_number: (claim?.claim_number ?? 0) + 1 },
    ]);
    // other items may have waited for the profile
    await expectWoken();
  },
);

test('a cleared item is deleted, and the scholar can be crawled again', async () => {
  const { admin, db } = await openService();
  const id = await makeItem(admin, db, 'dropped');
  expect(await admin.ok('DELETE', clear.path(id), { status: 200 })).toEqual({
    queue_item_id: id,
    previous_status: 'dropped',
    status: 'cleared',
    message: expect.any(String),
  });
  expect(await itemsOf(admin)).toEqual([]);
  for (const { method, path } of operations) await admin.fails(404, 'queue_item_not_found', method, path(id));
  await admin.ok('POST', '/runs/manual', { status: 201 });
  expect(await itemsOf(admin)).toMatchObject([{ status: 'queued', reason: 'run' }]);
});
