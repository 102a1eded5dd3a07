import type { Tx } from '../platform/database/database.ts';
import { listFacts } from './discovery-store.ts';
import { findGaps, listGaps, saveGaps } from './gap-store.ts';
import { showBestIdentifiers } from './identifier-store.ts';
import { searchWords } from './search-words.ts';

const AT_ONCE = 1000;

/**
 * Fills what works lack from the user's file, where no other user links them: nobody else sees what an import says. Each field is noted, and
 * counts as a gap for every source. Returns how many works it changed; their rows stay locked.
 */
export async function fillGaps(tx: Tx, userId: number): Promise<number> {
  if ((await findGaps(tx, userId)) === 0) return 0;
  let filled = 0;
  for (let afterId = 0; ; ) {
    const gaps = await listGaps(tx, userId, afterId, AT_ONCE);
    if (gaps.length === 0) return filled;
    const ids = gaps.map(({ id }) => id);
    const facts = await listFacts(tx, ids);
    const withWords = gaps.map((gap) => {
      const now = facts.get(gap.id);
      const text = [now?.title, now?.author_text ?? gap.author_text, now?.venue_text ?? gap.venue_text];
      return { ...gap, words: [...new Set(searchWords(text.join(' ')))] };
    });
    await saveGaps(tx, withWords);
    await showBestIdentifiers(
      tx,
      gaps.flatMap(({ id, identifiers }) => (identifiers ? id : [])),
    );
    filled += gaps.length;
    afterId = ids.at(-1) ?? Number.MAX_SAFE_INTEGER;
  }
}
