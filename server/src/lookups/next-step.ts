import type { OtherSource } from '../platform/sources-config.ts';
import { surestOf } from '../publications/identifiers.ts';
import { isRecognisable } from '../publications/same-work.ts';
import type { IdentifierKind } from '../sources/record.ts';
import { WEB } from './lookup.ts';
import type { Candidate, Progress, SearchedWork } from './progress.ts';

/** What is to be done next for a work; `done` when all was asked. */
export type Step =
  | { readonly kind: 'id'; readonly source: OtherSource; readonly idKind: IdentifierKind; readonly value: string }
  | { readonly kind: 'title'; readonly source: OtherSource }
  | { readonly kind: 'link'; readonly source: typeof WEB; readonly candidate: Candidate }
  | { readonly kind: 'landing'; readonly source: typeof WEB; readonly url: string }
  | { readonly kind: 'done' };

/** A step that something is asked in. */
export type OpenStep = Exclude<Step, { kind: 'done' }>;

const MOST_LANDING_PAGES = 2;

export type PlannedWork = Pick<SearchedWork, 'title' | 'year' | 'authorText' | 'identifiers'>;

/**
 * The order in which a work is searched for, the cheapest first: by an id it has before by its title; among titles the sources that cost least.
 * 1. What OpenAlex knows of its DOI (fifty works a request), what arXiv or Europe PMC know of their numbers.
 * 2. Without a DOI: Crossref by title. Without any identifier: Europe PMC, arXiv and, since a search there takes ten credits, OpenAlex. A work that
 *    no record could be recognised as is not searched for by title.
 * 3. The links that were named so far; then, one after another while none of them is a PDF: Unpaywall, arXiv, Europe PMC, the work's own pages, which
 *    Crossref knows where nobody else did.
 */
export function nextStep(work: PlannedWork, progress: Progress, isAsked: (source: OtherSource) => boolean): Step {
  const [link] = progress.candidates;
  if (progress.isRecheck && link) return { kind: 'link', source: WEB, candidate: link };
  for (const step of stepsOf(work, progress)) {
    const isOpen = step.source === WEB || isAsked(step.source);
    if (isOpen && !progress.asked.includes(keyOf(step))) return step;
  }
  return { kind: 'done' };
}

function* stepsOf(work: PlannedWork, progress: Progress) {
  const { identifiers } = work;
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
  const hasTitle = isRecognisable(work);
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

/** The resolver's address leads to a page that is mostly among the others. */
function pagesToVisit(pages: readonly string[]): readonly string[] {
  const direct = pages.filter((url) => !/^https?:\/\/(dx\.)?doi\.org\//.test(url));
  return (direct.length > 0 ? direct : pages).slice(0, MOST_LANDING_PAGES);
}

/** What `Progress.asked` notes of a step. */
export function keyOf(step: OpenStep): string {
  if (step.kind === 'id') return `${step.source} ${step.idKind}:${step.value}`;
  if (step.kind === 'title') return `${step.source} title`;
  return step.kind === 'link' ? `link ${step.candidate.url}` : `page ${step.url}`;
}
