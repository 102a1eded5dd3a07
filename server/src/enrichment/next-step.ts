import type { OtherSource } from '../platform/sources-config.ts';
import { bestOfKind, doubtedOf } from '../publications/identifiers.ts';
import type { IdentifierKind } from '../sources/record.ts';
import { type EnrichedPublication, keyOf, type Progress, type Step, WEB } from './progress.ts';
import { isRecognizable } from './same-publication.ts';

const MAX_LANDING_PAGES = 2;

export type PlannedPublication = Pick<
  EnrichedPublication,
  'title' | 'year' | 'authorText' | 'identifiers' | 'cutRecordId'
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
 * 4. The PDF links found so far. Then, until one of them is a PDF: Unpaywall, arXiv, Europe PMC and the landing pages.
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

/**
 * The first page is that of the best open copy. Later addresses of the DOI resolver are left out, because they lead to
 * one of the others.
 */
function pagesToVisit(pages: readonly string[]): readonly string[] {
  const isResolver = (url: string) => /^https?:\/\/(dx\.)?doi\.org\//.test(url);
  return pages.filter((url, at) => at === 0 || !isResolver(url)).slice(0, MAX_LANDING_PAGES);
}
