import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Note } from '../../api/shapes.ts';
import { updateCached } from '../publications/cached-publications.ts';

/** The user's notes on a publication, the oldest first. */
export function notesQuery(publicationId: number) {
  return queryOptions({
    queryKey: ['notes', publicationId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: publicationId } };
      return (await unwrap(api.GET('/api/v1/publications/{id}/notes', { params, signal }))).notes;
    },
    // another device may have changed them
    staleTime: 0,
  });
}

/** Replaces a note in the cache, adds it, or removes it if it was deleted. Lists show the new number of notes. */
export function cacheNote(publicationId: number, noteId: string, note: Note | null): void {
  const { queryKey } = notesQuery(publicationId);
  const before = queryClient.getQueryData(queryKey);
  if (before === undefined) return;
  const at = before.findIndex(({ id }) => id === noteId);
  const after =
    note === null ? before.filter(({ id }) => id !== noteId) : at < 0 ? [...before, note] : before.with(at, note);
  // a response under way may be older
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, after);
  updateCached((one) => (one.publication_id === publicationId ? { ...one, note_count: after.length } : one));
}
