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
  strict,
  Time,
} from '../platform/http/shapes.ts';

/** The number of feeds that a user can have. */
export const MAX_FEEDS = 50;
export const MAX_NAME_LENGTH = 80;
/** What a feed has: everything in the library, the favorites, or what a scholar or a saved view lists. */
export const FEED_SCOPES = ['all', 'favorites', 'scholar', 'view'] as const;

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });

export const Feed = named(
  'Feed',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    scope: oneOf(FEED_SCOPES),
    scholar_profile_id: NullableInteger,
    view_id: NullableInteger,
    /**
     * of the Atom feed. Whoever has it can read the feed. null: it cannot be shown, because the server's key was lost;
     * it works as before
     */
    atom_url: NullableString,
    /** of the JSON Feed */
    json_url: NullableString,
    created_at: Time,
    /** to the hour; null: never */
    last_read_at: NullableTime,
  }),
);
export type Feed = Static<typeof Feed>;

const SECRET = 'o8hD0cJ3q0m6m6mQd0M8xw3m4m1bX1o1n0aVn3s0kzE';

const exampleFeed: Feed = {
  id: 4,
  name: 'Ada Loopback',
  scope: 'scholar',
  scholar_profile_id: 11,
  view_id: null,
  atom_url: `https://lectern.example/feeds/${SECRET}.atom`,
  json_url: `https://lectern.example/feeds/${SECRET}.json`,
  created_at: new Date('2026-11-25T10:00:00.000Z'),
  last_read_at: new Date('2026-11-25T12:00:00.000Z'),
};
export const OneFeed = example(Feed, exampleFeed);
export const FeedList = example(Type.Object({ feeds: Type.Array(Feed) }), { feeds: [exampleFeed] });

export const NewFeed = named(
  'NewFeed',
  example(
    strict({
      scope: oneOf(FEED_SCOPES),
      /** only with the scope `scholar` */
      scholar_profile_id: Type.Optional(Id),
      /** only with the scope `view` */
      view_id: Type.Optional(Id),
      /** the name of the scholar or of the view by default */
      name: Type.Optional(Name),
    }),
    { scope: 'scholar', scholar_profile_id: 11 },
  ),
);
export type NewFeed = Static<typeof NewFeed>;

export const FeedChange = example(strict({ name: Name }), { name: 'Ada' });

export const FeedAddress = strict({ secret: Type.String({ minLength: 1, maxLength: 64 }) });

export const AtomDocument = content('application/atom+xml', {
  isPolled: true,
  description: 'The newest 100 publications of the feed (RFC 4287), or 304 if If-None-Match has its ETag.',
  examples: ['<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">…</feed>'],
});
export const JsonDocument = content('application/feed+json', {
  isPolled: true,
  description: 'The newest 100 publications of the feed (JSON Feed 1.1), or 304 if If-None-Match has its ETag.',
  examples: ['{"version":"https://jsonfeed.org/version/1.1","title":"Ada Loopback","items":[]}'],
});
