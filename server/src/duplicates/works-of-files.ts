import type { Queries } from '../platform/database/database.ts';
import { listFileWorks } from './store.ts';

/** Works that are read at once. */
const AT_ONCE = 5_000;

/**
 * Tells of two works whether nothing but files of different users knows them. Merged, they would show neither user the words of their own file: such
 * works become one when a source names them.
 */
export async function findWorksOfFiles(
  db: Queries,
  ids: readonly number[],
): Promise<(a: number, b: number) => boolean> {
  const usersOf = new Map<number, readonly number[]>();
  for (let from = 0; from < ids.length; from += AT_ONCE)
    for (const [id, users] of await listFileWorks(db, ids.slice(from, from + AT_ONCE))) usersOf.set(id, users);
  return (a, b) => {
    const [ofA, ofB] = [usersOf.get(a), usersOf.get(b)];
    return ofA !== undefined && ofB !== undefined && !ofA.some((user) => ofB.includes(user));
  };
}
