import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationQuery } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { notify } from '../../ui/notify-problem.ts';
import { offerUndo, rememberUndo, reportFailure } from '../../ui/undo.ts';
import {
  DETAIL_KEY,
  invalidateOtherLists,
  loadedOf,
  markCached,
  replaceCached,
  updateCached,
  visibleLists,
} from './cached-publications.ts';
import { LIST_KEY } from './list-query.ts';
import type { Marks } from './recent-marks.ts';
import { todayQuery } from './today-query.ts';

const MAX_AT_ONCE = 1000;

/** Marks are sent one after another, so that the later of two marks on one publication wins. */
let sending: Promise<unknown> = Promise.resolve();

/** Shows marks at once, sends them, and reverts them if the service refuses. */
async function send(
  ids: ReadonlySet<number>,
  marks: Marks,
  unmarks: Marks,
  request: () => Promise<unknown>,
): Promise<void> {
  const shown = visibleLists();
  const settle = markCached(ids, marks);
  const sent = sending.then(request);
  sending = sent.catch(() => {});
  try {
    await sent;
    invalidateOtherLists(shown);
  } catch (error) {
    markCached(ids, unmarks)();
    throw error;
  } finally {
    settle();
  }
}

function sendRead(ids: readonly number[], isRead: boolean): Promise<void> {
  return send(new Set(ids), { is_read: isRead }, { is_read: !isRead }, async () => {
    for (let at = 0; at < ids.length; at += MAX_AT_ONCE) {
      const publication_ids = ids.slice(at, at + MAX_AT_ONCE);
      await unwrap(api.POST('/api/v1/publications/mark-read', { body: { publication_ids, is_read: isRead } }));
    }
  });
}

function sendFavorite(id: number, isFavorite: boolean): Promise<void> {
  const params = { path: { id } };
  return send(new Set([id]), { is_favorite: isFavorite }, { is_favorite: !isFavorite }, () =>
    unwrap(api.POST('/api/v1/publications/{id}/favorite', { params, body: { is_favorite: isFavorite } })),
  );
}

// The undo is registered at once, like the mark, and sent after the mark has arrived. Otherwise pressing u quickly would undo the action before.

export function setRead({ publication_id: id, is_read }: Publication, isRead: boolean): void {
  if (is_read === isRead) return;
  const sent = sendRead([id], isRead);
  forgetUndoIfRefused(
    sent,
    rememberUndo(() => sent.then(() => sendRead([id], !isRead))),
  );
  reportFailure(sent);
}

export function toggleFavorite({ publication_id: id, is_favorite }: Publication): void {
  const sent = sendFavorite(id, !is_favorite);
  forgetUndoIfRefused(
    sent,
    rememberUndo(() => sent.then(() => sendFavorite(id, is_favorite))),
  );
  reportFailure(sent);
}

/** Marks only the selected publications that change, so that undo restores the state before. */
export function setSelectedRead(publications: readonly Publication[], isRead: boolean): void {
  const ids = publications.filter(({ is_read }) => is_read !== isRead).map(({ publication_id }) => publication_id);
  if (ids.length === 0) return;
  const sent = sendRead(ids, isRead);
  const message = isRead ? texts.publications.markedRead(ids.length) : texts.publications.markedUnread(ids.length);
  forgetUndoIfRefused(
    sent,
    offerUndo(message, () => sent.then(() => sendRead(ids, !isRead))),
  );
  reportFailure(sent);
}

/** A refused mark is already reverted, so undoing it again would be wrong. */
function forgetUndoIfRefused(sent: Promise<void>, forgetUndo: () => void): void {
  sent.catch(forgetUndo);
}

/** Marks everything in a list's snapshot, including pages that were never loaded, and nothing that arrived later. */
export function markAllRead(query: PublicationQuery, snapshot: string): void {
  reportFailure(sendAllRead(query, snapshot));
}

async function sendAllRead(query: PublicationQuery, snapshot: string): Promise<void> {
  const { sort_by: _by, sort_dir: _direction, with_abstract: _abstract, ...filter } = query;
  const body = { ...filter, snapshot, with_running: true };
  const { undo_token, updated_count } = await unwrap(api.POST('/api/v1/publications/mark-all-read', { body }));
  if (undo_token === null) notify(texts.publications.allRead);
  else
    offerUndo(texts.publications.markedRead(updated_count), async () => {
      await unwrap(api.POST('/api/v1/publications/mark-all-read/undo', { body: { undo_token } }));
      void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: LIST_KEY });
    });
  // show the marks after the undo is available
  const listed = new Set(loadedOf(query).map(({ publication_id: id }) => id));
  updateCached((known) => (listed.has(known.publication_id) ? { ...known, is_read: true } : known));
  void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: LIST_KEY });
}

export function retryPdf({ publication_id: id }: Publication): Promise<void> {
  return unwrap(api.POST('/api/v1/publications/{id}/retry-pdf', { params: { path: { id } }, body: {} })).then(
    ({ publication }) => {
      replaceCached(publication);
      return queryClient.invalidateQueries({ queryKey: [...DETAIL_KEY, id] });
    },
  );
}
