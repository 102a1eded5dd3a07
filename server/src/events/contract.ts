import Type, { type Static } from 'typebox';
import {
  example,
  formerly,
  NullableInteger,
  NullableString,
  named,
  oneOf,
  strict,
  Time,
} from '../platform/http/shapes.ts';

/** What can happen. */
export const EVENT_KINDS = [
  'publication.new',
  'publication.read',
  'publication.pdf_found',
  'publication.notice',
  'publication.cites_retracted',
  'publication.published',
  'publication.revised',
  'scholar.added',
  'scholar.needs_attention',
  'source.paused',
  'source.resumed',
  'run.finished',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const EventPublication = named(
  'EventPublication',
  Type.Object({
    publication_id: Type.Integer(),
    title: Type.String(),
    authors: NullableString,
    venue: NullableString,
    year: NullableInteger,
    doi: NullableString,
    pub_url: NullableString,
    pdf_url: NullableString,
  }),
);
export type EventPublication = Static<typeof EventPublication>;

/** Something that happened, as scripts and webhooks get it. */
export const Event = named(
  'Event',
  Type.Object({
    /** in the order of events; it grows */
    id: Type.Integer(),
    /** names the event for all time */
    uid: Type.String({ format: 'uuid' }),
    type: oneOf(EVENT_KINDS),
    occurred_at: Time,
    /** the publications that are shown now for those that the event is about; empty for other kinds */
    publications: Type.Array(EventPublication),
    /** the scholar that it is about; its name is null if the user does not track it any more */
    scholar_profile_id: NullableInteger,
    scholar_id: formerly(NullableInteger, 'scholar_profile_id'),
    scholar_name: NullableString,
    /** what else the kind says: `source`, `reason`, `until`, `run_id`, `status` … */
    data: Type.Record(Type.String(), Type.Unknown()),
  }),
);
export type Event = Static<typeof Event>;

export const exampleEvent: Event = {
  id: 1204,
  uid: '0c0f1f6e-6d8e-4f0f-9a3e-6b7f4c3d2a10',
  type: 'publication.new',
  occurred_at: new Date('2026-11-25T07:12:09.000Z'),
  publications: [
    {
      publication_id: 4711,
      title: 'Grain size and the age of sediment',
      authors: 'A Loopback, K Berg',
      venue: 'Journal of Sedimentary Research',
      year: 2026,
      doi: '10.5555/sediment.2026',
      pub_url: 'https://publisher.example/sediment',
      pdf_url: null,
    },
  ],
  scholar_profile_id: 12,
  scholar_id: 12,
  scholar_name: 'Ada Loopback',
  data: {},
};

/** The number of events that a page has at most. */
export const MAX_EVENTS = 1000;

export const EventQuery = strict({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'The `next_after` of the page before. 0: from the oldest event that is kept.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_EVENTS, default: 100, description: 'How many events a page has at most.' }),
  ),
});

export const EventPage = named(
  'EventPage',
  example(
    Type.Object({
      events: Type.Array(Event),
      /** `after` of the next request, also if this page is empty */
      next_after: Type.Integer(),
      has_more: Type.Boolean(),
    }),
    { events: [exampleEvent], next_after: 1204, has_more: false },
  ),
);
