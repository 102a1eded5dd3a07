import Type, { type Static } from 'typebox';
import {
  content,
  example,
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  oneOf,
  oneOfOrNull,
  strict,
  Time,
} from '../platform/http/shapes.ts';
import { AUTHOR_SOURCES } from '../sources/author-list.ts';

export const RUN_STATUSES = ['running', 'resolving', 'success', 'partial_failure', 'failed', 'canceled'] as const;

/** How the last run went for one scholar. */
const SCHOLAR_OUTCOMES = ['success', 'partial_failure', 'failed'] as const;
export type ScholarOutcome = (typeof SCHOLAR_OUTCOMES)[number];

export const Scholar = named(
  'Scholar',
  Type.Object({
    id: Id,
    scholar_id: Type.String(),
    display_name: NullableString,
    affiliation: NullableString,
    profile_url: Type.String(),
    profile_image_url: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'A path of this service; null until the picture can be served.',
    }),
    profile_image_source: oneOf(['upload', 'override', 'scraped', 'none']),
    profile_image_state: oneOf(['ready', 'pending', 'failed', 'none']),
    profile_image_override_url: NullableString,
    is_enabled: Type.Boolean(),
    baseline_completed: Type.Boolean(),
    publication_count: Type.Integer(),
    unread_count: Type.Integer(),
    last_run_dt: NullableTime,
    last_run_status: Type.Unsafe<ScholarOutcome | null>({
      ...oneOfOrNull(SCHOLAR_OUTCOMES),
      description: "The scholar's own outcome in its last run that ended; not the outcome of the run.",
    }),
    created_at: Time,
    /** the profiles of the scholar that are crawled, the main one first */
    profiles: Type.Array(
      Type.Object({ source: oneOf(AUTHOR_SOURCES), id: Type.String(), state: oneOf(['confirmed']) }),
    ),
    crawl: Type.Object({
      state: oneOf(['idle', 'queued', 'running', 'waiting']),
      collected: Type.Integer(),
      next_attempt_dt: NullableTime,
      reason: NullableString,
    }),
  }),
);

const scholar: Static<typeof Scholar> = {
  id: 3,
  scholar_id: 'AbCdEfGh_-12',
  display_name: 'Ada Loopback',
  affiliation: 'University of Loops',
  profile_url: 'https://scholar.google.com/citations?user=AbCdEfGh_-12',
  profile_image_url: '/scholar-images/3/scraped?v=5f1d7a84db00',
  profile_image_source: 'scraped',
  profile_image_state: 'ready',
  profile_image_override_url: null,
  is_enabled: true,
  baseline_completed: true,
  publication_count: 112,
  unread_count: 9,
  last_run_dt: new Date('2026-11-21T10:00:00Z'),
  last_run_status: 'success',
  created_at: new Date('2026-10-02T08:30:00Z'),
  profiles: [{ source: 'google_scholar', id: 'AbCdEfGh_-12', state: 'confirmed' }],
  crawl: { state: 'idle', collected: 112, next_attempt_dt: null, reason: null },
};

export const ListQuery = strict({
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Each word must begin a word of the name, or the whole text must begin the id of a profile. Accents and case do not matter.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'By default all are listed.' })),
});

export const ScholarList = example(Type.Object({ scholars: Type.Array(Scholar) }), { scholars: [scholar] });

export const OneScholar = example(Scholar, scholar);

/** A scholar whose first crawl is queued. */
export const TrackedScholar = example(Scholar, {
  ...scholar,
  display_name: null,
  affiliation: null,
  profile_image_url: null,
  profile_image_source: 'none',
  profile_image_state: 'none',
  baseline_completed: false,
  publication_count: 0,
  unread_count: 0,
  last_run_dt: null,
  last_run_status: null,
  crawl: {
    state: 'queued',
    collected: 0,
    next_attempt_dt: new Date('2026-10-02T08:30:00Z'),
    reason: 'first_crawl',
  },
});

export const ToggledScholar = example(Scholar, { ...scholar, is_enabled: false });

