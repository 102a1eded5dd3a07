import type { CoAuthor } from '../../api/shapes.ts';

/**
 * One list of the co-authors of several scholars, with the sums of their common publications, the most frequent first.
 */
export function rankCoAuthors(lists: readonly (readonly CoAuthor[])[]): CoAuthor[] {
  const ranked = new Map<string, CoAuthor>();
  for (const coAuthor of lists.flat()) {
    const before = ranked.get(coAuthor.id)?.publication_count ?? 0;
    ranked.set(coAuthor.id, { ...coAuthor, publication_count: before + coAuthor.publication_count });
  }
  return [...ranked.values()].sort(
    (one, other) => other.publication_count - one.publication_count || one.name.localeCompare(other.name),
  );
}
