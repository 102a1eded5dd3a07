import type { Services } from '../platform/services.ts';
import type { OtherSource, SourcesConfig } from '../platform/sources-config.ts';
import { type OwnKeys, openOwnKeys } from '../settings/open-own-keys.ts';
import { ownCredential } from '../sources/own-credential.ts';
import type { OpenEnrichment, StepResult } from './enrichment.ts';
import { nextStep } from './next-step.ts';
import type { EnrichedPublication, OpenStep } from './progress.ts';
import { readEnriched } from './publication-store.ts';

/** An open enrichment with the step that is due. */
export interface Planned {
  readonly enrichment: OpenEnrichment;
  readonly publication: EnrichedPublication;
  readonly step: OpenStep;
  readonly ownKeys: OwnKeys | null;
  isAvailable(source: OtherSource): boolean;
}

/**
 * Plans each due step again, because the publication, its identifiers and the settings may have changed since it was
 * queued. `moved` has the enrichments whose next step now belongs to another source.
 */
export async function planSteps(
  services: Services,
  source: string,
  enrichments: readonly OpenEnrichment[],
): Promise<{ planned: Planned[]; moved: StepResult[] }> {
  const { db, config } = services;
  const ids = enrichments.map(({ publicationId }) => publicationId);
  const publications = await readEnriched(db, ids);
  const keys = await openOwnKeys(services, [...new Set(enrichments.flatMap(({ userId }) => userId ?? []))]);
  const planned: Planned[] = [];
  const moved: StepResult[] = [];
  for (const enrichment of enrichments) {
    const publication = publications.get(enrichment.publicationId);
    const ownKeys = (enrichment.userId !== null && keys.get(enrichment.userId)) || null;
    const isAvailable = (one: OtherSource) => canRequest(config.sources, one, ownKeys?.unpaywallEmail);
    const step = publication ? nextStep(publication, enrichment.progress, isAvailable) : ({ kind: 'done' } as const);
    if (publication && step.kind !== 'done' && step.source === source)
      planned.push({ enrichment, publication, step, ownKeys, isAvailable });
    else moved.push({ enrichment, step: null, outcome: { kind: 'replanned' }, isAvailable });
  }
  return { planned, moved };
}

export function resultOf({ enrichment, step, isAvailable }: Planned, outcome: StepResult['outcome']): StepResult {
  return { enrichment, step, outcome, isAvailable };
}

/**
 * Whether a source may be used: it is enabled, and Unpaywall has an e-mail address, the operator's or the user's own.
 */
export function canRequest(sources: SourcesConfig, source: OtherSource, ownEmail: string | null = null): boolean {
  if (!sources[source].enabled) return false;
  return source !== 'unpaywall' || (sources.unpaywall.email ?? ownEmail) !== null;
}

/** The credential to use: the user's own unless the source refused it, else the operator's. */
export function credentialOf(
  source: OtherSource,
  { enrichment, ownKeys }: Planned,
  refused: ReadonlySet<string>,
): string {
  const own = {
    openalex: ownKeys?.openalexApiKey,
    crossref: ownKeys?.crossrefApiToken ?? ownKeys?.crossrefMailto,
    unpaywall: ownKeys?.unpaywallEmail,
    arxiv: null,
    europepmc: null,
  }[source];
  if (!own) return 'shared';
  const credential = ownCredential(enrichment.userId, own);
  return refused.has(credential) ? 'shared' : credential;
}
