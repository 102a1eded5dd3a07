import Type from 'typebox';
import {
  NullableInteger,
  NullableString,
  NullableTime,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  strict,
  Time,
} from '../platform/http/shapes.ts';

const STATUSES = ['queued', 'retrying', 'dropped'] as const;

export const QueueItem = Type.Object({
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
});

export const ItemsQuery = strict({
  status: Type.Optional(oneOf(STATUSES)),
  limit: Type.Optional(pageSize({ maximum: 500 })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
});
export const ItemList = Type.Object({ queue_items: Type.Array(QueueItem), pagination: Pagination });

export const ClearedItem = Type.Object({
  queue_item_id: Type.Integer(),
  previous_status: oneOf(STATUSES),
  status: oneOf(['cleared']),
  message: Type.String(),
});
