import { deleteForGood } from '../library/owned.ts';
import { type PolledText, sendPolled } from '../platform/http/downloads.ts';
import { endpoint, openEndpoint } from '../platform/http/endpoint.ts';
import { linkOrigin } from '../platform/http/request-origin.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { createFeed, listFeeds, renameFeed, replaceAddress } from './change-feeds.ts';
import * as contract from './contract.ts';
import { type FeedDocument, readFeed } from './read-feed.ts';
import { FEEDS } from './store.ts';
import { writeAtom, writeJson } from './write-feed.ts';

/** Feed readers ask every quarter of an hour at most often, and crawls find less. */
const MAX_AGE_SECONDS = 300;

export const list = endpoint({
  summary: 'List your feeds with their secret addresses',
  description: 'Whoever has the address of a feed can read it.',
  response: contract.FeedList,
  handle: async ({ user, request, ...services }) => ({
    feeds: await listFeeds(services, user.id, linkOrigin(services.config, request)),
  }),
});

export const create = endpoint({
  summary: 'Make a feed of everything, of your favorites, of a scholar or of a saved view',
  description:
    'The feed has its own secret address in two formats. It needs no session, so give it only to feed readers that you trust.',
  recentSignIn: true,
  body: contract.NewFeed,
  status: 201,
  response: contract.OneFeed,
  errors: ['scholar_not_found', 'view_not_found', 'too_many_feeds'],
  handle: ({ user, body, request, ...services }) =>
    createFeed(services, user.id, body, linkOrigin(services.config, request)),
});

export const change = endpoint({
  summary: 'Rename a feed',
  description: 'The address stays.',
  path: IdInPath,
  body: contract.FeedChange,
  response: contract.OneFeed,
  errors: ['feed_not_found'],
  handle: ({ user, path, body, request, ...services }) =>
    renameFeed(services, user.id, { id: path.id, name: body.name, origin: linkOrigin(services.config, request) }),
});

export const replaceSecret = endpoint({
  summary: 'Give a feed a new address; the previous one stops at once',
  description: 'Use it if somebody else learned the address.',
  recentSignIn: true,
  path: IdInPath,
  response: contract.OneFeed,
  errors: ['feed_not_found'],
  handle: ({ user, path, request, ...services }) =>
    replaceAddress(services, user.id, path.id, linkOrigin(services.config, request)),
});

export const remove = endpoint({
  summary: 'Delete a feed; its address stops at once',
  description: 'It cannot be restored.',
  path: IdInPath,
  response: messageLike('“Ada Loopback” deleted.'),
  errors: ['feed_not_found'],
  handle: async ({ db, user, path }) => ({
    message: `“${await deleteForGood(db, user.id, FEEDS, path.id)}” deleted.`,
  }),
});

export const atom = show('Read a feed as Atom', contract.AtomDocument, 'application/atom+xml', writeAtom);
export const json = show('Read a feed as JSON Feed', contract.JsonDocument, 'application/feed+json', writeJson);

/** The address has the secret, so no session is needed. */
function show(
  summary: string,
  response: typeof contract.AtomDocument,
  type: PolledText['type'],
  write: (feed: FeedDocument) => string,
) {
  return openEndpoint({
    summary,
    description:
      'Needs no session, because the address is a secret. It has the newest 100 publications, and `If-None-Match` saves what did not change.',
    path: contract.FeedAddress,
    response,
    errors: ['feed_not_found'],
    async handle({ db, config, path, request, reply }) {
      const feed = await readFeed(db, path.secret, linkOrigin(config, request));
      return sendPolled(
        { request, reply },
        { type, digest: feed.digest, maxAgeSeconds: MAX_AGE_SECONDS, make: () => write(feed) },
      );
    },
  });
}
