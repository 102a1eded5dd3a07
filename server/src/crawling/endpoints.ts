import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, messageLike, paginationOf, windowOf } from '../platform/http/shapes.ts';
import * as scholars from '../scholars/contract.ts';
import { getScholar } from '../scholars/read-scholars.ts';
import * as contract from './contract.ts';
import { clearItem, dropItem, retryItem } from './operate-queue.ts';
import { listItems } from './operator-store.ts';
import { trackLines, trackScholar, untrackScholar } from './track-scholar.ts';

const PAGE_SIZE = 200;

export const track = endpoint({
  summary: 'Track a scholar, and queue the first crawl of the profile',
  description:
    'Takes an id or the address of a profile at Google Scholar, OpenAlex, ORCID or DBLP. The first crawl runs in the background; `crawl` of the scholar shows its progress.',
  body: scholars.CreateBody,
  response: scholars.TrackedScholar,
  status: 201,
  errors: ['invalid_scholar', 'invalid_scholar_image', 'scholar_already_tracked'],
  async handle({ db, user, body, ...services }) {
    const id = await trackScholar(db, user.id, {
      scholarId: body.scholar_id,
      imageUrl: body.profile_image_url ?? null,
      unreadPast: body.unread_past ?? 'all',
    });
    return getScholar({ db, ...services }, user.id, id);
  },
});

export const trackBatch = endpoint({
  summary: 'Track the scholars of a list or a CSV file, one per line, and queue their first crawls',
  description: 'Each line has its own result, and a line that cannot be read refuses no other one.',
  body: scholars.BatchBody,
  response: scholars.BatchResponse,
  handle: ({ db, user, body }) => trackLines(db, user.id, { lines: body.lines, unreadPast: body.unread_past ?? 'all' }),
});

export const untrack = endpoint({
  summary: 'Stop tracking a scholar; favorites and publications of your other scholars stay',
  description: 'Other publications are hidden with their marks, which come back if you track the scholar again.',
  path: IdInPath,
  response: messageLike('The scholar is no longer tracked.'),
  errors: ['scholar_not_found'],
  async handle({ db, user, path }) {
    await untrackScholar(db, user.id, path.id);
    return { message: 'The scholar is no longer tracked.' };
  },
});

export const listQueue = endpoint({
  summary: 'List queue items: queued, retrying and dropped crawls',
  description: 'A crawl that was blocked or failed goes on as a queue item after its run has ended.',
  query: contract.ItemsQuery,
  response: contract.ItemList,
  async handle({ db, user, query }) {
    const window = windowOf(query, PAGE_SIZE);
    const { items, totalCount } = await listItems(db, user.id, query.status ?? null, window);
    return { queue_items: items, pagination: paginationOf(window, totalCount) };
  },
});

export const retry = endpoint({
  summary: 'Retry a dropped queue item from the row where it stopped',
  description: 'The attempts count from zero again.',
  path: IdInPath,
  response: contract.RetriedItem,
  errors: ['queue_item_not_found', 'queue_item_already_queued', 'queue_item_retrying'],
  handle: ({ db, user, path }) => retryItem(db, user.id, path.id),
});

export const drop = endpoint({
  summary: 'Drop a queue item, even while it is being crawled; a run that waits for it continues without it',
  description: 'Use retry to take it back.',
  path: IdInPath,
  response: contract.DroppedItem,
  errors: ['queue_item_not_found', 'queue_item_already_dropped'],
  handle: ({ db, user, path }) => dropItem(db, user.id, path.id),
});

export const clear = endpoint({
  summary: 'Remove a dropped queue item from the list',
  description: 'Drop the item first. Clearing does not untrack the scholar.',
  path: IdInPath,
  response: contract.ClearedItem,
  errors: ['queue_item_not_found', 'queue_item_not_dropped', 'queue_item_retrying'],
  async handle({ db, user, path }) {
    await clearItem(db, user.id, path.id);
    const message = 'The item is no longer in the list.';
    return { queue_item_id: path.id, previous_status: 'dropped' as const, status: 'cleared' as const, message };
  },
});
