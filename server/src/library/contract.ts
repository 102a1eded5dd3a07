import Type, { type Static } from 'typebox';
import { STAGES } from '../platform/database/column-values.ts';
import {
  example,
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  nullableObject,
  oneOf,
  oneOfOrNull,
  PageNumber,
  Pagination,
  pageSize,
  RowLimit,
  strict,
  Time,
} from '../platform/http/shapes.ts';
import { PARTS } from '../reading-order/parts.ts';
import { STATUSES } from '../sources/notice.ts';
import { SEARCH_DESCRIPTION } from './describe-search.ts';

export const MODES = ['all', 'unread', 'today', 'latest', 'new'] as const;
export const SORT_KEYS = ['first_seen', 'title', 'year', 'citations', 'scholar', 'pdf_status', 'reading'] as const;

/** A cursor may contain a title. */
const MAX_CURSOR_LENGTH = 2048;
export const MAX_SEARCH_LENGTH = 200;
const Year = Type.Integer({ minimum: 0, maximum: 9999 });

/** What a list shows, and what mark-all-read marks. */
const filter = {
  mode: Type.Optional(
    oneOf(MODES, {
      default: 'all',
      description:
        '`today`: what is unread of the last 14 days. `latest`: what the latest completed run found. `new` means the same.',
    }),
  ),
  favorite_only: Type.Optional(Type.Boolean({ default: false, description: 'Only your favorites.' })),
  search: Type.Optional(Type.String({ maxLength: MAX_SEARCH_LENGTH, description: SEARCH_DESCRIPTION })),
  with_running: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'The latest run is the one in progress, if it has found something: for mode=latest, for latest_count, and for is_new_in_latest_run.',
    }),
  ),
  year_from: Type.Optional({ ...Year, description: 'The first year of publication.' }),
  year_to: Type.Optional({ ...Year, description: 'The last year of publication.' }),
};

/** What a list shows, and in which order. A saved view has the same parameters. */
const listParameters = {
  ...filter,
  scholar_profile_id: Type.Optional({ ...Id, description: 'Only the publications of this scholar.' }),
  sort_by: Type.Optional(
    oneOf(SORT_KEYS, {
      default: 'first_seen',
      description: '`reading`: what you are most likely to read comes first.',
    }),
  ),
  sort_dir: Type.Optional(oneOf(['asc', 'desc'], { default: 'desc', description: 'The direction of the order.' })),
};
export const ListParameters = named(
  'ListParameters',
  Type.Object(listParameters, {
    additionalProperties: false,
    description:
      'Parameters of `GET /publications`. A view means exactly what the list means with them. An omitted one is stored with its default.',
  }),
);

export const ListFilter = named(
  'ListFilter',
  strict({
    ...filter,
    scholar_profile_id: Type.Optional(Type.Union([Id, Type.Null()])),
    snapshot: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
  }),
);

export const ListQuery = strict({
  ...listParameters,
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(pageSize({ maximum: 500 })),
  limit: Type.Optional(RowLimit),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description: 'How many rows come before those of `limit`.',
    }),
  ),
  snapshot: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The `snapshot` of an earlier page: what arrived since stays out, so pages neither repeat nor skip.',
    }),
  ),
  keep_read: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With mode=unread or today, or is:unread in the search, and a snapshot: also list publications that were marked read after the snapshot, so that pages keep their rows.',
    }),
  ),
  with_abstract: Type.Optional(
    Type.Boolean({ default: false, description: 'Adds `abstract_start`, the first 300 characters of the abstract.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: MAX_CURSOR_LENGTH,
      description: 'The `next_cursor` of the page before, with the same order.',
    }),
  ),
});

