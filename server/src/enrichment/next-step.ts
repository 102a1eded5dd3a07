import type { OtherSource } from '../platform/sources-config.ts';
import { surestOf } from '../publications/identifiers.ts';
import { isRecognisable } from '../publications/same-work.ts';
import type { IdentifierKind } from '../sources/record.ts';
import { type EnrichedPublication, keyOf, type Progress, type Step, WEB } from './progress.ts';

const MOST_LANDING_PAGES = 2;

export type PlannedPublication = Pick<EnrichedPublication, 'title' | 'year' | 'authorText' | 'identifiers'>;

/**
 * The order of the steps, the cheapest first: by identifier before by title, and title searches where they cost least.
 * 1. What OpenAlex knows of its DOI (fifty publications a request), what arXiv or Europe PMC know of their numbers.
 * 2. Without a DOI: Crossref by title. Without any identifier: Europe PMC, arXiv and last OpenAlex, where a search takes ten credits. No title search if
 *    title, year and authors do not suffice to recognise a record.
 * 3. The links that were named so far; then, until one of them is a PDF: Unpaywall, arXiv, Europe PMC and the landing pages, which Crossref is asked for
 *    if no other source named one.
 */
export function nextStep(
  publication: PlannedPublication,
  progress: Progress,
  isAsked: (source: OtherSource) => boolean,
): Step {
  const [link] = progress.candidates;
  if (progress.isRecheck && link) return { kind: 'link', source: WEB, candidate: link };
  for (const step of stepsOf(publication, progress)) {
    const isOpen = step.source === WEB || isAsked(step.source);
    if (isOpen && !progress.asked.includes(keyOf(step))) return step;
  }
  return { kind: 'done' };
}

function* stepsOf(publication: PlannedPublication, progress: Progress) {
  const { identifiers } = publication;
  const doi = surestOf(identifiers, 'doi');
  const arxiv = surestOf(identifiers, 'arxiv');
  const pmcid = surestOf(identifiers, 'pmcid');
  const pmid = surestOf(identifiers, 'pmid');
  const byId = (source: OtherSource, idKind: IdentifierKind, value: string) =>
    ({ kind: 'id', source, idKind, value }) as const;
  const byTitle = (source: OtherSource) => ({ kind: 'title', source }) as const;

  if (doi) yield byId('openalex', 'doi', doi);
  else if (arxiv) yield byId('arxiv', 'arxiv', arxiv);
  else if (pmcid) yield byId('europepmc', 'pmcid', pmcid);
  else if (pmid) yield byId('europepmc', 'pmid', pmid);
  const hasTitle = isRecognisable(publication);
  if (!doi && hasTitle) yield byTitle('crossref');
  if (hasTitle && !doi && !arxiv && !pmid && !pmcid && !surestOf(identifiers, 'openalex')) {
    yield byTitle('europepmc');
    yield byTitle('arxiv');
    yield byTitle('openalex');
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

/** Leaves out the DOI resolver's address if there are others, because it leads to one of them. */
function pagesToVisit(pages: readonly string[]): readonly string[] {
  const direct = pages.filter((url) => !/^https?:\/\/(dx\.)?doi\.org\//.test(url));
  return (direct.length > 0 ? direct : pages).slice(0, MOST_LANDING_PAGES);
}
