import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT } from '../publications/imported.ts';
import { bestPdf, hasBegun, isOfFile, type LookupRow, linkOf, type PdfRow, type PdfState } from './joined-pdfs.ts';
import { WEB } from './lookup.ts';
import { dropImportedLinks, isAwaited, lockSearches, readSearches, replacePdfs, turnLookup } from './merge-store.ts';
import { restartSearches } from './open-searches.ts';
import { NOTHING_YET, type Progress } from './progress.ts';
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
 * runs that wait for them. With `isShared` several users link the works: links that files named are left out, and one that was found by a file is
 * searched for anew.
 */
export async function joinPdfs(
  tx: Tx,
  winnerId: number,
  loserIds: readonly number[],
  { isShared }: { isShared: boolean },
): Promise<JoinedPdfs | null> {
  const ids = [winnerId, ...loserIds];
  const before = await lockSearches(tx, ids);
  const sources: string[] = [];
  if (isShared) sources.push(...(await dropImported(tx, winnerId, before)));
  const all = isShared ? await readSearches(tx, ids) : before;
  const lookup = all.lookups.find((one) => one.publication_id === winnerId);
  const losers = all.pdfs.filter((row) => row.publication_id !== winnerId);
  if (losers.length === 0) return isDeepStrictEqual(all, before) ? null : { before, after: all, sources };
  const own = all.pdfs.find((row) => row.publication_id === winnerId);
  const best = bestPdf(all.pdfs.filter((row) => !isShared || !isOfFile(row)));
  await replacePdfs(tx, loserIds, []);
  if (best && best !== own) {
    await replacePdfs(tx, [winnerId], [{ ...best, publication_id: winnerId }]);
    if (lookup && (await lookAtFirst(tx, lookup, best))) sources.push(WEB);
  } else if (!own) {
    const request = { requestedBy: null, keysOf: null, asksAnew: false, isAwaited: false };
    await insertLookups(tx, [{ publicationId: winnerId, source: WEB, progress: NOTHING_YET }], request);
    sources.push(WEB);
  }
  return { before, after: await readSearches(tx, [winnerId]), sources };
}

/** Takes out of searches what files named, as it is no other user's business. Returns whom to wake. */
async function dropImported(tx: Tx, winnerId: number, { pdfs, lookups }: PdfState): Promise<readonly string[]> {
  await dropImportedLinks(
    tx,
    pdfs.map((row) => row.publication_id),
  );
  if (pdfs.some((row) => row.publication_id === winnerId && isOfFile(row))) return restartSearches(tx, [winnerId]);
  const progress = lookups.find((one) => one.publication_id === winnerId)?.progress;
  if (!progress) return [];
  const left = withoutFiles(progress);
  if (isDeepStrictEqual(left, progress)) return [];
  // a step further: no answer about such a link is accepted
  await turnLookup(tx, winnerId, WEB, left);
  return [WEB];
}

function withoutFiles(progress: Progress): Progress {
  const candidates = progress.candidates.filter(({ source }) => source !== IMPORT);
  const refusals = progress.refusals.filter(({ source }) => source !== IMPORT);
  const isRecheck = progress.isRecheck && candidates[0] === progress.candidates[0];
  return { ...progress, candidates, refusals, isRecheck };
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
