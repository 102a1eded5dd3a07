import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Service, startService } from '../../support/service.ts';
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

/** Hears what wakes the workers, from now on. */
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

test.each(refusals)('$operation.name of a $status item: 409 $code, and nothing changes', async (refusal) => {
  const { status, operation, code } = refusal;
  const { admin, db } = await startService();
  const id = await makeItem(admin, db, status);
  const before = await findItem(admin, id);
  const { error } = await admin.fails(409, code, operation.method, operation.path(id));
  expect(error.details).toEqual({ queue_item_id: id, status });
  expect(await findItem(admin, id)).toEqual(before);
});

test('a retried item is as new, but goes on where it stood; the workers are woken', async () => {
  const service = await startService();
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

test('during a pause a retried item says that it waits for its end', async () => {
  const { admin, db } = await startService();
  const id = await makeItem(admin, db, 'dropped');
  await sql`
    insert into source_states (source, cooldown_until, cooldown_reason)
    values ('google_scholar', now() + interval '20 minutes', 'blocked_failure_threshold_exceeded')
    on conflict (source, credential) do update set cooldown_until = excluded.cooldown_until`.execute(db);
  const { cooldown_until } = (await admin.ok('GET', '/runs')).safety_state;
  expect((await admin.ok('POST', retry.path(id))).next_attempt_dt).toBe(cooldown_until);
});

test('a retry while the scholar has other work names that work', async () => {
  const { admin, db } = await startService();
  const id = await makeItem(admin, db, 'dropped');
  await admin.ok('POST', '/runs/manual', { status: 201 });
  const open = (await itemsOf(admin)).find((item) => item.status === 'queued');
  const { error } = await admin.fails(409, 'queue_item_already_queued', 'POST', retry.path(id));
  expect(error.details).toEqual({ queue_item_id: open?.id, status: 'queued' });
  expect(await findItem(admin, id)).toMatchObject({ status: 'dropped' });
});

test.each(['queued', 'retrying'] as const)(
  'a %s item is dropped: its claim is gone, the workers are woken',
  async (status) => {
    const service = await startService();
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
    // others may have waited for the profile
    await expectWoken();
  },
);

test('a cleared item is gone, and the scholar can be crawled again', async () => {
  const { admin, db } = await startService();
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

test("another user's item, and one that does not exist, are not found; what is no id is refused", async () => {
  const { admin, newUser, db } = await startService();
  const other = await newUser('other');
  const items: number[] = [];
  for (const status of ['queued', 'retrying', 'dropped'] as const) items.push(await makeItem(admin, db, status));
  const before = await itemsOf(admin);
  for (const { method, path } of operations) {
    for (const id of items) await other.fails(404, 'queue_item_not_found', method, path(id));
    for (const id of [999_999, Number.MAX_SAFE_INTEGER]) {
      await admin.fails(404, 'queue_item_not_found', method, path(id));
    }
    for (const id of ['0', '-1', '1.5', 'x', '9007199254740992', '99999999999999999999']) {
      await admin.fails(422, 'validation_error', method, path(id));
    }
  }
  expect(await itemsOf(admin)).toEqual(before);
});
