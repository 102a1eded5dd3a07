import type { Database, Tx } from '../platform/database/database.ts';
import { type CheckLine, type Found, NOTHING_FOUND } from './check.ts';
import { inSavepoint, readApart, refusalOf, setLimits, undone } from './check-store.ts';
import * as pages from './pages-store.ts';

/** What the pages of indexes tell; found in this order. */
export const PAGE_CHECKS: readonly CheckLine[] = [
  {
    name: 'corrupt_pages',
    severity: 'failure',
    message:
      'Pages whose checksum was wrong, since statistics began. Look at the disk and the log of PostgreSQL. Restore a backup.',
  },
  {
    name: 'corrupt_indexes',
    severity: 'failure',
    message:
      'Indexes whose pages contradict themselves. Rebuild them (REINDEX INDEX CONCURRENTLY), and look for the cause: a disk, or a copy of live files.',
  },
  { name: 'page_checks', severity: 'metric', message: 'Indexes whose pages were checked.' },
];

/** How long pages are checked. On a small database that is enough for all of them. */
const BUDGET_SECONDS = 2;
/** data_corrupted and index_corrupted: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const CORRUPT = ['XX001', 'XX002'];

/** Checks the pages of indexes, the smallest first, as many as a few seconds allow, if PostgreSQL has its extension amcheck. */
export async function checkPages(db: Database): Promise<Found[]> {
  const wrong = await readApart(db, BUDGET_SECONDS, pages.countWrongChecksums);
  const corruptPages = { count: wrong, sampleIds: [] };
  const checker = await pages.findPageChecker(db);
  if (checker === 'not available' || checker === 'not allowed') {
    const detail = `amcheck is ${checker} here.`;
    return [corruptPages, NOTHING_FOUND, { ...NOTHING_FOUND, detail }];
  }
  const found = await undone(db, async (tx) => {
    await setLimits(tx, BUDGET_SECONDS);
    if (checker === 'can be made') await pages.makePageChecker(tx);
    return checkIndexes(tx);
  });
  return [corruptPages, ...found];
}

async function checkIndexes(tx: Tx): Promise<Found[]> {
  const indexes = await pages.listIndexes(tx);
  const endsAt = performance.now() + BUDGET_SECONDS * 1000;
  const corrupt: string[] = [];
  let count = 0;
  for (const { id, name } of indexes) {
    const seconds = (endsAt - performance.now()) / 1000;
    if (seconds < 0.05) break;
    try {
      await setLimits(tx, seconds);
      await inSavepoint(tx, () => pages.checkIndex(tx, id));
      count += 1;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal && CORRUPT.includes(refusal.code)) corrupt.push(`${name}: ${refusal.message}`);
      // its time was up, or somebody holds a lock
      else if (!refusal) throw error;
    }
  }
  return [
    { count: corrupt.length, sampleIds: [], ...(corrupt.length > 0 ? { detail: `${corrupt.join(', ')}.` } : {}) },
    { count: count + corrupt.length, sampleIds: [], detail: `Of ${indexes.length} indexes.` },
  ];
}
