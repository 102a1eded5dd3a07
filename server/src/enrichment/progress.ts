import type { OtherSource } from '../platform/sources-config.ts';
import type { Identifier } from '../publications/identifiers.ts';
import type { IdentifierKind, PdfLocation, SourceRecord } from '../sources/record.ts';

/** The name under which links are checked, beside the names of the sources. */
export const WEB = 'web';

/** A link that may be an open PDF, and the source that reported it. */
export interface Candidate extends PdfLocation {
  readonly source: string;
}

/** A candidate that was checked and is not a PDF. */
export interface Refusal extends Candidate {
  readonly reason: string;
  /** a sentence for a person */
  readonly detail: string;
}

/** The next step for a publication; `done` if no step is left. */
export type Step =
  | { readonly kind: 'id'; readonly source: OtherSource; readonly idKind: IdentifierKind; readonly value: string }
  | { readonly kind: 'title'; readonly source: OtherSource }
  | { readonly kind: 'link'; readonly source: typeof WEB; readonly candidate: Candidate }
  | { readonly kind: 'landing'; readonly source: typeof WEB; readonly url: string }
  | { readonly kind: 'done' };

/** A step that sends a request. */
export type OpenStep = Exclude<Step, { kind: 'done' }>;

/** How far the enrichment of a publication is, between two steps. Plain JSON. */
export interface Progress {
  /** the keys of the finished steps, whatever their outcome: `crossref title`, `openalex doi:10.1/x` */
  readonly asked: readonly string[];
  /** the links that are not checked yet, the best first */
  readonly candidates: readonly Candidate[];
  readonly refusals: readonly Refusal[];
  readonly landingPages: readonly string[];
  /** the sources that could not be queried or sent no readable response */
  readonly silent: readonly string[];
  /** the first candidate was found earlier; if it is still a PDF, enrichment is done */
  readonly isRecheck: boolean;
  /** only records are looked up, to see what became of the publication; nothing is said about a PDF */
  readonly isForVersions?: true;
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
  /**
   * the work at OpenAlex of which only a list is known, which names the first hundred authors; null if all authors are
   * known
   */
  readonly cutRecordId?: string | null;
  readonly isPreprint?: boolean;
  /** OpenAlex marks it as retracted, which only a notice can confirm, or it has a notice, which may be taken back */
  readonly isMarkedRetracted?: boolean;
}

/** Whether its records are looked up again and again: more may become of it. */
export function isWatched({
  isPreprint,
  isMarkedRetracted,
}: Pick<EnrichedPublication, 'isPreprint' | 'isMarkedRetracted'>): boolean {
  return isPreprint === true || isMarkedRetracted === true;
}

/** How `Progress.asked` names a step. */
export function keyOf(step: OpenStep): string {
  if (step.kind === 'id') return `${step.source} ${step.idKind}:${step.value}`;
  if (step.kind === 'title') return `${step.source} title`;
  return step.kind === 'link' ? `link ${step.candidate.url}` : `page ${step.url}`;
}

/** The maximum of links in one search, and of links from one source. */
const MAX_LINKS = 20;
const MAX_LINKS_PER_SOURCE = 5;

/** Records that a step was done, whatever its outcome. A step also ends the recheck of an earlier link. */
export function recordStep(progress: Progress, step: OpenStep): Progress {
  return {
    ...progress,
    asked: [...progress.asked, keyOf(step)],
    isRecheck: false,
    candidates:
      step.kind === 'link' ? progress.candidates.filter(({ url }) => url !== step.candidate.url) : progress.candidates,
  };
}

/** Adds the links and landing pages of a record, without duplicates. */
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
    const isAvailable = progress.asked.includes(keyOf({ kind: 'link', source: WEB, candidate }));
    if (isAvailable || known.has(link.url)) continue;
    if (known.size >= MAX_LINKS || ofSource + fresh.length >= MAX_LINKS_PER_SOURCE) break;
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

/** Explains why a search found no PDF, with the reason as the API names it. */
export function failureOf(
  { identifiers, isRecognizable }: { readonly identifiers: readonly unknown[]; readonly isRecognizable: boolean },
  { asked: requested, refusals, silent }: Progress,
): { reason: string; detail: string; lastSource: string | null } {
  const last = refusals.at(-1);
  const [first] = refusals;
  if (first) {
    const more = refusals.length === 1 ? '' : ` ${refusals.length} links were checked.`;
    return { reason: first.reason, detail: `${first.detail}${more}`, lastSource: last?.source ?? null };
  }
  const lastSource = null;
  const failedSources = [...new Set(silent)].filter((source) => source !== WEB);
  if (failedSources.length > 0)
    return {
      reason: 'no_answer',
      detail: `Some sources could not be searched: ${failedSources.join(', ')}.`,
      lastSource,
    };
  if (identifiers.length > 0 && requested.length === 0)
    return { reason: 'no_answer', detail: 'No enabled source knows this publication.', lastSource };
  if (identifiers.length > 0) return { reason: 'no_open_copy', detail: 'No source knows an open copy.', lastSource };
  return {
    reason: 'no_identifier',
    detail: isRecognizable
      ? 'No source has a publication with this title, year and authors.'
      : 'This publication needs a year, an author and a distinctive title before other sources can recognize it.',
    lastSource,
  };
}
