import { expect, test } from 'vitest';
import { age } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';
import { makeItem } from './queue-operations.ts';

const openService = serviceOfFile();

/** Seven scholars: two are crawled, two dropped, and three queued, of which the first is due last. */
async function startWithQueue() {
  const service = await openService();
  const { admin, db } = service;
  const statuses = ['queued', 'queued', 'queued', 'retrying', 'retrying', 'dropped', 'dropped'] as const;
  const ids: number[] = [];
  for (const status of statuses) ids.push(await makeItem(admin, db, status));
  await age(db, 'queue_items.next_attempt_at', '-1 hour', ids[0]);
  return { ...service, ids };
}

test('the next item is listed first, and dropped items last', async () => {
  const { admin, ids } = await startWithQueue();
  const { queue_items, pagination } = await admin.ok('GET', '/runs/queue/items');
  const [first, second, third, busy, busyToo, gone, goneToo] = ids;
  expect(queue_items.map((item: { id: number }) => item.id)).toEqual([
    ...[second, third, busy, busyToo, first, gone, goneToo],
  ]);
  expect(pagination).toEqual({ page: 1, page_size: 200, has_prev: false, has_next: false, total_count: 7 });
  expect(queue_items[6]).toMatchObject({
    status: 'dropped',
    dropped_reason: 'attempts_exhausted',
    last_error: 'layout_changed: legacy_layout',
    attempt_count: 6,
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
