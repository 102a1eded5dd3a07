import Type, { type Static } from 'typebox';
import {
  example,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  RowLimit,
  strict,
  Time,
} from '../platform/http/shapes.ts';
import { AUTHOR_SOURCES } from '../sources/author-list.ts';

const STATUSES = ['queued', 'retrying', 'dropped'] as const;

const QueueItem = named(
  'QueueItem',
  Type.Object({
    id: Type.Integer(),
    scholar_profile_id: Type.Integer(),
    scholar_label: Type.String(),
    status: oneOf(STATUSES),
    reason: Type.String(),
    dropped_reason: NullableString,
    attempt_count: Type.Integer(),
    resume_cstart: Type.Integer(),
    next_attempt_dt: NullableTime,
    updated_at: Time,
    last_error: NullableString,
    last_run_id: NullableInteger,
    /** the profile that the item crawls */
    source: oneOf(AUTHOR_SOURCES),
    source_id: Type.String(),
  }),
);
export type QueueItem = Static<typeof QueueItem>;

const droppedItem: QueueItem = {
  id: 21,
  scholar_profile_id: 3,
  scholar_label: 'Ada Loopback',
  status: 'dropped',
  reason: 'first_crawl',
  dropped_reason: 'attempts_exhausted',
  attempt_count: 6,
  resume_cstart: 100,
  next_attempt_dt: null,
  updated_at: new Date('2026-11-21T10:00:00Z'),
  last_error: 'network_error: timeout',
  last_run_id: 18,
  source: 'google_scholar',
  source_id: 'AbCdEfGh_-12',
};

export const RetriedItem = example(QueueItem, {
  ...droppedItem,
  status: 'queued',
  reason: 'retry',
  dropped_reason: null,
  attempt_count: 0,
  next_attempt_dt: droppedItem.updated_at,
});

export const DroppedItem = example(QueueItem, { ...droppedItem, dropped_reason: 'dropped_by_user' });

export const ItemsQuery = strict({
  status: Type.Optional(oneOf(STATUSES, { description: 'Only items with this status.' })),
  limit: Type.Optional(RowLimit),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
});
export const ItemList = named(
  'QueueList',
  example(Type.Object({ queue_items: Type.Array(QueueItem), pagination: Pagination }), {
    queue_items: [droppedItem],
    pagination: { page: 1, page_size: 200, has_prev: false, has_next: false, total_count: 1 },
  }),
);

export const ClearedItem = example(
  Type.Object({
    queue_item_id: Type.Integer(),
    previous_status: oneOf(STATUSES),
    status: oneOf(['cleared']),
    message: Type.String(),
  }),
  {
    queue_item_id: droppedItem.id,
    previous_status: 'dropped',
    status: 'cleared',
    message: 'The item is no longer in the list.',
  },
);
