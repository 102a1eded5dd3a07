import Type, { type Static } from 'typebox';
import {
  example,
  formerly,
  Id,
  NullableInteger,
  NullableString,
  NullableTime,
  named,
  oneOf,
  oneOfOrNull,
  strict,
} from '../platform/http/shapes.ts';
import { AUTHOR_SOURCES } from '../sources/author-list.ts';

const DECISIONS = ['confirmed', 'rejected'] as const;

const Profile = named(
  'ScholarProfile',
  Type.Object({
    source: oneOf(AUTHOR_SOURCES),
    id: Type.String(),
    url: Type.String(),
    name: NullableString,
    state: oneOf(['suggested', ...DECISIONS]),
    decision: Type.Unsafe<'confirmed' | 'rejected' | null>({
      ...oneOfOrNull(DECISIONS),
      description: 'Your own decision, which `state` follows; null: `state` follows the evidence.',
    }),
    is_main: Type.Unsafe<boolean>({ type: 'boolean', description: 'You track the scholar by this profile.' }),
    evidence: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why the profile may belong to the scholar, in words.',
    }),
    listed_count: Type.Unsafe<number>({
      type: 'integer',
      description:
        "How many of the scholar's publications list this id for the author with the scholar's name, in the lists of authors that enrichment found.",
    }),
    publication_count: Type.Unsafe<number>({
      type: 'integer',
      description: "How many of the scholar's publications list ids of this source at all.",
    }),
    work_count: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'How many publications the profile lists; null before it is crawled.',
    }),
    crawled_at: NullableTime,
    crawled_dt: formerly(NullableTime, 'crawled_at'),
    next_crawl_at: NullableTime,
    next_crawl_dt: formerly(NullableTime, 'next_crawl_at'),
    error: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why the last crawl failed.' }),
    gone_at: Type.Unsafe<Date | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the source said that the profile no longer exists. Its publications stay.',
    }),
    gone_dt: formerly(NullableTime, 'gone_at'),
    scholar_profile_id: Type.Unsafe<number | null>({
      ...NullableInteger,
      description: 'Another scholar of yours that has this profile. Join the two if they are one person.',
    }),
  }),
);
export type Profile = Static<typeof Profile>;

const suggested: Profile = {
  source: 'openalex',
  id: 'A5023888391',
  url: 'https://openalex.org/A5023888391',
  name: 'Ada B. Loopback',
  state: 'suggested',
  decision: null,
  is_main: false,
  evidence: '14 of 20 publications with author ids name A5023888391.',
  listed_count: 14,
  publication_count: 20,
  work_count: null,
  crawled_at: null,
  crawled_dt: null,
  next_crawl_at: null,
  next_crawl_dt: null,
  error: null,
  gone_at: null,
  gone_dt: null,
  scholar_profile_id: null,
};

const Profiles = Type.Object({ profiles: Type.Array(Profile) });

export const ProfileList = example(Profiles, { profiles: [suggested] });

export const DecisionBody = example(
  strict({
    source: oneOf(AUTHOR_SOURCES),
    id: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The id at the source, or the address of the page.',
    }),
    decision: Type.Unsafe<'confirmed' | 'rejected' | null>({
      ...oneOfOrNull(DECISIONS),
      description: 'null takes your decision back.',
    }),
  }),
  { source: 'openalex', id: 'A5023888391', decision: 'confirmed' },
);

export const DecidedList = example(Profiles, {
  profiles: [
    {
      ...suggested,
      state: 'confirmed',
      decision: 'confirmed',
      work_count: 31,
      next_crawl_at: new Date('2026-11-21T10:00:00Z'),
      next_crawl_dt: new Date('2026-11-21T10:00:00Z'),
    },
  ],
});

export const RejectedPath = strict({ id: Id, publication_id: Id });
const Message = Type.Object({ message: Type.String() });
export const RejectedMessage = example(Message, { message: "Removed from the scholar's publications." });
export const RestoredMessage = example(Message, { message: "The publication is in the scholar's list again." });

/** A publication that the user rejected for a scholar. */
const OwnRejected = Type.Object({ publication_id: Type.Integer(), title: Type.String(), author_text: NullableString });
export type OwnRejected = Static<typeof OwnRejected>;

export const OwnRejectedList = example(Type.Object({ rejected_publications: Type.Array(OwnRejected) }), {
  rejected_publications: [
    { publication_id: 104, title: 'On the sediment of lakes', author_text: 'A Loopback, C Other' },
  ],
});

export const JoinBody = example(strict({ scholar_profile_id: Id }), { scholar_profile_id: 4 });
export const JoinedMessage = example(Message, { message: 'The two scholars are one now.' });
export const UnjoinedMessage = example(Message, { message: 'The two scholars are separate again.' });

/** A profile's publication that at least two users rejected. */
const Rejected = Type.Object({
  publication_id: Type.Integer(),
  title: Type.String(),
  source: oneOf(AUTHOR_SOURCES),
  source_id: Type.String(),
  name: NullableString,
  user_count: Type.Integer(),
});
export type Rejected = Static<typeof Rejected>;

export const RejectedList = example(Type.Object({ rejected_publications: Type.Array(Rejected) }), {
  rejected_publications: [
    {
      publication_id: 104,
      title: 'On the sediment of lakes',
      source: 'openalex',
      source_id: 'A5023888391',
      name: 'Ada Loopback',
      user_count: 3,
    },
  ],
});

const CoAuthor = named(
  'CoAuthor',
  Type.Object({
    source: oneOf(['openalex']),
    /** `POST /scholars` takes it */
    id: Type.String(),
    name: Type.String(),
    publication_count: Type.Integer(),
    /** your scholar with this id */
    scholar_profile_id: NullableInteger,
  }),
);

export const CoAuthorList = example(Type.Object({ co_authors: Type.Array(CoAuthor) }), {
  co_authors: [
    { source: 'openalex', id: 'A5011112222', name: 'Bo Mirror', publication_count: 12, scholar_profile_id: null },
  ],
});
