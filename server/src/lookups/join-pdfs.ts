import type { Tx } from '../platform/database/database.ts';
import { bestPdf, hasBegun, type LookupRow, linkOf, type PdfRow, type PdfState } from './joined-pdfs.ts';
import { WEB } from './lookup.ts';
import { isAwaited, lockSearches, readSearches, replacePdfs, turnLookup } from './merge-store.ts';
import { NOTHING_YET } from './progress.ts';
import { deleteLookups, insertLookups } from './store.ts';

/** What a merge made of the works' searches; null when they had none. */
export interface JoinedPdfs {
  readonly before: PdfState;
  /** the winner's */
  readonly after: PdfState;
  /** to be woken at the end of the transaction */
  readonly sources: readonly string[];
}

/**
 * One search for the PDF of works that have become one, whose rows the caller has locked. The best PDF found for any of them is the winner's; a search
 * under way goes on with a look at it. A winner that was never searched for is, when a loser was. The losers' lookups end by themselves, and tell the
 * runs that wait for them.
 */
export async function joinPdfs(tx: Tx, winnerId: number, loserIds: readonly number[]): Promise<JoinedPdfs | null> {
  const all = await lockSearches(tx, [winnerId, ...loserIds]);
  const lookup = all.lookups.find((one) => one.publication_id === winnerId);
  const losers = all.pdfs.filter((row) => row.publication_id !== winnerId);
  if (losers.length === 0) return null;
  const own = all.pdfs.find((row) => row.publication_id === winnerId);
  const best = bestPdf(all.pdfs);
  const sources: string[] = [];
  await replacePdfs(tx, loserIds, []);
  if (best && best !== own) {
    await replacePdfs(tx, [winnerId], [{ ...best, publication_id: winnerId }]);
    if (lookup && (await lookAtFirst(tx, lookup, best))) sources.push(WEB);
  } else if (!own) {
    const request = { requestedBy: null, keysOf: null, asksAnew: false, isAwaited: false };
    await insertLookups(tx, [{ publicationId: winnerId, source: WEB, progress: NOTHING_YET }], request);
    sources.push(WEB);
  }
  return { before: all, after: await readSearches(tx, [winnerId]), sources };
}

/** A search that has begun, or that a run waits for, goes on with this link; another is over. Returns whether it goes on. */
async function lookAtFirst(tx: Tx, lookup: LookupRow, pdf: PdfRow): Promise<boolean> {
  const id = lookup.publication_id;
  if (!hasBegun(lookup) && !(await isAwaited(tx, id))) {
    await deleteLookups(tx, [id]);
    return false;
  }
  const link = linkOf(pdf);
  const { progress } = lookup;
  const candidates = [...(link ? [link] : []), ...progress.candidates.filter(({ url }) => url !== link?.url)];
  await turnLookup(tx, id, WEB, { ...progress, candidates, isRecheck: true });
  return true;
}
