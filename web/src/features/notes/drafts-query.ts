import { queryOptions, skipToken } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { knownSession } from '../../api/session.ts';
import type { Note } from '../../api/shapes.ts';

/** A text of a note that the service has not confirmed. */
export interface Draft {
  readonly noteId: string;
  readonly publicationId: number;
  readonly text: string;
  /** the revision that the user changed; 0 for a new note */
  readonly revision: number;
  /** what was sent for this revision and may have arrived; null: nothing */
  readonly sent: string | null;
  /** what the service has in place of this revision, so that the user has to choose; null: no conflict is known */
  readonly theirs: Note | null;
  /** why the service refused the text, or null */
  readonly refusal: string | null;
}

/** What is kept in the browser's storage, so that it survives the page: a draft by user and note. */
const PREFIX = 'lectern-note:';
const NONE: readonly Draft[] = [];

/** The drafts of this page, each note once. */
export const draftsQuery = queryOptions<readonly Draft[]>({
  queryKey: ['drafts'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export function currentDrafts(): readonly Draft[] {
  return queryClient.getQueryData(draftsQuery.queryKey) ?? NONE;
}

/** Where the drafts of the signed-in user are stored, or null for a visitor. */
export function draftPrefix(): string | null {
  const userId = knownSession()?.user.id;
  return userId === undefined ? null : `${PREFIX}${userId}:`;
}

/** The keys under which drafts of the signed-in user are stored. */
export function storedDraftKeys(): string[] {
  const prefix = draftPrefix();
  try {
    return prefix === null ? [] : Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // a browser may forbid the storage
    return [];
  }
}
