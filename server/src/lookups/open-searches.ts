import type { Tx } from '../platform/database/database.ts';
import { OTHER_SOURCES, type SourcesConfig } from '../platform/sources-config.ts';
import { mayAsk } from './asked-sources.ts';
import { type SearchRequest, WEB } from './lookup.ts';
import { lockSearches, openLookups, turnLookup } from './merge-store.ts';
import { nextStep, type PlannedWork } from './next-step.ts';
import { deletePdfs, insertQueuedPdfs, listFoundLinks } from './pdf-store.ts';
import { NOTHING_YET, type Progress } from './progress.ts';
import { deleteLookups, hurryLookups, insertLookups } from './store.ts';
import { findSearchedWorks } from './work-store.ts';

export interface OpenedSearches {
  /** the works that were queued by this call */
  readonly opened: readonly number[];
  /** to be woken at the end of the transaction */
  readonly sources: readonly string[];
}

type NewSearch = Parameters<typeof insertLookups>[1][number];

/**
 * Queues works for the search for their identifiers and PDF; one that is being searched for already is left to go on, sooner if somebody
 * waits for it now. A link that was found before is looked at first.
 */
export async function openSearches(
  tx: Tx,
  sources: SourcesConfig,
  publicationIds: readonly number[],
  request: SearchRequest,
): Promise<OpenedSearches> {
  const links = await listFoundLinks(tx, publicationIds);
  const works = await findSearchedWorks(tx, publicationIds);
  const searches = [...works.values()].flatMap((work) => {
    const link = links.get(work.id);
    return firstStep(
      work,
      link ? { ...NOTHING_YET, candidates: [link], isRecheck: true } : NOTHING_YET,
      sources,
      request.keysOf,
    );
  });
  const search = await open(tx, searches, request);
  const raised = request.isAwaited ? await hurryLookups(tx, publicationIds) : [];
  return { opened: search.opened, sources: [...new Set([...search.sources, ...raised])] };
}

/** Queues works that were saved in this very transaction. */
export function openNewSearches(
  tx: Tx,
  sources: SourcesConfig,
  works: readonly (PlannedWork & { readonly id: number })[],
  request: SearchRequest,
): Promise<OpenedSearches> {
  const searches = works.flatMap((work) => firstStep(work, NOTHING_YET, sources, request.keysOf));
  return open(tx, searches, request);
}

/** Forgets what was searched for and found for works that are other works than they were taken for. Their rows are locked. */
export async function forgetSearches(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await deleteLookups(tx, publicationIds);
  await deletePdfs(tx, publicationIds);
}

/**
 * Lets searches begin anew whose works turned out to be led by what is no longer said of them; works that were never searched for are left so. The
 * caller has locked their rows. Returns whom to wake.
 */
export async function restartSearches(tx: Tx, publicationIds: readonly number[]): Promise<readonly string[]> {
  if (publicationIds.length === 0) return [];
  const { lookups, pdfs } = await lockSearches(tx, publicationIds);
  const searched = pdfs.map((row) => row.publication_id);
  if (searched.length === 0) return [];
  await deletePdfs(tx, searched);
  // whose turn it is first is found when it is looked at; one that is open stays, for a run may wait for it
  for (const { publication_id } of lookups) await turnLookup(tx, publication_id, WEB, NOTHING_YET);
  await insertQueuedPdfs(tx, searched);
  const closed = searched.filter((id) => !lookups.some((one) => one.publication_id === id));
  await openLookups(
    tx,
    WEB,
    closed.map((publicationId) => ({ publicationId, progress: NOTHING_YET })),
  );
  return [WEB];
}

/** The first source that a work would be asked of; null when nobody is asked. */
export function planSearch(sources: SourcesConfig, work: PlannedWork, keysOf: number): string | null {
  return firstStep({ ...work, id: 0 }, NOTHING_YET, sources, keysOf)[0]?.source ?? null;
}

async function open(tx: Tx, searches: readonly NewSearch[], request: SearchRequest): Promise<OpenedSearches> {
  if (searches.length === 0) return { opened: [], sources: [] };
  const opened = new Set(await insertLookups(tx, searches, request));
  const woken = searches.filter(({ publicationId }) => opened.has(publicationId)).map(({ source }) => source);
  return { opened: [...opened], sources: [...new Set(woken)] };
}

function firstStep(
  work: PlannedWork & { readonly id: number },
  progress: Progress,
  sources: SourcesConfig,
  keysOf: number | null,
): NewSearch[] {
  // who has keys of their own may have an address for Unpaywall: that is seen when it is asked
  const step = nextStep(work, progress, (source) => mayAsk(sources, source, keysOf === null ? null : 'own'));
  if (step.kind !== 'done') return [{ publicationId: work.id, source: step.source, progress }];
  // nothing to ask with: the search ends as soon as it is looked at, and says why; without any source there is none
  const isAnybodyAsked = OTHER_SOURCES.some((source) => mayAsk(sources, source));
  return isAnybodyAsked ? [{ publicationId: work.id, source: WEB, progress }] : [];
}
