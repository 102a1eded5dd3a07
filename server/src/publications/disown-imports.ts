import type { Tx } from '../platform/database/database.ts';
import { updateFacts } from './discovery-store.ts';
import { showBestIdentifiers } from './identifier-store.ts';
import { deleteImported, lockShared } from './imported-store.ts';
import { searchWords, titleKey } from './search-words.ts';

/**
 * Takes out of works that a user has just come to link what others imported of them: nobody sees another's word where a source says nothing. The
 * caller has locked these works before the user's library. Returns those whose identifiers were asked about: they are to be searched for anew.
 */
export async function disownImports(tx: Tx, publicationIds: readonly number[]): Promise<number[]> {
  if (publicationIds.length === 0) return [];
  const shared = await lockShared(tx, publicationIds);
  if (shared.length === 0) return [];
  const ids = shared.map(({ id }) => id);
  const misled = await deleteImported(tx, ids);
  await updateFacts(
    tx,
    shared.map((work) => {
      const own = <K extends 'author_text' | 'venue_text' | 'year'>(field: K) =>
        work.imported_fields.includes(field) ? null : work[field];
      const text = { author_text: own('author_text'), venue_text: own('venue_text'), year: own('year') };
      const words = [...new Set(searchWords([work.title, text.author_text, text.venue_text].join(' ')))];
      return { ...work, ...text, imported_fields: [], title_key: titleKey(work.title), words };
    }),
  );
  await showBestIdentifiers(tx, ids);
  return misled;
}
