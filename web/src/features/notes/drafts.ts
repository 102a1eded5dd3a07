import { queryClient } from '../../api/query-client.ts';
import { currentDrafts, type Draft, draftPrefix, draftsQuery, storedDraftKeys } from './drafts-query.ts';

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
  store((storage, prefix) => storage.setItem(prefix + draft.noteId, JSON.stringify(draft)));
}

export function dropDraft(noteId: string): void {
  setDrafts(currentDrafts().filter((draft) => draft.noteId !== noteId));
  store((storage, prefix) => storage.removeItem(prefix + noteId));
}

/** Reads the drafts in the browser's storage, except those of notes that have a draft here. */
export function loadDrafts(): void {
  for (const key of storedDraftKeys()) {
    const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (draft === null || findDraft(draft.noteId)) continue;
    // version 0.2.0 had the page in the key
    localStorage.removeItem(key);
    putDraft(draft);
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
