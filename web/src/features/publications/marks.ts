import type { MutationOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationQuery } from '../../api/shapes.ts';
import { tagTexts } from '../../texts/en/tags.ts';
import { texts } from '../../texts/en.ts';
import { notify } from '../../ui/notify-problem.ts';
import { offerUndo, rememberUndo, reportFailure } from '../../ui/undo.ts';
import { isSameName, tagNamed, tagsQuery } from '../tags/tags-query.ts';
import {
  DETAIL_KEY,
  invalidateLists,
  invalidateOtherLists,
  loadedOf,
  markCached,
  replaceCached,
  unmarkCached,
  updateCached,
  visibleLists,
} from './cached-publications.ts';
import { forgetRefused, isTag, MARK_KEY, type Mark, type Marks, nameOfTag } from './unconfirmed-marks.ts';

const MAX_AT_ONCE = 1000;

/** Marks are sent one after another, so that the later of two marks on one publication wins. */
const SCOPE = { id: 'marks' };

const markOptions: MutationOptions<number, Error, Mark, ReadonlySet<string>> = {
  mutationKey: MARK_KEY,
  scope: SCOPE,
  async mutationFn(mark) {
    await send(mark);
    return performance.now();
  },
  onMutate(mark) {
    markCached(mark);
    return visibleLists();
  },
  onError: (_refusal, mark) => unmarkCached(mark),
  onSuccess(_respondedAt, { marks }, visible) {
    invalidateOtherLists(visible);
    if (Object.keys(marks).some(isTag)) reportFailure(refreshTags());
  },
};

/** Shows marks at once, sends them after the marks before, and reverts them if the service refuses. */
function mark(ids: Iterable<number>, marks: Marks): Promise<unknown> {
  forgetRefused();
  return queryClient
    .getMutationCache()
    .build(queryClient, markOptions)
    .execute({ ids: new Set(ids), marks });
}

async function send({ ids, marks: { is_read, is_favorite, ...tags } }: Mark): Promise<void> {
  const all = [...ids];
  const inBatches = async (request: (publication_ids: number[]) => Promise<unknown>) => {
    for (let at = 0; at < all.length; at += MAX_AT_ONCE) await request(all.slice(at, at + MAX_AT_ONCE));
  };
  for (const [name, isSet] of Object.entries(tags)) {
    const change = { [isSet ? 'add' : 'remove']: [nameOfTag(name)] };
    await inBatches((publication_ids) =>
      unwrap(api.POST('/api/v1/publications/tag', { body: { publication_ids, ...change } })),
    );
  }
  if (is_read !== undefined)
    await inBatches((publication_ids) =>
      unwrap(api.POST('/api/v1/publications/mark-read', { body: { publication_ids, is_read } })),
    );
  if (is_favorite === undefined) return;
  for (const id of all)
    await unwrap(api.POST('/api/v1/publications/{id}/favorite', { params: { path: { id } }, body: { is_favorite } }));
}

/** Sends a request after the marks before it. */
function sendInOrder<Data>(request: () => Promise<Data>): Promise<Data> {
  const options: MutationOptions<Data> = { scope: SCOPE, mutationFn: request };
  return queryClient.getMutationCache().build(queryClient, options).execute();
}

export function setRead({ publication_id: id, is_read }: Publication, isRead: boolean): void {
  if (is_read === isRead) return;
  const sent = mark([id], { is_read: isRead });
  reportRefusal(
    sent,
    rememberUndo(() => mark([id], { is_read: !isRead })),
  );
}

export function toggleFavorite({ publication_id: id, is_favorite }: Publication): void {
  const sent = mark([id], { is_favorite: !is_favorite });
  reportRefusal(
    sent,
    rememberUndo(() => mark([id], { is_favorite })),
  );
}

/** Marks only the selected publications that change, so that undo restores the state before. */
export function setSelectedRead(publications: readonly Publication[], isRead: boolean): void {
  const ids = publications.filter(({ is_read }) => is_read !== isRead).map(({ publication_id }) => publication_id);
  if (ids.length === 0) return;
  const sent = mark(ids, { is_read: isRead });
  const message = isRead ? texts.publications.markedRead(ids.length) : texts.publications.markedUnread(ids.length);
  reportRefusal(
    sent,
    offerUndo(message, () => mark(ids, { is_read: !isRead })),
  );
}

/** Adds a tag to those of the publications that do not have it, or removes it from those that do. */
export function setTag(publications: readonly Publication[], name: string, isSet: boolean): void {
  const ids = publications
    .filter(({ tags }) => tags.some((tag) => isSameName(tag.name, name)) !== isSet)
    .map(({ publication_id }) => publication_id);
  if (ids.length === 0) return;
  const sent = mark(ids, { [`tag:${name}`]: isSet });
  const undo = () => mark(ids, { [`tag:${name}`]: !isSet });
  const message = isSet ? tagTexts.added(name, ids.length) : tagTexts.removed(name, ids.length);
  reportRefusal(sent, publications.length === 1 ? rememberUndo(undo) : offerUndo(message, undo));
}

/** Reads the tags with their counts, and gives cached publications the colors of tags that the service has created. */
async function refreshTags(): Promise<void> {
  await queryClient.fetchQuery({ ...tagsQuery, staleTime: 0 });
  updateCached((known) =>
    known.tags.some(({ id }) => id === 0) ? { ...known, tags: known.tags.map(({ name }) => tagNamed(name)) } : known,
  );
}

/** A refused mark is already reverted, so its undo is forgotten. */
function reportRefusal(sent: Promise<unknown>, forgetUndo: () => void): void {
  sent.catch(forgetUndo);
  reportFailure(sent);
}

/** Marks everything in a list's snapshot, including pages that were never loaded, and nothing that arrived later. */
export function markAllRead(query: PublicationQuery, snapshot: string): void {
  reportFailure(sendAllRead(query, snapshot));
}

async function sendAllRead(query: PublicationQuery, snapshot: string): Promise<void> {
  const { sort_by: _by, sort_dir: _direction, with_abstract: _abstract, ...filter } = query;
  const body = { ...filter, snapshot, with_running: true };
  const { undo_token, updated_count } = await sendInOrder(() =>
    unwrap(api.POST('/api/v1/publications/mark-all-read', { body })),
  );
  if (undo_token === null) notify(texts.publications.allRead);
  else
    offerUndo(texts.publications.markedRead(updated_count), async () => {
      await sendInOrder(() => unwrap(api.POST('/api/v1/publications/mark-all-read/undo', { body: { undo_token } })));
      await invalidateLists();
    });
  // show the marks after the undo is available
  const listed = new Set(loadedOf(query).map(({ publication_id: id }) => id));
  updateCached((known) => (listed.has(known.publication_id) ? { ...known, is_read: true } : known));
  await invalidateLists();
}

export function retryPdf({ publication_id: id }: Publication): Promise<void> {
  return unwrap(api.POST('/api/v1/publications/{id}/retry-pdf', { params: { path: { id } }, body: {} })).then(
    ({ publication }) => {
      replaceCached(publication);
      return queryClient.invalidateQueries({ queryKey: [...DETAIL_KEY, id] });
    },
  );
}
