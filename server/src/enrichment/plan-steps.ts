import { canBeCopy } from '../names/preprints.ts';
import type { Services } from '../platform/services.ts';
import type { OtherSource, SourcesConfig } from '../platform/sources-config.ts';
import { bestOfKind, doubtedOf } from '../publications/identifiers.ts';
import { type OwnKeys, openOwnKeys } from '../settings/own-keys.ts';
import { isBiorxivDoi } from '../sources/biorxiv/biorxiv-requests.ts';
import { readArxivId } from '../sources/identifier-values.ts';
import type { IdentifierKind } from '../sources/record.ts';
import { ownCredential } from '../sources/write-request.ts';
import { isRecognizable } from './choose-record.ts';
import type { OpenEnrichment, StepResult } from './enrichment.ts';
import {
  type EnrichedPublication,
  isWatched,
  keyOf,
  type OpenStep,
  type Progress,
  type Step,
  WEB,
} from './progress.ts';
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
  const keys: Partial<Record<OtherSource, string | null | undefined>> = {
    openalex: ownKeys?.openalexApiKey,
    crossref: ownKeys?.crossrefApiToken ?? ownKeys?.crossrefMailto,
    unpaywall: ownKeys?.unpaywallEmail,
  };
  const own = keys[source];
  if (!own) return 'shared';
  const credential = ownCredential(enrichment.userId, own);
  return refused.has(credential) ? 'shared' : credential;
}

const MAX_LANDING_PAGES = 2;

export type PlannedPublication = Pick<
  EnrichedPublication,
  'title' | 'year' | 'authorText' | 'identifiers' | 'cutRecordId' | 'isPreprint' | 'isMarkedRetracted'
>;

/**
 * The sources that are queried once more for an identifier which an earlier version contradicted, until one of them
 * knows it.
 */
const REQUESTED_AGAIN: Readonly<Record<IdentifierKind, readonly OtherSource[]>> = {
  doi: ['openalex', 'crossref'],
  arxiv: ['arxiv'],
  pmid: ['europepmc'],
  pmcid: ['europepmc'],
  openalex: [],
};

/**
 * Plans the cheapest step first: queries by identifier before title searches, and title searches at the cheapest
 * source. Identifiers that an earlier version contradicted come before all.
 * 1. OpenAlex by DOI (fifty publications in a request), arXiv and Europe PMC by their ids.
 * 2. Without a DOI: Crossref by title. Without any identifier: Europe PMC, arXiv and last OpenAlex, where a search
 *    costs ten credits. No title search if title, year and authors do not suffice to recognize a record.
 * 3. The single work at OpenAlex, which is free, if a list of works named only its first authors.
 * 4. For a preprint those that say when it was published or revised: Crossref by DOI, bioRxiv for its own, DataCite for
 *    those of repositories, and for arXiv's either arXiv, which also has the PDF, or DataCite in a look-up of versions,
 *    because it allows five times as many requests. Crossref also for what is marked as retracted, because it has the
 *    notices.
 * 5. The PDF links found so far. Then, until one of them is a PDF: Unpaywall, arXiv, Europe PMC and the landing pages.
 *    Crossref is queried for a landing page if no other source reported one.
 */
export function nextStep(
  publication: PlannedPublication,
  progress: Progress,
  isAvailable: (source: OtherSource) => boolean,
): Step {
  const [link] = progress.candidates;
  if (progress.isRecheck && link) return { kind: 'link', source: WEB, candidate: link };
  for (const step of stepsOf(publication, progress)) {
    if (progress.isForVersions && !isForVersions(step, isAvailable)) continue;
    const isOpen = step.source === WEB || isAvailable(step.source);
    if (isOpen && !progress.asked.includes(keyOf(step))) return step;
  }
  return { kind: 'done' };
}

function* stepsOf(publication: PlannedPublication, progress: Progress) {
  const { identifiers } = publication;
  const doi = bestOfKind(identifiers, 'doi');
  const arxiv = bestOfKind(identifiers, 'arxiv');
  const pmcid = bestOfKind(identifiers, 'pmcid');
  const pmid = bestOfKind(identifiers, 'pmid');
  const byId = (source: OtherSource, idKind: IdentifierKind, value: string) =>
    ({ kind: 'id', source, idKind, value }) as const;
  const byTitle = (source: OtherSource) => ({ kind: 'title', source }) as const;

  for (const { kind, value } of doubtedOf(identifiers))
    for (const source of REQUESTED_AGAIN[kind]) yield byId(source, kind, value);
  if (doi) yield byId('openalex', 'doi', doi);
  else if (arxiv) yield byId('arxiv', 'arxiv', arxiv);
  else if (pmcid) yield byId('europepmc', 'pmcid', pmcid);
  else if (pmid) yield byId('europepmc', 'pmid', pmid);
  const hasTitle = isRecognizable(publication);
  if (!doi && hasTitle) yield byTitle('crossref');
  if (hasTitle && !doi && !arxiv && !pmid && !pmcid && !bestOfKind(identifiers, 'openalex')) {
    yield byTitle('europepmc');
    yield byTitle('arxiv');
    yield byTitle('openalex');
  }

  if (publication.cutRecordId) yield byId('openalex', 'openalex', publication.cutRecordId);

  const hasCrossref = doi !== null && readArxivId(doi) === null;
  if (hasCrossref && isWatched(publication)) yield byId('crossref', 'doi', doi);
  if (publication.isPreprint) {
    if (doi && isBiorxivDoi(doi)) yield byId('biorxiv', 'doi', doi);
    if (doi && canBeCopy(doi)) yield byId('datacite', 'doi', doi);
    if (arxiv) yield byId(progress.isForVersions ? 'datacite' : 'arxiv', 'arxiv', arxiv);
  }

  const [candidate] = progress.candidates;
  if (candidate) yield { kind: 'link', source: WEB, candidate } as const;
  if (doi) yield byId('unpaywall', 'doi', doi);
  if (arxiv) yield byId('arxiv', 'arxiv', arxiv);
  if (pmcid) yield byId('europepmc', 'pmcid', pmcid);
  else if (pmid) yield byId('europepmc', 'pmid', pmid);
  else if (doi) yield byId('europepmc', 'doi', doi);
  if (doi && progress.landingPages.length === 0) yield byId('crossref', 'doi', doi);
  for (const url of pagesToVisit(progress.landingPages)) yield { kind: 'landing', source: WEB, url } as const;
}

/** Records of these say what became of a preprint. */
const SOURCES_OF_VERSIONS: ReadonlySet<string> = new Set(['openalex', 'crossref', 'biorxiv', 'datacite']);

function isForVersions({ kind, source }: OpenStep, isAvailable: (source: OtherSource) => boolean): boolean {
  // DataCite has what arXiv knows, and permits more requests
  return kind === 'id' && (SOURCES_OF_VERSIONS.has(source) || (source === 'arxiv' && !isAvailable('datacite')));
}

/**
 * The first page is that of the best open copy. Later addresses of the DOI resolver are left out, because they lead to
 * one of the others.
 */
function pagesToVisit(pages: readonly string[]): readonly string[] {
  const isResolver = (url: string) => /^https?:\/\/(dx\.)?doi\.org\//.test(url);
  return pages.filter((url, at) => at === 0 || !isResolver(url)).slice(0, MAX_LANDING_PAGES);
}
