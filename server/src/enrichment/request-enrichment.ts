import type { Tx } from '../platform/database/database.ts';
import { OTHER_SOURCES, type SourcesConfig } from '../platform/sources-config.ts';
import { doubtedOf } from '../publications/identifiers.ts';
import type { EnrichmentRequest } from './enrichment.ts';
import { listFoundLinks } from './pdf-store.ts';
import { canRequest, nextStep, type PlannedPublication } from './plan-steps.ts';
import { NOTHING_YET, type Progress, WEB } from './progress.ts';
import { readEnriched } from './publication-store.ts';
import { hurryEnrichment, type NewEnrichment, openEnrichment } from './store.ts';

/**
 * Queues publications for enrichment. A publication that is already queued only gets a higher priority if a user waits
 * for it now. If a PDF was found before, only its link is checked while it works, unless the publication has no
 * metadata, an identifier to look up once more, or only the first authors. Returns the publications that this call
 * queued.
 */
export async function requestEnrichment(
  tx: Tx,
  sources: SourcesConfig,
  publicationIds: readonly number[],
  request: EnrichmentRequest,
): Promise<number[]> {
  const links = await listFoundLinks(tx, publicationIds);
  const publications = await readEnriched(tx, publicationIds);
  const searches = [...publications.values()].flatMap((publication) => {
    const found = links.get(publication.id);
    const isKnown = found?.hasMetadata || publication.identifiers.length === 0;
    const isOpen = doubtedOf(publication.identifiers).length > 0 || publication.cutRecordId;
    const isRecheck = found !== undefined && isKnown && !isOpen;
    if (request.isForVersions)
      return firstStep(publication, { ...NOTHING_YET, isForVersions: true }, sources, request.keyOwner);
    const progress = found ? { ...NOTHING_YET, candidates: [found.link], isRecheck } : NOTHING_YET;
    return firstStep(publication, progress, sources, request.keyOwner);
  });
  const opened = await openEnrichment(tx, searches, request);
  if (request.isAwaited) await hurryEnrichment(tx, publicationIds);
  return opened;
}

/** Queues publications that were saved in the same transaction. Returns those that it queued. */
export function requestNewEnrichment(
  tx: Tx,
  sources: SourcesConfig,
  publications: readonly (PlannedPublication & { readonly id: number })[],
  request: EnrichmentRequest,
): Promise<number[]> {
  const searches = publications.flatMap((publication) =>
    firstStep(publication, NOTHING_YET, sources, request.keyOwner),
  );
  return openEnrichment(tx, searches, request);
}

/** The first source for a publication; null if no source can be used. */
export function planFirstSource(
  sources: SourcesConfig,
  publication: PlannedPublication,
  keyOwner: number,
): string | null {
  return firstStep({ ...publication, id: 0 }, NOTHING_YET, sources, keyOwner)[0]?.source ?? null;
}

function firstStep(
  publication: PlannedPublication & { readonly id: number },
  progress: Progress,
  sources: SourcesConfig,
  keyOwner: number | null,
): NewEnrichment[] {
  // assume that a user with own keys has an e-mail address for Unpaywall; planning the step checks it
  const step = nextStep(publication, progress, (source) =>
    canRequest(sources, source, keyOwner === null ? null : 'own'),
  );
  if (step.kind !== 'done') return [{ publicationId: publication.id, source: step.source, progress }];
  // if no query is possible, a first step ends the enrichment with a reason; if no source is enabled, there is no
  // enrichment
  const hasSource = OTHER_SOURCES.some((source) => canRequest(sources, source));
  return hasSource ? [{ publicationId: publication.id, source: WEB, progress }] : [];
}
