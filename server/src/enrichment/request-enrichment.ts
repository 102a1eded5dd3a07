import type { Tx } from '../platform/database/database.ts';
import { OTHER_SOURCES, type SourcesConfig } from '../platform/sources-config.ts';
import type { EnrichmentRequest } from './enrichment.ts';
import { nextStep, type PlannedPublication } from './next-step.ts';
import { listFoundLinks } from './pdf-store.ts';
import { mayAsk } from './plan-steps.ts';
import { NOTHING_YET, type Progress, WEB } from './progress.ts';
import { findEnrichedPublications } from './publication-store.ts';
import { hurryEnrichment, type NewEnrichment, openEnrichment } from './store.ts';

/**
 * Queues publications for enrichment. One that is queued already stays as it is, but comes sooner if somebody waits for it now. If a PDF link was
 * found before, only the link is checked while it still works; a publication without metadata is asked about as well. Returns the publications that this
 * call queued.
 */
export async function requestEnrichment(
  tx: Tx,
  sources: SourcesConfig,
  publicationIds: readonly number[],
  request: EnrichmentRequest,
): Promise<number[]> {
  const links = await listFoundLinks(tx, publicationIds);
  const publications = await findEnrichedPublications(tx, publicationIds);
  const searches = [...publications.values()].flatMap((publication) => {
    const found = links.get(publication.id);
    const isRecheck = found !== undefined && (found.hasMetadata || publication.identifiers.length === 0);
    const progress = found ? { ...NOTHING_YET, candidates: [found.link], isRecheck } : NOTHING_YET;
    return firstStep(publication, progress, sources, request.keysOf);
  });
  const opened = await openEnrichment(tx, searches, request);
  if (request.isAwaited) await hurryEnrichment(tx, publicationIds);
  return opened;
}

/** Queues publications that were saved in the same transaction; returns those that it queued. */
export function requestNewEnrichment(
  tx: Tx,
  sources: SourcesConfig,
  publications: readonly (PlannedPublication & { readonly id: number })[],
  request: EnrichmentRequest,
): Promise<number[]> {
  const searches = publications.flatMap((publication) => firstStep(publication, NOTHING_YET, sources, request.keysOf));
  return openEnrichment(tx, searches, request);
}

/** The first source that a publication would be asked of; null when nobody is asked. */
export function planFirstSource(
  sources: SourcesConfig,
  publication: PlannedPublication,
  keysOf: number,
): string | null {
  return firstStep({ ...publication, id: 0 }, NOTHING_YET, sources, keysOf)[0]?.source ?? null;
}

function firstStep(
  publication: PlannedPublication & { readonly id: number },
  progress: Progress,
  sources: SourcesConfig,
  keysOf: number | null,
): NewEnrichment[] {
  // a user with own keys may have an address for Unpaywall; the step decides
  const step = nextStep(publication, progress, (source) => mayAsk(sources, source, keysOf === null ? null : 'own'));
  if (step.kind !== 'done') return [{ publicationId: publication.id, source: step.source, progress }];
  // nothing to ask: the first step ends the enrichment and says why; without any enabled source there is none
  const isAnybodyAsked = OTHER_SOURCES.some((source) => mayAsk(sources, source));
  return isAnybodyAsked ? [{ publicationId: publication.id, source: WEB, progress }] : [];
}
