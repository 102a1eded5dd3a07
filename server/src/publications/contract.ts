import Type, { type Static } from 'typebox';
import {
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  nullableObject,
  oneOf,
  PageNumber,
  Pagination,
  pageSize,
  strict,
  Time,
} from '../platform/http/shapes.ts';

export const MODES = ['all', 'unread', 'latest', 'new'] as const;
export const SORT_KEYS = ['first_seen', 'title', 'year', 'citations', 'scholar', 'pdf_status'] as const;

/** Titles are long, and a cursor says where among them it is. */
const LONGEST_CURSOR = 2048;
const Year = Type.Integer({ minimum: 0, maximum: 9999 });

export const ListQuery = strict({
  mode: Type.Optional(oneOf(MODES, { default: 'all' })),
  favorite_only: Type.Optional(Type.Boolean({ default: false })),
  scholar_profile_id: Type.Optional(Id),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sort_by: Type.Optional(oneOf(SORT_KEYS, { default: 'first_seen' })),
  sort_dir: Type.Optional(oneOf(['asc', 'desc'], { default: 'desc' })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
  limit: Type.Optional(pageSize({ maximum: 500 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })),
  snapshot: Type.Optional(Type.String({ maxLength: 64 })),
  keep_read: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With mode=unread and a snapshot: also list what was read since the snapshot, so that pages keep their rows.',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: LONGEST_CURSOR })),
  year_from: Type.Optional(Year),
  year_to: Type.Optional(Year),
});

export const Item = Type.Object({
  publication_id: Type.Integer(),
  scholar_profile_id: NullableInteger,
  scholar_label: NullableString,
  scholars: Type.Array(Type.Object({ scholar_profile_id: Type.Integer(), label: Type.String() })),
  title: Type.String(),
  author_text: NullableString,
  year: NullableInteger,
  citation_count: Type.Integer(),
  venue_text: NullableString,
  pub_url: NullableString,
  doi: NullableString,
  display_identifier: nullableObject({
    kind: Type.String(),
    value: Type.String(),
    label: Type.String(),
    url: Type.String(),
    confidence_score: Type.Number(),
  }),
  pdf_url: NullableString,
  pdf_status: oneOf(['untracked', 'queued', 'running', 'resolved', 'failed']),
  pdf_attempt_count: Type.Integer(),
  pdf_failure_reason: NullableString,
  pdf_failure_detail: NullableString,
  is_read: Type.Boolean(),
  is_favorite: Type.Boolean(),
  first_seen_at: Time,
  is_new_in_latest_run: Type.Boolean(),
});
export type Item = Static<typeof Item>;

/** All that is known of one work in the library; scholars with the time when their profile first listed it, null where only its user says so. */
export const Detail = Type.Object({
  ...Item.properties,
  scholars: Type.Array(
    Type.Object({ scholar_profile_id: Type.Integer(), label: Type.String(), first_listed_at: NullableTime }),
  ),
  first_seen_run: nullableObject({
    id: Type.Integer(),
    trigger_type: oneOf(['manual', 'scheduled']),
    status: oneOf(['running', 'resolving', 'success', 'partial_failure', 'failed', 'canceled']),
    start_dt: Time,
    end_dt: NullableTime,
  }),
  identifiers: Type.Array(
    Type.Object({
      kind: Type.String(),
      value: Type.String(),
      label: Type.String(),
      url: Type.String(),
      source: Type.String(),
      confidence_score: Type.Number(),
      is_contradicted: Type.Boolean(),
      evidence_url: NullableString,
    }),
  ),
  /** plain text; a line break separates paragraphs */
  abstract: NullableString,
  abstract_source: NullableString,
  authors: Type.Array(
    Type.Object({
      position: Type.Integer(),
      name: Type.String(),
      orcid: NullableString,
      openalex_id: NullableString,
    }),
  ),
  authors_source: NullableString,
  has_all_authors: Type.Boolean(),
  pdf_candidates: Type.Array(
    Type.Object({
      url: Type.String(),
      source: Type.String(),
      version: NullableString,
      license: NullableString,
      host: NullableString,
      is_chosen: Type.Boolean(),
      reason: NullableString,
      detail: NullableString,
    }),
  ),
  sources: Type.Array(Type.Object({ source: Type.String(), key: NullableString, url: NullableString })),
});
export type Detail = Static<typeof Detail>;

export const PublicationList = Type.Object({
  mode: oneOf(MODES),
  favorite_only: Type.Boolean(),
  selected_scholar_profile_id: NullableInteger,
  unread_count: Type.Integer(),
  favorites_count: Type.Integer(),
  latest_count: Type.Integer(),
  new_count: Type.Integer(),
  ...Pagination.properties,
  pagination: Pagination,
  next_cursor: NullableString,
  snapshot: Type.String(),
  publications: Type.Array(Item),
});

/** Either shape, one of them: the schema says which keys there are, `mark-read.ts` that exactly one is given. */
export const MarkReadBody = strict({
  selections: Type.Optional(
    Type.Array(strict({ publication_id: Id, scholar_profile_id: Type.Optional(Type.Union([Id, Type.Null()])) }), {
      minItems: 1,
      maxItems: 1000,
    }),
  ),
  publication_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
  is_read: Type.Optional(Type.Boolean({ default: true })),
});
export const MarkReadAnswer = Type.Object({
  message: Type.String(),
  requested_count: Type.Integer(),
  updated_count: Type.Integer(),
});

export const MarkAllReadBody = strict({
  scholar_profile_id: Type.Optional(Type.Union([Id, Type.Null()])),
  snapshot: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
});
export const MarkAllReadAnswer = Type.Object({
  message: Type.String(),
  updated_count: Type.Integer(),
  undo_token: NullableString,
});

export const UndoBody = strict({ undo_token: Type.String({ maxLength: 64 }) });
export const UndoAnswer = Type.Object({ message: Type.String(), updated_count: Type.Integer() });

export const FavoriteBody = strict({
  scholar_profile_id: Type.Optional(Type.Union([Id, Type.Null()])),
  is_favorite: Type.Optional(Type.Boolean()),
});
export const FavoriteAnswer = Type.Object({ message: Type.String(), publication: Item });
