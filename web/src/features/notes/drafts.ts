import { queryClient } from '../../api/query-client.ts';
import { currentDrafts, type Draft, draftPrefix, draftsQuery, storedDraftKeys } from './drafts-query.ts';

/** Each page stores its drafts under keys of its own, so that two pages never overwrite each other's. */
const PAGE = makeId();
const lockOf = (page: string) => `lectern-notes:${page}`;

// Held as long as the page lives, also if it is killed: other pages take over the drafts of a page without a lock. Absent over plain HTTP.
void navigator.locks?.request(lockOf(PAGE), () => new Promise(() => undefined));

/** A new UUID. `crypto.randomUUID` is absent over plain HTTP. */
export function makeId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) =>
    (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function findDraft(noteId: string): Draft | undefined {
  return currentDrafts().find((draft) => draft.noteId === noteId);
}

/** Keeps a draft in memory and in the browser's storage, in place of an earlier one of the same note. */
export function putDraft(draft: Draft): void {
  setDrafts([...currentDrafts().filter(({ noteId }) => noteId !== draft.noteId), draft]);
  // a browser without room or permission keeps it only as long as the page
  store((storage, prefix) => storage.setItem(`${prefix}${PAGE}:${draft.noteId}`, JSON.stringify(draft)));
}

export function dropDraft(noteId: string): void {
  setDrafts(currentDrafts().filter((draft) => draft.noteId !== noteId));
  store((storage, prefix) => storage.removeItem(`${prefix}${PAGE}:${noteId}`));
}

/** Takes over the drafts of pages that are gone. A note that has a draft here, too, gets both texts as two notes. */
export async function adoptDrafts(): Promise<void> {
  const prefix = draftPrefix() ?? '';
  const pageOf = (key: string) => key.slice(prefix.length).split(':', 1)[0] ?? '';
  const pages = new Set(storedDraftKeys().map(pageOf));
  pages.delete(PAGE);
  for (const page of pages) {
    const adopt = () => {
      for (const key of storedDraftKeys().filter((one) => pageOf(one) === page)) {
        const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null');
        if (draft) putDraft(findDraft(draft.noteId) ? asNewNote(draft) : draft);
        localStorage.removeItem(key);
      }
    };
    if (navigator.locks) await navigator.locks.request(lockOf(page), { ifAvailable: true }, (lock) => lock && adopt());
    else adopt();
  }
}

/** The same text as a note of its own. */
export function asNewNote({ publicationId, text }: Draft): Draft {
  return newDraft({ noteId: makeId(), publicationId, text, revision: 0 });
}

/** A draft that was not sent yet. */
export function newDraft(draft: Pick<Draft, 'noteId' | 'publicationId' | 'text' | 'revision'>): Draft {
  return { ...draft, sent: null, theirs: null, refusal: null };
}

function setDrafts(drafts: readonly Draft[]): void {
  queryClient.setQueryData(draftsQuery.queryKey, drafts);
}

function store(change: (storage: Storage, prefix: string) => void): void {
  const prefix = draftPrefix();
  try {
    if (prefix !== null) change(localStorage, prefix);
  } catch {
    // see putDraft
  }
}
