import type { Database, Tx } from '../platform/database/database.ts';
import * as pages from './integrity-pages-store.ts';
import type { Findings } from './integrity-probe.ts';
import { NOTHING_FOUND } from './integrity-report.ts';
import { foundNames } from './integrity-schema-store.ts';
import { inSavepoint, readApart, refusalOf, setLimits, undone } from './probe-store.ts';

/** So long pages are looked through; on a small database that is all of them. */
const BUDGET_SECONDS = 2;
/** data_corrupted and index_corrupted: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const CORRUPT = ['XX001', 'XX002'];

/** Looks through the pages of indexes, the smallest first, as far as it goes in a few seconds, where PostgreSQL has its extension amcheck. */
export async function checkPages(db: Database): Promise<Findings> {
  const wrong = await readApart(db, BUDGET_SECONDS, pages.countWrongChecksums);
  const corrupt_pages = { count: wrong, sampleIds: [] };
  const checker = await pages.findPageChecker(db);
  if (checker === 'not available' || checker === 'not allowed') {
    const detail = `amcheck is ${checker} here.`;
    return { corrupt_pages, corrupt_indexes: NOTHING_FOUND, page_checks: { ...NOTHING_FOUND, detail } };
  }
  const found = await undone(db, async (tx) => {
    await setLimits(tx, BUDGET_SECONDS);
    if (checker === 'can be made') await pages.makePageChecker(tx);
    return lookThroughIndexes(tx);
  });
  return { corrupt_pages, ...found };
}

async function lookThroughIndexes(tx: Tx): Promise<Findings> {
  const indexes = await pages.listIndexes(tx);
  const endsAt = performance.now() + BUDGET_SECONDS * 1000;
  const corrupt: string[] = [];
  let count = 0;
  for (const { id, name } of indexes) {
    const seconds = (endsAt - performance.now()) / 1000;
    if (seconds < 0.05) break;
    try {
      await setLimits(tx, seconds);
      await inSavepoint(tx, () => pages.lookThroughIndex(tx, id));
      count += 1;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal && CORRUPT.includes(refusal.code)) corrupt.push(`${name}: ${refusal.message}`);
      // its time was up, or somebody holds a lock
      else if (!refusal) throw error;
    }
  }
  return {
    corrupt_indexes: foundNames(corrupt),
    page_checks: { count: count + corrupt.length, sampleIds: [], detail: `Of ${indexes.length} indexes.` },
  };
}
