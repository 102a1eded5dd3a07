import type { MutationOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Note } from '../../api/shapes.ts';
import { dropDraft, findDraft, loadDrafts, putDraft } from './drafts.ts';
import { currentDrafts, type Draft } from './drafts-query.ts';
import { cacheNote, notesQuery } from './notes-query.ts';

const MAX_RETRY_DELAY_MS = 15_000;
/**
 * Browsers limit what is sent after a page was closed to 64 kB. A character takes four bytes at most, six as an escape.
 */
const MAX_KEPT_ALIVE = 10_000;
/** Conflicts and limits; the user has to do something about them. */
const REFUSALS: readonly number[] = [400, 403, 404, 409, 413, 422];

/** The key of the mutations that save a note. */
export function saveKey(noteId: string): readonly string[] {
  return ['notes', 'save', noteId];
}

/**
 * Sends the draft of a note until the service has its newest text. Without a connection it tries again and again. It
 * never rejects: a refused draft stays, with the reason or the text of the service.
 */
export async function saveDraft(noteId: string): Promise<void> {
  const mutationKey = saveKey(noteId);
  if (findDraft(noteId) === undefined) return;
  const mutations = queryClient.getMutationCache();
  const options: MutationOptions = {
    mutationKey,
    mutationFn: () => sendDraft(noteId),
    retry: (_count, error) => isTemporary(error),
    retryDelay: (count) => Math.min(1000 * 2 ** count, MAX_RETRY_DELAY_MS),
  };
  // what runs already sends the newest text, and a sign-out has to wait for it
  const running = mutations.find({ mutationKey, status: 'pending' });
  const saved = running ? running.continue() : mutations.build(queryClient, options).execute(undefined);
  await saved.catch(() => undefined);
}

/** Sends what this page and earlier ones have not sent. */
export async function saveAllDrafts(): Promise<void> {
  loadDrafts();
  await Promise.all(currentDrafts().map(({ noteId }) => saveDraft(noteId)));
}

function isTemporary(error: Error): boolean {
  return !(error instanceof ApiError && REFUSALS.includes(error.status));
}

async function sendDraft(noteId: string): Promise<void> {
  for (let draft = findDraft(noteId); draft !== undefined && draft.theirs === null; draft = findDraft(noteId)) {
    // a text that may have arrived is sent again before a newer one, so that what the service has is either this
    // revision or a conflict
    const sent = draft.sent ?? draft.text;
    putDraft({ ...draft, sent, refusal: null });
    let note: Note | null;
    try {
      note = await send(draft, sent);
    } catch (error) {
      if (!(error instanceof Error) || isTemporary(error)) throw error;
      const theirs = changedNote(error);
      changeDraft(noteId, { sent: null, theirs, refusal: theirs === null ? error.message : null });
      if (theirs !== null) return cacheNote(draft.publicationId, noteId, theirs);
      throw error;
    }
    cacheNote(draft.publicationId, noteId, note);
    if (findDraft(noteId)?.text === sent) dropDraft(noteId);
    else changeDraft(noteId, { sent: null, revision: note?.revision ?? draft.revision });
  }
}

async function send({ noteId: id, publicationId, revision }: Draft, text: string): Promise<Note | null> {
  // PostgreSQL cannot store the others
  const storable = text.replaceAll(/\p{Surrogate}/gu, '').replaceAll('\0', '');
  return unwrap(
    api.PUT('/api/v1/notes/{id}', {
      params: { path: { id } },
      body: { publication_id: publicationId, text: storable, revision },
      keepalive: storable.length < MAX_KEPT_ALIVE,
    }),
  );
}

/** The stored note that a save would have overwritten, or null. */
function changedNote(error: Error): Note | null {
  if (!(error instanceof ApiError) || error.code !== 'note_changed') return null;
  return (error.details as { note: Note }).note;
}

function changeDraft(noteId: string, change: Partial<Draft>): void {
  const draft = findDraft(noteId);
  if (draft) putDraft({ ...draft, ...change });
}

/** Saves the user's text over the other one. */
export function keepMine(draft: Draft): void {
  putDraft({ ...draft, revision: draft.theirs?.revision ?? 0, theirs: null });
  void saveDraft(draft.noteId);
}

/** Gives up the user's text. */
export function keepTheirs({ noteId, publicationId }: Draft): void {
  dropDraft(noteId);
  void queryClient.invalidateQueries({ queryKey: notesQuery(publicationId).queryKey });
}