export const TAG_COLORS = ['gray', 'red', 'orange', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export type TagColor = (typeof TAG_COLORS)[number];

export const Tag = named('Tag', Type.Object({ id: Type.Integer(), name: Type.String(), color: oneOf(TAG_COLORS) }));
export type Tag = Static<typeof Tag>;

export const exampleTag: Tag = { id: 12, name: 'sediment transport', color: 'teal' };

/** An identifier as it is shown. */
export const shownIdentifier = {
  kind: Type.String(),
  value: Type.String(),
  label: Type.String(),
  url: Type.String(),
  confidence_score: Type.Number(),
};

export const Item = named(
  'Publication',
  Type.Object({
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
    display_identifier: nullableObject(shownIdentifier),
    stage: oneOf(STAGES, {
      description: 'What it is. `other`: something else, or not known. docs/versions.md says how it is decided.',
    }),
    /** when Lectern found that it was published, if you had it as a preprint before; else null */
    became_published_at: NullableTime,
    /** what became of it, if it is not simply published; a correction is only in the details */
    notice: oneOfOrNull(STATUSES),
    pdf_url: NullableString,
    pdf_status: oneOf(['untracked', 'queued', 'running', 'resolved', 'failed']),
    pdf_attempt_count: Type.Integer(),
    pdf_failure_reason: NullableString,
    pdf_failure_detail: NullableString,
    is_read: Type.Boolean(),
    is_favorite: Type.Boolean(),
    /** your tags, ordered by name */
    tags: Type.Array(Tag),
    /** how many notes you have on it */
    note_count: Type.Integer(),
    first_seen_at: Time,
    is_new_in_latest_run: Type.Boolean(),
    /** only if the request asks for it */
    abstract_start: Type.Optional(NullableString),
  }),
);
export type Item = Static<typeof Item>;

const ReadingReason = named(
  'ReadingReason',
  Type.Object(
    {
      part: oneOf(PARTS),
      value: Type.Number({ description: 'What the part adds to the score.' }),
      names: Type.Array(Type.String(), { description: 'The person, up to three words or word pairs, or the venue.' }),
      favorite_count: Type.Integer({
        description:
          'How many favorites, and publications marked with "more like this", have this person, this venue, or a reference in common with it; 0 for the other parts.',
      }),
      read_count: Type.Integer({ description: 'The same for publications that you only read.' }),
    },
    { description: 'One of the two largest parts of the score.' },
  ),
);

const ListedItem = named(
  'ListedPublication',
  Type.Object({
    ...Item.properties,
    reading_reasons: Type.Optional(Type.Array(ReadingReason, { description: 'Only with `sort_by=reading`.' })),
  }),
);

/** An item for the examples, also those of other folders. */
export const exampleItem: Item = {
  publication_id: 501,
  scholar_profile_id: 3,
  scholar_label: 'Ada Loopback',
  scholars: [{ scholar_profile_id: 3, label: 'Ada Loopback' }],
  title: 'Sediment transport in shallow tidal basins',
  author_text: 'A Loopback, K Berg',
  year: 2026,
  citation_count: 4,
  venue_text: 'Journal of Coastal Research 12 (3), 1-20',
  pub_url:
    'https://scholar.google.com/citations?view_op=view_citation&user=AbCdEfGh_-12&citation_for_view=AbCdEfGh_-12:u5HHmVD_uO8C',
  doi: '10.1000/xyz',
  display_identifier: {
    kind: 'doi',
    value: '10.1000/xyz',
    label: 'DOI: 10.1000/xyz',
    url: 'https://doi.org/10.1000/xyz',
    confidence_score: 0.98,
  },
  stage: 'published',
  became_published_at: null,
  notice: null,
  pdf_url: 'https://files.example/sediment.pdf',
  pdf_status: 'resolved',
  pdf_attempt_count: 1,
  pdf_failure_reason: null,
  pdf_failure_detail: null,
  is_read: false,
  is_favorite: false,
  tags: [exampleTag],
  note_count: 0,
  first_seen_at: new Date('2026-11-21T10:00:00Z'),
  is_new_in_latest_run: true,
};

const pagination = { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 1 };

export const PublicationList = named(
  'PublicationPage',
  example(
    Type.Object({
      mode: oneOf(MODES),
      favorite_only: Type.Boolean(),
      selected_scholar_profile_id: NullableInteger,
      unread_count: Type.Integer(),
      today_count: Type.Integer({ description: 'What `mode=today` lists. Counted up to 1,000.' }),
      favorites_count: Type.Integer(),
      latest_count: Type.Integer(),
      latest_unread_count: Type.Integer(),
      new_count: Type.Integer(),
      ...Pagination.properties,
      pagination: Pagination,
      next_cursor: NullableString,
      snapshot: Type.String(),
      publications: Type.Array(ListedItem),
    }),
    {
      mode: 'latest',
      favorite_only: false,
      selected_scholar_profile_id: null,
      unread_count: 9,
      today_count: 1,
      favorites_count: 2,
      latest_count: 1,
      latest_unread_count: 1,
      new_count: 1,
      ...pagination,
      pagination,
      next_cursor: null,
      snapshot: '112-103-18',
      publications: [exampleItem],
    },
  ),
);

/** Exactly one of the two lists is required; `mark-read.ts` checks that. */
export const MarkReadBody = named(
  'MarkRead',
  example(
    strict({
      selections: Type.Optional(
        Type.Array(strict({ publication_id: Id, scholar_profile_id: Type.Optional(Type.Union([Id, Type.Null()])) }), {
          minItems: 1,
          maxItems: 1000,
        }),
      ),
      publication_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
      is_read: Type.Optional(Type.Boolean({ default: true })),
    }),
    { publication_ids: [501, 502], is_read: true },
  ),
);
export const MarkReadResponse = example(
  Type.Object({ message: Type.String(), requested_count: Type.Integer(), updated_count: Type.Integer() }),
  { message: '2 marked.', requested_count: 2, updated_count: 2 },
);

export const MarkAllReadBody = example(ListFilter, { scholar_profile_id: 3, search: 'glacier' });
export const MarkAllReadResponse = example(
  Type.Object({ message: Type.String(), updated_count: Type.Integer(), undo_token: NullableString }),
  { message: '9 marked as read.', updated_count: 9, undo_token: '2-104-1795255200000' },
);

export const UndoBody = example(strict({ undo_token: Type.String({ maxLength: 64 }) }), {
  undo_token: '2-104-1795255200000',
});
export const UndoResponse = example(Type.Object({ message: Type.String(), updated_count: Type.Integer() }), {
  message: '9 marked as unread.',
  updated_count: 9,
});

export const INTERESTS = ['more', 'less'] as const;

export const InterestBody = example(strict({ mark: oneOf(INTERESTS) }), { mark: 'more' });

export const FavoriteBody = example(
  strict({
    scholar_profile_id: Type.Optional(Type.Union([Id, Type.Null()])),
    is_favorite: Type.Optional(Type.Boolean()),
  }),
  { is_favorite: true },
);
export const FavoriteResponse = example(Type.Object({ message: Type.String(), publication: Item }), {
  message: 'Added to your favorites.',
  publication: { ...exampleItem, is_favorite: true },
});
