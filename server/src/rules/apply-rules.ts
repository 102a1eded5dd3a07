import { lockLibrary } from '../library/entry-store.ts';
import { markEntriesRead } from '../library/mark-store.ts';
import { readConditions, searchNamesOf } from '../library/read-search.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import * as store from './effect-store.ts';
import { listMatched } from './store.ts';

/** Limits how long a transaction holds the library's lock. */
const MAX_CANDIDATES = 1000;

/**
 * Applies a user's rules to the new entries that they have not looked at yet, in one transaction: a process that is
 * killed has changed nothing, and no rule acts twice on a publication. All rules look at the entries as they are before
 * any of them acts, so their order does not matter. Returns whether there may be more entries.
 */
export async function applyRules(db: Database, userId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { lastRead } = await lockLibrary(tx, userId);
    const candidates = await store.takeCandidates(tx, userId, MAX_CANDIDATES);
    if (candidates.length === 0) return false;
    const matches = await findMatches(tx, userId, candidates);
    if (matches.length > 0) {
      const publicationIds = await store.saveEffects(tx, userId, matches);
      await markEntriesRead(tx, userId, { publicationIds, isChosen: false }, lastRead + 1);
    }
    return candidates.length === MAX_CANDIDATES;
  });
}

/** Which rules match which of the entries that arrived after them. */
async function findMatches(tx: Tx, userId: number, candidates: readonly store.Candidate[]): Promise<store.Match[]> {
  const rules = await store.listEnabledRules(tx, userId);
  const texts = rules.map(({ search }) => search);
  const read = await readConditions(texts, searchNamesOf(tx, userId));
  const sought = rules.flatMap((rule, at) => (read[at] ? { ...rule, condition: read[at] } : []));
  const numbers = new Map<number, number>();
  for (const { publicationId: id, entryNumber } of candidates)
    numbers.set(id, Math.max(entryNumber, numbers.get(id) ?? 0));
  const conditions = sought.map(({ condition }) => condition);
  const matched = await listMatched(tx, userId, [...numbers.keys()], conditions);
  return matched.flatMap(({ publicationId, places }) =>
    sought
      .filter(({ afterEntryNumber }, at) => places.includes(at) && (numbers.get(publicationId) ?? 0) > afterEntryNumber)
      .map(({ id: ruleId }) => ({ ruleId, publicationId })),
  );
}
