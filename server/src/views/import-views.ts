import type { OwnName } from '../library/own-name.ts';
import type { Tx } from '../platform/database/database.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { MAX_VIEWS, type View } from './contract.ts';
import { findNamesake, findScholar, insertView, listViews } from './store.ts';

/** A view of a file. Its parameters name no scholar; `author` is the scholar's profile, or null for all. */
export interface ImportedView extends OwnName, Pick<View, 'parameters' | 'layout'> {
  readonly author: AuthorId | null;
}

/**
 * Adds views of a file to those of a user, whose library is locked, in their order. Views with the name of an existing one are ignored. Returns how many were
 * created, and which were not because their scholars are not tracked, or because the user has too many views.
 */
export async function importViews<T extends ImportedView>(
  tx: Tx,
  userId: number,
  views: readonly T[],
): Promise<{ created: number; untracked: T[]; tooMany: T[] }> {
  let room = MAX_VIEWS - (await listViews(tx, userId)).length;
  const done = { created: 0, untracked: [] as T[], tooMany: [] as T[] };
  for (const view of views) {
    if ((await findNamesake(tx, userId, view.key, null)) !== undefined) continue;
    const scholarId = view.author && (await findScholar(tx, userId, view.author));
    if (scholarId === undefined) done.untracked.push(view);
    else if (room === 0) done.tooMany.push(view);
    else {
      const parameters = { ...view.parameters, ...(scholarId === null ? {} : { scholar_profile_id: scholarId }) };
      await insertView(tx, userId, { ...view, parameters });
      room -= 1;
      done.created += 1;
    }
  }
  return done;
}
