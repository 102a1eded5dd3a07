import type { Database } from '../platform/database/database.ts';
import type { BatchResult, UnreadPast } from '../scholars/contract.ts';
import { readScholarLines } from '../scholars/read-scholar-lines.ts';
import { keyOf, trackAuthors } from './track-scholar.ts';

/**
 * Starts tracking the scholars of a list, one per line, in one transaction: a client that leaves before the response
 * loses none. Returns a result for each line.
 */
export async function trackLines(
  db: Database,
  userId: number,
  { lines, unreadPast }: { lines: readonly string[]; unreadPast: UnreadPast },
): Promise<BatchResult> {
  const read = readScholarLines(lines);
  const authors = new Map(read.flatMap((line) => (line.kind === 'scholar' ? [[keyOf(line.author), line.author]] : [])));
  const scholars = await trackAuthors(db, userId, [...authors.values()], { unreadPast });
  const scholarOf = new Map([...authors.keys()].map((key, at) => [key, scholars[at]]));
  const seen = new Set<string>();
  const results = read.map((line, at): BatchResult['results'][number] => {
    if (line.kind !== 'scholar') return { line: at + 1, status: line.kind, scholar_profile_id: null };
    const key = keyOf(line.author);
    const scholar = scholarOf.get(key);
    // if the author is in the list again, the first line counts
    const isAdded = scholar?.isNew === true && !seen.has(key);
    seen.add(key);
    return {
      line: at + 1,
      status: isAdded ? 'added' : 'already_tracked',
      scholar_profile_id: scholar?.scholarId ?? null,
    };
  });
  return { added_count: results.filter(({ status }) => status === 'added').length, results };
}
