import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, paginationOf, windowOf } from '../platform/http/shapes.ts';
import { clearItem } from './clear-item.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { listItems } from './operator-store.ts';
import { retryItem } from './retry-item.ts';

const PAGE_SIZE = 200;

export const list = endpoint({
  summary: 'List what waits to be crawled, what is being crawled, and what was given up',
  query: contract.ItemsQuery,
  answer: contract.ItemList,
  example: examples.list,
  async handle({ db, user, query }) {
    const window = windowOf(query, PAGE_SIZE);
    const { items, totalCount } = await listItems(db, user.id, query.status ?? null, window);
    return { queue_items: items, pagination: paginationOf(window, totalCount) };
  },
});

export const retry = endpoint({
  summary: 'Try a dropped item again, from the row where it stands',
  path: IdInPath,
  answer: contract.QueueItem,
  example: examples.retry,
  problems: ['queue_item_not_found', 'queue_item_already_queued', 'queue_item_retrying'],
  handle: ({ db, user, path }) => retryItem(db, user.id, path.id),
});

export const clear = endpoint({
  summary: 'Remove a dropped item from the list',
  path: IdInPath,
  answer: contract.ClearedItem,
  example: examples.clear,
  problems: ['queue_item_not_found', 'queue_item_not_dropped', 'queue_item_retrying'],
  async handle({ db, user, path }) {
    await clearItem(db, user.id, path.id);
    const message = 'The item is no longer in the list.';
    return { queue_item_id: path.id, previous_status: 'dropped' as const, status: 'cleared' as const, message };
  },
});
