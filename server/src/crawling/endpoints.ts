import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, Message, paginationOf, windowOf } from '../platform/http/shapes.ts';
import * as scholars from '../scholars/contract.ts';
import { examples as scholarExamples } from '../scholars/examples.ts';
import { getScholar } from '../scholars/get-scholar.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { clearItem, dropItem, retryItem } from './operate-queue.ts';
import { listItems } from './operator-store.ts';
import { trackScholar, untrackScholar } from './track-scholar.ts';

const PAGE_SIZE = 200;

export const track = endpoint({
  summary: 'Track a scholar; the first crawl of the profile is queued with it',
  body: scholars.CreateBody,
  answer: scholars.Scholar,
  example: scholarExamples.track,
  status: 201,
  problems: ['invalid_scholar', 'invalid_scholar_image', 'scholar_already_tracked'],
  async handle({ db, user, body, ...services }) {
    const id = await trackScholar(db, user.id, {
      scholarId: body.scholar_id,
      imageUrl: body.profile_image_url ?? null,
    });
    return getScholar({ db, ...services }, user.id, id);
  },
});

export const untrack = endpoint({
  summary: 'Stop tracking a scholar; favorites and what other scholars wrote stay',
  path: IdInPath,
  answer: Message,
  example: examples.untrack,
  problems: ['scholar_not_found'],
  async handle({ db, user, path }) {
    await untrackScholar(db, user.id, path.id);
    return { message: 'The scholar is no longer tracked.' };
  },
});

export const listQueue = endpoint({
  summary: 'List what waits to be crawled, what is being crawled, and what was given up',
  query: contract.ItemsQuery,
  answer: contract.ItemList,
  example: examples.list,
  async handle({ db, user, query }) {
    const window = windowOf(query, PAGE_SIZE);
    const { items, totalCount } = await listItems(db, user.id, query.status ?? null, window);
    return { queue_items: items, pagination: paginationOf(window, totalCount) };
  },
});

export const retry = endpoint({
  summary: 'Try a dropped item again, from the row where it stands',
  path: IdInPath,
  answer: contract.QueueItem,
  example: examples.retry,
  problems: ['queue_item_not_found', 'queue_item_already_queued', 'queue_item_retrying'],
  handle: ({ db, user, path }) => retryItem(db, user.id, path.id),
});

export const drop = endpoint({
  summary: 'Give up a queue item, also one that is being worked on; a run that waits for it goes on without it',
  path: IdInPath,
  answer: contract.QueueItem,
  example: examples.drop,
  problems: ['queue_item_not_found', 'queue_item_already_dropped'],
  handle: ({ db, user, path }) => dropItem(db, user.id, path.id),
});

export const clear = endpoint({
  summary: 'Remove a dropped item from the list',
  path: IdInPath,
  answer: contract.ClearedItem,
  example: examples.clear,
  problems: ['queue_item_not_found', 'queue_item_not_dropped', 'queue_item_retrying'],
  async handle({ db, user, path }) {
    await clearItem(db, user.id, path.id);
    const message = 'The item is no longer in the list.';
    return { queue_item_id: path.id, previous_status: 'dropped' as const, status: 'cleared' as const, message };
  },
});
