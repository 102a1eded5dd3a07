import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

/** Seven scholars: two are crawled, two dropped, and three queued, of which the first is due last. */
async function startWithQueue() {
  const service = await openService();
  const { admin, db } = service;
  const ids: number[] = [];
  for (let number = 0; number < 7; number += 1) {
    const body = { scholar_id: `AAAAAAAAAAA${number}` };
    ids.push((await admin.ok('POST', '/scholars', { body, status: 201 })).id);
  }
  const [first, , , busy, busyToo, gone, goneToo] = ids;
  await sql`update queue_items set next_attempt_at = now() + interval '1 hour' where scholar_id = ${first}`.execute(db);
  await sql`update queue_items set status = 'retrying', claimed_until = now() + interval '45 seconds' where scholar_id in (${busy}, ${busyToo})`.execute(
    db,
  );
  await sql`
    update queue_items set status = 'dropped', dropped_reason = 'not_found', last_error = 'not_found: not_found', attempt_count = 1
    where scholar_id in (${gone}, ${goneToo})`.execute(db);
  return { ...service, ids };
}

test('the next item is listed first, and dropped items last', async () => {
  const { admin, ids } = await startWithQueue();
  const { queue_items, pagination } = await admin.ok('GET', '/runs/queue/items');
  const [first, second, third, busy, busyToo, gone, goneToo] = ids;
  expect(queue_items.map((item: { scholar_profile_id: number }) => item.scholar_profile_id)).toEqual([
    ...[second, third, busy, busyToo, first, gone, goneToo],
  ]);
  expect(pagination).toEqual({ page: 1, page_size: 200, has_prev: false, has_next: false, total_count: 7 });
  expect(queue_items[6]).toMatchObject({
    status: 'dropped',
    dropped_reason: 'not_found',
    last_error: 'not_found: not_found',
    attempt_count: 1,
    next_attempt_dt: null,
  });
});

test('the list is filtered by status, and paged', async () => {
  const { admin } = await startWithQueue();
  for (const [status, count] of [
    ['queued', 3],
    ['retrying', 2],
    ['dropped', 2],
  ]) {
    const { queue_items, pagination } = await admin.ok('GET', `/runs/queue/items?status=${status}`);
    expect(queue_items).toHaveLength(Number(count));
    expect(new Set(queue_items.map((item: { status: string }) => item.status))).toEqual(new Set([status]));
    expect(pagination.total_count).toBe(count);
  }
  const whole = (await admin.ok('GET', '/runs/queue/items')).queue_items;
  const second = await admin.ok('GET', '/runs/queue/items?page=2&page_size=3');
  expect(second.queue_items).toEqual(whole.slice(3, 6));
  expect(second.pagination).toEqual({ page: 2, page_size: 3, has_prev: true, has_next: true, total_count: 7 });
  expect((await admin.ok('GET', '/runs/queue/items?limit=2')).queue_items).toEqual(whole.slice(0, 2));
  expect((await admin.ok('GET', '/runs/queue/items?page=9')).queue_items).toEqual([]);
});