/** What is new to read, by scholar. */
export const Today = named(
  'Today',
  example(
    Type.Object({
      new_count: Type.Integer(),
      pdf_count: Type.Integer({ description: 'How many of them have a PDF.' }),
      since: Type.Unsafe<Date | null>({ ...NullableTime, description: 'When the oldest of them was first seen.' }),
      scholars: Type.Array(
        Type.Object({
          scholar_profile_id: Type.Integer(),
          label: Type.String(),
          affiliation: NullableString,
          profile_image_url: NullableString,
          new_count: Type.Integer(),
        }),
      ),
      now_published: Type.Object(
        {
          count: Type.Integer(),
          publications: Type.Array(
            Type.Object({
              publication_id: Type.Integer(),
              title: Type.String(),
              venue: { ...NullableString, description: 'Of the published version.' },
            }),
          ),
        },
        {
          description:
            'What you had as a preprint and was published, as Lectern found in the last 14 days: what `is:now-published` finds. `publications` are the latest three.',
        },
      ),
    }),
    {
      new_count: 3,
      pdf_count: 2,
      since: new Date('2026-11-21T10:00:00Z'),
      scholars: [
        {
          scholar_profile_id: 3,
          label: 'Ada Loopback',
          affiliation: 'University of Loops',
          profile_image_url: '/scholar-images/3/scraped?v=5f1d7a84db00',
          new_count: 3,
        },
      ],
      now_published: {
        count: 1,
        publications: [
          { publication_id: 502, title: 'Sediment budgets of tidal inlets', venue: 'Journal of Coastal Research' },
        ],
      },
    },
  ),
);

const Tally = { publication_count: Type.Integer(), citation_count: Type.Integer() };

/** The publications of a scholar in the user's library and their citations in total, by year of publication. */
export const Statistics = named(
  'ScholarStatistics',
  example(
    Type.Object({
      scholar_profile_id: Id,
      ...Tally,
      years: Type.Array(Type.Object({ year: Type.Integer(), ...Tally })),
      without_year: Type.Object(Tally),
    }),
    {
      scholar_profile_id: 3,
      publication_count: 112,
      citation_count: 1940,
      years: [
        { year: 2024, publication_count: 61, citation_count: 1702 },
        { year: 2026, publication_count: 48, citation_count: 229 },
      ],
      without_year: { publication_count: 3, citation_count: 9 },
    },
  ),
);

export const UNREAD_PAST = ['all', 'recent', 'none'] as const;
export type UnreadPast = (typeof UNREAD_PAST)[number];

const UnreadPast = Type.Optional(
  Type.Unsafe<UnreadPast>({
    ...oneOf(UNREAD_PAST),
    default: 'all',
    description:
      'What is unread of the publications that the first crawls find. `recent`: those of the last 90 days, or of their years if only the year is known.',
  }),
);

export const CreateBody = named(
  'NewScholar',
  example(
    strict({
      scholar_id: Type.String({ maxLength: 2048 }),
      profile_image_url: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()])),
      unread_past: UnreadPast,
    }),
    { scholar_id: 'AbCdEfGh_-12' },
  ),
);

export const BatchBody = example(
  strict({
    lines: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 500,
      description:
        'An id or an address on each line. If the first line is the header of a CSV file, the others are its rows, of which the columns with ids are read.',
    }),
    unread_past: UnreadPast,
  }),
  { lines: ['name,orcid', 'Ada Loopback,0000-0002-1825-0097', 'Bo Mirror,'] },
);

const BatchResult = named(
  'BatchResult',
  Type.Object({
    added_count: Type.Integer(),
    results: Type.Array(
      Type.Object({
        line: Type.Integer(),
        status: Type.Unsafe<'added' | 'already_tracked' | 'invalid' | 'skipped'>({
          ...oneOf(['added', 'already_tracked', 'invalid', 'skipped']),
          description: '`invalid`: the line holds no id. `skipped`: the line is blank or the header.',
        }),
        scholar_profile_id: Type.Unsafe<number | null>({
          ...NullableInteger,
          description: 'The scholar that was added, or the one that you track already.',
        }),
      }),
    ),
  }),
);
export type BatchResult = Static<typeof BatchResult>;

export const BatchResponse = example(BatchResult, {
  added_count: 1,
  results: [
    { line: 1, status: 'skipped', scholar_profile_id: null },
    { line: 2, status: 'added', scholar_profile_id: 4 },
    { line: 3, status: 'invalid', scholar_profile_id: null },
  ],
});

export const ImageUrlBody = example(
  strict({
    image_url: Type.String({
      description:
        'An absolute http or https address. The `profile_image_url` that the service returned changes nothing.',
    }),
  }),
  { image_url: 'https://people.example/ada.jpg' },
);

export const WithImageUrl = example(Scholar, {
  ...scholar,
  profile_image_url: null,
  profile_image_source: 'override',
  profile_image_state: 'pending',
  profile_image_override_url: 'https://people.example/ada.jpg',
});

export const UploadBody = strict({
  image: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'JPEG, PNG, WebP or GIF' }),
});

export const WithUpload = example(Scholar, {
  ...scholar,
  profile_image_url: '/scholar-images/3/upload?v=0c2e51b97a64',
  profile_image_source: 'upload',
});

export const ImagePath = strict({ scholar_profile_id: Id });
/** The picture's digest, as in the address of a scholar's picture. With any other value caches revalidate. */
export const ImageVersion = strict({
  v: Type.Optional(Type.String({ maxLength: 64, description: 'The digest of the picture.' })),
});
export const Image = content('image/webp', { format: 'binary' });
