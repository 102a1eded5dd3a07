import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../platform/database/database.ts';
import { isOpen, linkOf, type PdfRow, type PdfState } from './joined-pdfs.ts';
import { WEB } from './lookup.ts';
import { lockSearches, openLookups, passSteps, putLookup, readSearches, replacePdfs } from './merge-store.ts';
import { NOTHING_YET } from './progress.ts';
import { deleteLookups } from './store.ts';

/** What a merge made of the works' searches, and of which work each is again. */
export interface PartedPdfs {
  readonly winnerId: number;
  /** the losers that stand for themselves again */
  readonly loserIds: readonly number[];
  readonly before: PdfState;
  readonly after: PdfState;
}

/**
 * Searches as they were before a merge; what was found out of the winner since stays, and a loser's search that ended with the merge begins anew.
 * An answer that is under way for the merged work is taken for none of them: the winner's open lookup is at a later step.
 * Returns what it found and left, and the sources to be woken at the end of the transaction.
 */
export async function partPdfs(tx: Tx, { winnerId, loserIds, before, after }: PartedPdfs) {
  const ids = [winnerId, ...loserIds];
  const current = await lockSearches(tx, ids);
  const of = (state: PdfState, id: number) => ({
    pdf: state.pdfs.find((row) => row.publication_id === id),
    lookup: state.lookups.find((row) => row.publication_id === id),
  });
  const was = of(before, winnerId);
  const became = of(after, winnerId);
  const is = of(current, winnerId);
  const isAsLeft = isDeepStrictEqual(is.pdf, became.pdf);
  if (isAsLeft) {
    await replacePdfs(tx, [winnerId], was.pdf ? [was.pdf] : []);
    const isUntouched = !is.lookup || is.lookup.step_number === became.lookup?.step_number;
    if (was.lookup && isUntouched && (is.lookup || !became.lookup)) await putLookup(tx, was.lookup);
    if (!was.lookup && is.lookup && isUntouched) await deleteLookups(tx, [winnerId]);
  }
  const pdfs = loserIds.flatMap((id) => (of(current, id).pdf ? [] : (of(before, id).pdf ?? [])));
  await replacePdfs(tx, [], pdfs);
  const ended = [...(isAsLeft ? [was.pdf ?? []] : []), pdfs].flat().filter((pdf) => isSearched(pdf, before));
  await openLookups(
    tx,
    WEB,
    ended.map((pdf) => ({ publicationId: pdf.publication_id, progress: beginningOf(pdf) })),
  );
  const steps = [was, became, is].map(({ lookup }) => lookup?.step_number ?? 0);
  await passSteps(tx, winnerId, Math.max(...steps));
  const now = await readSearches(tx, ids);
  return { current, now, sources: [...new Set([...now.lookups.map(({ source }) => source)])] };
}

function isSearched(pdf: PdfRow, before: PdfState): boolean {
  return isOpen(pdf) || before.lookups.some((lookup) => lookup.publication_id === pdf.publication_id);
}

function beginningOf(pdf: PdfRow) {
  const link = pdf.status === 'resolved' ? linkOf(pdf) : null;
  return link ? { ...NOTHING_YET, candidates: [link], isRecheck: true } : NOTHING_YET;
}
