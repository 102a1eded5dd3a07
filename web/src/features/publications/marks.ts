import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationQuery } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { rememberUndo, tellUndo, tryOut } from '../../ui/undo.ts';
import { changeKnown, DETAIL_KEY, markKnown, outdateListsBut, replaceKnown, shownLists } from './known-publications.ts';
import { LIST_KEY } from './list-query.ts';
import type { Marks } from './recent-marks.ts';

const MOST_AT_ONCE = 1000;

/** One after the other: of two marks on the same publication the service is to hear the later one last. */
let sending: Promise<unknown> = Promise.resolve();

/** Shown at once; taken back with the reason when the service refuses. */
async function send(
  ids: ReadonlySet<number>,
  marks: Marks,
  unmarks: Marks,
  ask: () => Promise<unknown>,
): Promise<void> {
  const shown = shownLists();
  const settle = markKnown(ids, marks);
  const sent = sending.then(ask);
  sending = sent.catch(() => {});
  try {
    await sent;
    outdateListsBut(shown);
  } catch (error) {
    markKnown(ids, unmarks)();
    throw error;
  } finally {
    settle();
  }
}

function sendRead(ids: readonly number[], isRead: boolean): Promise<void> {
  return send(new Set(ids), { is_read: isRead }, { is_read: !isRead }, async () => {
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const publication_ids = ids.slice(at, at + MOST_AT_ONCE);
      await take(api.POST('/api/v1/publications/mark-read', { body: { publication_ids, is_read: isRead } }));
    }
  });
}

function sendFavorite(id: number, isFavorite: boolean): Promise<void> {
  const params = { path: { id } };
  return send(new Set([id]), { is_favorite: isFavorite }, { is_favorite: !isFavorite }, () =>
    take(api.POST('/api/v1/publications/{id}/favorite', { params, body: { is_favorite: isFavorite } })),
  );
}

// What takes a mark back is remembered at once, as the mark is shown at once, and sent when the mark has arrived: else a quick key
// would take back what was done before.

export function setRead({ publication_id: id, is_read }: Publication, isRead: boolean): void {
  if (is_read === isRead) return;
  const sent = sendRead([id], isRead);
  forgetWhenRefused(
    sent,
    rememberUndo(() => sent.then(() => sendRead([id], !isRead))),
  );
  tryOut(sent);
}

export function toggleFavorite({ publication_id: id, is_favorite }: Publication): void {
  const sent = sendFavorite(id, !is_favorite);
  forgetWhenRefused(
    sent,
    rememberUndo(() => sent.then(() => sendFavorite(id, is_favorite))),
  );
  tryOut(sent);
}

/** Of those chosen, the ones that are not so yet: undo brings back what was. */
export function setSelectedRead(publications: readonly Publication[], isRead: boolean): void {
  const ids = publications.filter(({ is_read }) => is_read !== isRead).map(({ publication_id }) => publication_id);
  if (ids.length === 0) return;
  const sent = sendRead(ids, isRead);
  const message = isRead ? texts.publications.markedRead(ids.length) : texts.publications.markedUnread(ids.length);
  forgetWhenRefused(
    sent,
    tellUndo(message, () => sent.then(() => sendRead(ids, !isRead))),
  );
  tryOut(sent);
}

/** What was refused is taken back already: the key would take back what was done before. */
function forgetWhenRefused(sent: Promise<void>, forgetUndo: () => void): void {
  sent.catch(forgetUndo);
}

/** Marks what the list could show, on pages that were never asked for as well, and nothing that came later. */
export function markAllRead(query: PublicationQuery, snapshot: string): void {
  tryOut(sendAllRead(query.scholar_profile_id ?? null, snapshot));
}

async function sendAllRead(scholar_profile_id: number | null, snapshot: string): Promise<void> {
  const body = { scholar_profile_id, snapshot };
  const { undo_token, updated_count } = await take(api.POST('/api/v1/publications/mark-all-read', { body }));
  if (undo_token !== null) {
    tellUndo(texts.publications.markedRead(updated_count), async () => {
      await take(api.POST('/api/v1/publications/mark-all-read/undo', { body: { undo_token } }));
      await queryClient.invalidateQueries({ queryKey: LIST_KEY });
    });
  }
  // shown only now, when it can be taken back
  changeKnown((known) => (isOf(known, scholar_profile_id) ? { ...known, is_read: true } : known));
  await queryClient.invalidateQueries({ queryKey: LIST_KEY });
}

function isOf({ scholars }: Publication, scholarId: number | null): boolean {
  return scholarId === null || scholars.some(({ scholar_profile_id }) => scholar_profile_id === scholarId);
}

export function retryPdf({ publication_id: id }: Publication): Promise<void> {
  return take(api.POST('/api/v1/publications/{id}/retry-pdf', { params: { path: { id } }, body: {} })).then(
    ({ publication }) => {
      replaceKnown(publication);
      return queryClient.invalidateQueries({ queryKey: [...DETAIL_KEY, id] });
    },
  );
}
