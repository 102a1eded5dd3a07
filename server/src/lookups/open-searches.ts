import type { SourcesConfig } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import { mayAsk } from './asked-sources.ts';
import { PRIORITY } from './lookup.ts';
import { nextStep } from './next-step.ts';
import { listFoundLinks, saveQueuedPdfs } from './pdf-store.ts';
import { NOTHING_YET, type Progress, type SearchedWork } from './progress.ts';
import { insertLookups, raisePriority } from './store.ts';
import { listSearchedWorks } from './work-store.ts';

export interface SearchRequest {
  /** who asked for it; null: the service itself */
  readonly requestedBy: number | null;
  /** whose own keys are used */
  readonly keysOf: number | null;
  /** answers that are kept from before do not count */
  readonly asksAnew: boolean;
  readonly isAwaited: boolean;
  /** the clock asks: it counts its tries */
  readonly isClock?: boolean;
}

/**
 * Queues works for the search for their identifiers and PDF; one that is being searched for already is left to go on, sooner if somebody
 * waits for it now. A link that was found before is looked at first. Returns the works that were queued, and the sources to wake at the end of
 * the transaction.
 */
export async function openSearches(
  tx: Tx,
  sources: SourcesConfig,
  publicationIds: readonly number[],
  request: SearchRequest,
): Promise<{ opened: number[]; sources: string[] }> {
  if (publicationIds.length === 0) return { opened: [], sources: [] };
  const links = await listFoundLinks(tx, publicationIds);
  const searches = (await listSearchedWorks(tx, publicationIds)).flatMap((work) => {
    const link = links.get(work.id);
    return firstStep(work, link ? { ...NOTHING_YET, candidates: [link], isRecheck: true } : NOTHING_YET, sources);
  });
  const priority = request.isAwaited ? PRIORITY.awaited : PRIORITY.backlog;
  const opened = await insertLookups(tx, searches, {
    priority,
    userId: request.keysOf,
    asksAnew: request.asksAnew,
  });
  await saveQueuedPdfs(tx, opened, { requestedBy: request.requestedBy, isClock: request.isClock ?? false });
  const raised = request.isAwaited ? await raisePriority(tx, publicationIds) : [];
  const isOpened = new Set(opened);
  const woken = searches.filter(({ publicationId }) => isOpened.has(publicationId)).map(({ source }) => source);
  return { opened, sources: [...new Set([...woken, ...raised])] };
}

function firstStep(work: SearchedWork, progress: Progress, sources: SourcesConfig) {
  const step = nextStep(work, progress, (source) => mayAsk(sources, source));
  return step.kind === 'done' ? [] : [{ publicationId: work.id, source: step.source, progress }];
}
