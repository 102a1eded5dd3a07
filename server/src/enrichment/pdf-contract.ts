import Type from 'typebox';
import {
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  strict,
} from '../platform/http/shapes.ts';
import { Item } from '../publications/contract.ts';

/** `untracked`: a PDF of the publication was never looked for. */
const STATUSES = ['untracked', 'queued', 'running', 'resolved', 'failed'] as const;

export const RetryBody = strict({ scholar_profile_id: Type.Optional(Type.Union([Id, Type.Null()])) });
export const RetryAnswer = Type.Object({
  message: Type.String(),
  queued: Type.Boolean(),
  resolved_pdf: Type.Boolean(),
  publication: Item,
});

const PdfQueueItem = Type.Object({
  publication_id: Type.Integer(),
  title: Type.String(),
  display_identifier: Item.properties.display_identifier,
  pdf_url: NullableString,
  status: oneOf(STATUSES),
  attempt_count: Type.Integer(),
  last_failure_reason: NullableString,
  last_failure_detail: NullableString,
  last_source: NullableString,
  requested_by_user_id: NullableInteger,
  requested_by_email: NullableString,
  queued_at: NullableTime,
  last_attempt_at: NullableTime,
  next_attempt_at: NullableTime,
  resolved_at: NullableTime,
  updated_at: NullableTime,
});

export const QueueQuery = strict({
  status: Type.Optional(oneOf(STATUSES)),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
});
export const QueuePage = Type.Object({
  items: Type.Array(PdfQueueItem),
  ...Pagination.properties,
  pagination: Pagination,
});

export const RequeueAnswer = Type.Object({
  publication_id: Type.Integer(),
  queued: Type.Boolean(),
  status: oneOf(STATUSES),
  message: Type.String(),
});

export const RequeueAllQuery = strict({ limit: Type.Optional(pageSize({ default: 1000, maximum: 5000 })) });
export const RequeueAllAnswer = Type.Object({
  requested_count: Type.Integer(),
  queued_count: Type.Integer(),
  message: Type.String(),
});
