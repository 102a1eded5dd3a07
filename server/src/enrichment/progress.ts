import type { OtherSource } from '../platform/sources-config.ts';
import type { Identifier } from '../publications/identifiers.ts';
import type { IdentifierKind, PdfLocation, SourceRecord } from '../sources/record.ts';

/** The name under which links are checked, beside the names of the sources. */
export const WEB = 'web';

/** A link that may be an open PDF, and who named it. */
export interface Candidate extends PdfLocation {
  readonly source: string;
}

/** A candidate that was checked and is not a PDF. */
export interface Refusal extends Candidate {
  readonly reason: string;
  /** a sentence for a person */
  readonly detail: string;
}

/** The next step for a publication; `done` when nothing is left to ask. */
export type Step =
  | { readonly kind: 'id'; readonly source: OtherSource; readonly idKind: IdentifierKind; readonly value: string }
  | { readonly kind: 'title'; readonly source: OtherSource }
  | { readonly kind: 'link'; readonly source: typeof WEB; readonly candidate: Candidate }
  | { readonly kind: 'landing'; readonly source: typeof WEB; readonly url: string }
  | { readonly kind: 'done' };

/** A step in which something is asked. */
export type OpenStep = Exclude<Step, { kind: 'done' }>;

/** How far the enrichment of a publication is, between two steps. Plain JSON. */
export interface Progress {
  /** what was asked in this search, with an answer or without: `crossref title`, `openalex doi:10.1/x` */
  readonly asked: readonly string[];
  /** links that are not checked yet, the best first */
  readonly candidates: readonly Candidate[];
  readonly refusals: readonly Refusal[];
  readonly landingPages: readonly string[];
  /** sources that could not be asked, or gave no answer that could be read */
  readonly silent: readonly string[];
  /** the first candidate was found earlier; if it is still a PDF, nothing else is asked */
  readonly isRecheck: boolean;
}

export const NOTHING_YET: Progress = {
  asked: [],
  candidates: [],
  refusals: [],
  landingPages: [],
  silent: [],
  isRecheck: false,
};

/** A publication as enrichment sees it. */
export interface EnrichedPublication {
  readonly id: number;
  readonly title: string;
  readonly year: number | null;
  readonly authorText: string | null;
  readonly venueText: string | null;
  readonly identifiers: readonly Identifier[];
}

/** How `Progress.asked` names a step. */
export function keyOf(step: OpenStep): string {
  if (step.kind === 'id') return `${step.source} ${step.idKind}:${step.value}`;
  if (step.kind === 'title') return `${step.source} title`;
  return step.kind === 'link' ? `link ${step.candidate.url}` : `page ${step.url}`;
}

/** The most links that are checked in one search, and the most that one source may name. */
const MOST_LINKS = 20;
const MOST_LINKS_OF_ONE = 5;

/** Records that a step was done, whatever its outcome. A recheck of an earlier link is over with it. */
export function noteAsked(progress: Progress, step: OpenStep): Progress {
  return {
    ...progress,
    asked: [...progress.asked, keyOf(step)],
    isRecheck: false,
    candidates:
      step.kind === 'link' ? progress.candidates.filter(({ url }) => url !== step.candidate.url) : progress.candidates,
  };
}

/** Adds the links and landing pages of a record of this publication, each once. */
export function addRecord(
  progress: Progress,
  source: string,
  record: Pick<SourceRecord, 'pdfs' | 'landingPages'>,
): Progress {
  return {
    ...addLinks(progress, source, record.pdfs),
    landingPages: [...new Set([...progress.landingPages, ...record.landingPages])],
  };
}

export function addLinks(progress: Progress, source: string, links: readonly PdfLocation[]): Progress {
  const before = [...progress.candidates, ...progress.refusals];
  const known = new Set(before.map(({ url }) => url));
  const ofSource = before.filter((one) => one.source === source).length;
  const fresh: Candidate[] = [];
  for (const link of links) {
    const candidate = { ...link, source };
    const isAsked = progress.asked.includes(keyOf({ kind: 'link', source: WEB, candidate }));
    if (isAsked || known.has(link.url)) continue;
    if (known.size >= MOST_LINKS || ofSource + fresh.length >= MOST_LINKS_OF_ONE) break;
    known.add(link.url);
    fresh.push(candidate);
  }
  return { ...progress, candidates: [...progress.candidates, ...fresh] };
}

/** Records that a link is not a PDF. */
export function addRefusal(
  progress: Progress,
  candidate: Candidate,
  { reason, detail }: Pick<Refusal, 'reason' | 'detail'>,
): Progress {
  return { ...progress, refusals: [...progress.refusals, { ...candidate, reason, detail }] };
}

/** Why a search that ended found no PDF, with the reason as the API names it. */
export function failureOf(
  { identifiers, isRecognisable }: { readonly identifiers: readonly unknown[]; readonly isRecognisable: boolean },
  { asked, refusals, silent }: Progress,
): { reason: string; detail: string; lastSource: string | null } {
  const last = refusals.at(-1);
  const [first] = refusals;
  if (first) {
    const more = refusals.length === 1 ? '' : ` ${refusals.length} links were looked at.`;
    return { reason: first.reason, detail: `${first.detail}${more}`, lastSource: last?.source ?? null };
  }
  const lastSource = null;
  const unasked = [...new Set(silent)].filter((source) => source !== WEB);
  if (unasked.length > 0)
    return { reason: 'no_answer', detail: `Not every source could be asked: ${unasked.join(', ')}.`, lastSource };
  if (identifiers.length > 0 && asked.length === 0)
    return { reason: 'no_answer', detail: 'No source that may be asked knows such a publication.', lastSource };
  if (identifiers.length > 0) return { reason: 'no_open_copy', detail: 'No source knows an open copy.', lastSource };
  return {
    reason: 'no_identifier',
    detail: isRecognisable
      ? 'No source knows this publication by its title, year and authors.'
      : 'Without a year, an author and a title of its own no other source can recognise this publication.',
    lastSource,
  };
}
