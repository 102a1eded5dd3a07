import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationQuery } from '../../api/shapes.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { tagTexts } from '../../texts/en/tags.ts';
import { texts } from '../../texts/en.ts';
import { notify } from '../../ui/notify-problem.ts';
import { offerUndo, rememberUndo, reportFailure } from '../../ui/undo.ts';
import { isSameName } from '../tags/tags-query.ts';
import { DETAIL_KEY, invalidateLists, loadedOf, replaceCached, updateCached } from './cached-publications.ts';
import { addMark, sendAfterMarks } from './send-marks.ts';
import { isOfTodaysDays } from './today-query.ts';
import { type CountChange, knownMarks, type Said } from './unconfirmed-marks.ts';

/**
 * Says something of publications that is not so yet. A message offers the undo; without one, the shortcut has it. The
 * undo is another mark, so it also works before the first one is sent.
 */
export function mark(publications: readonly Publication[], said: Said, message?: string): void {
  const [first] = publications;
  if (first === undefined) return;
  const made = {
    ...said,
    id: nextId(),
    publicationIds: publications.map(({ publication_id: id }) => id),
    title: first.title,
    counts: countChange(publications, said),
  };
  addMark(made);
  const counts = Object.fromEntries(Object.entries(made.counts).map(([name, by]) => [name, -by]));
  const undo = async () => addMark({ ...made, id: nextId(), isSet: !said.isSet, counts });
  if (message === undefined) rememberUndo(undo, made.id);
  else offerUndo(message, undo, made.id);
}

/** An id that is later than those of all marks, whatever the clock says. */
function nextId(): string {
  const latest = Number(knownMarks().at(-1)?.mark.id.split('-')[0] ?? 0);
  return `${Math.max(Date.now(), latest + 1)}-${Math.random().toString(36).slice(2)}`;
}

function countChange(publications: readonly Publication[], { kind, isSet }: Said): CountChange {
  const by = isSet ? 1 : -1;
  if (kind === 'favorite') return { favorites_count: by * publications.length };
  if (kind !== 'read') return {};
  return {
    unread_count: -by * publications.length,
    today_count: -by * publications.filter(({ first_seen_at: at }) => isOfTodaysDays(at)).length,
    latest_unread_count: -by * publications.filter(({ is_new_in_latest_run: isNew }) => isNew).length,
  };
}

export function setRead(publication: Publication, isRead: boolean): void {
  if (publication.is_read !== isRead) mark([publication], { kind: 'read', isSet: isRead });
}

export function toggleFavorite(publication: Publication): void {
  mark([publication], { kind: 'favorite', isSet: !publication.is_favorite });
}

/** Marks only the selected publications that change, so that undo restores the state before. */
export function setSelectedRead(publications: readonly Publication[], isRead: boolean): void {
  const changed = publications.filter(({ is_read }) => is_read !== isRead);
  const message = isRead ? texts.publications.markedRead : texts.publications.markedUnread;
  mark(changed, { kind: 'read', isSet: isRead }, message(changed.length));
}

/** Adds a tag to those of the publications that do not have it, or removes it from those that do. */
export function setTag(publications: readonly Publication[], name: string, isSet: boolean): void {
  const changed = publications.filter(({ tags }) => tags.some((tag) => isSameName(tag.name, name)) !== isSet);
  const message = (isSet ? tagTexts.added : tagTexts.removed)(name, changed.length);
  mark(changed, { kind: 'tag', tag: name, isSet }, publications.length === 1 ? undefined : message);
}

/**
 * Says that the user wants to read more, or less, like a publication, and offers an undo. Open lists keep their order,
 * so that no row moves away from the reader.
 */
export function saveInterest(publication: Publication, kind: 'more' | 'less'): void {
  mark([publication], { kind, isSet: true }, readingTexts.saved[kind]);
}

/** Takes back what `saveInterest` said. */
export function deleteInterest(publication: Publication, kind: 'more' | 'less'): void {
  mark([publication], { kind, isSet: false });
}

/** Marks everything in a list's snapshot, including pages that were never loaded, and nothing that arrived later. */
export function markAllRead(query: PublicationQuery, snapshot: string): void {
  reportFailure(sendAllRead(query, snapshot));
}

async function sendAllRead(query: PublicationQuery, snapshot: string): Promise<void> {
  const { sort_by: _by, sort_dir: _direction, with_abstract: _abstract, ...filter } = query;
  const body = { ...filter, snapshot, with_running: true };
  const { undo_token, updated_count } = await sendAfterMarks(() =>
    unwrap(api.POST('/api/v1/publications/mark-all-read', { body })),
  );
  if (undo_token === null) notify(texts.publications.allRead);
  else
    offerUndo(texts.publications.markedRead(updated_count), async () => {
      await sendAfterMarks(() => unwrap(api.POST('/api/v1/publications/mark-all-read/undo', { body: { undo_token } })));
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
