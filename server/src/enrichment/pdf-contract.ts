import Type, { type Static } from 'typebox';
import { exampleItem, Item } from '../library/contract.ts';
import {
  example,
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  strict,
} from '../platform/http/shapes.ts';

/** `untracked`: nobody has searched for a PDF of the publication yet. */
const STATUSES = ['untracked', 'queued', 'running', 'resolved', 'failed'] as const;

export const RetryBody = example(strict({ scholar_profile_id: Type.Optional(Type.Union([Id, Type.Null()])) }), {
  scholar_profile_id: 3,
});
export const RetryResponse = example(
  Type.Object({
    message: Type.String(),
    queued: Type.Boolean(),
    resolved_pdf: Type.Boolean(),
    publication: Item,
  }),
  {
    message: 'A PDF will be looked for.',
    queued: true,
    resolved_pdf: false,
    publication: { ...exampleItem, pdf_url: null, pdf_status: 'queued' },
  },
);

const PdfQueueItem = named(
  'PdfSearch',
  Type.Object({
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
  }),
);
export type PdfQueueItem = Static<typeof PdfQueueItem>;

export const QueueQuery = strict({
  status: Type.Optional(oneOf(STATUSES, { description: 'Only searches with this status.' })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
});

const AT = new Date('2026-11-21T10:05:00Z');
const pagination = { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 };

export const QueuePage = named(
  'PdfQueue',
  example(
    Type.Object({
      items: Type.Array(PdfQueueItem),
      ...Pagination.properties,
      pagination: Pagination,
    }),
    {
      items: [
        {
          publication_id: exampleItem.publication_id,
          title: exampleItem.title,
          display_identifier: exampleItem.display_identifier,
          pdf_url: null,
          status: 'failed',
          attempt_count: 1,
          last_failure_reason: 'no_open_copy',
          last_failure_detail: 'No source knows an open copy.',
          last_source: 'unpaywall',
          requested_by_user_id: null,
          requested_by_email: null,
          queued_at: AT,
          last_attempt_at: AT,
          next_attempt_at: new Date('2026-11-21T11:05:00Z'),
          resolved_at: null,
          updated_at: AT,
        },
      ],
      ...pagination,
      pagination,
    },
  ),
);

export const RequeueResponse = example(
  Type.Object({
    publication_id: Type.Integer(),
    queued: Type.Boolean(),
    status: oneOf(STATUSES),
    message: Type.String(),
  }),
  { publication_id: 501, queued: true, status: 'queued', message: 'A PDF will be looked for.' },
);

export const RequeueAllQuery = strict({
  limit: Type.Optional(pageSize({ default: 1000, maximum: 5000, description: 'How many are queued at most.' })),
});
export const RequeueAllResponse = example(
  Type.Object({
    requested_count: Type.Integer(),
    queued_count: Type.Integer(),
    message: Type.String(),
  }),
  { requested_count: 40, queued_count: 38, message: '38 queued.' },
);
