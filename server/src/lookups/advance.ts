import type { PdfLocation, SourceRecord } from '../sources/record.ts';
import { keyOf, type Step } from './next-step.ts';
import type { Candidate, Progress, Refusal } from './progress.ts';

/** Links that are looked at in one search. */
const MOST_LINKS = 8;

type OpenStep = Exclude<Step, { kind: 'done' }>;

/** Notes that a step was done, whatever came of it. */
export function noteAsked(progress: Progress, step: OpenStep): Progress {
  return {
    ...progress,
    asked: [...progress.asked, keyOf(step)],
    candidates:
      step.kind === 'link' ? progress.candidates.filter(({ url }) => url !== step.candidate.url) : progress.candidates,
  };
}

/** Takes over what a record of this very work names: links to look at, each once, and pages about it. */
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
  const known = new Set([...progress.candidates, ...progress.refusals].map(({ url }) => url));
  const fresh: Candidate[] = [];
  for (const link of links) {
    if (known.has(link.url) || known.size >= MOST_LINKS) continue;
    known.add(link.url);
    fresh.push({ ...link, source });
  }
  return { ...progress, candidates: [...progress.candidates, ...fresh] };
}

/** Notes that a link is no PDF. An earlier find that does not hold any more begins the whole search anew. */
export function addRefusal(
  progress: Progress,
  candidate: Candidate,
  { reason, detail }: Pick<Refusal, 'reason' | 'detail'>,
): Progress {
  return { ...progress, isRecheck: false, refusals: [...progress.refusals, { ...candidate, reason, detail }] };
}

/** Why a search that is over found no PDF, as the wire names it. */
export function failureOf(
  identifiers: readonly unknown[],
  { refusals }: Progress,
): { reason: string; detail: string; lastSource: string | null } {
  const last = refusals.at(-1);
  const [first] = refusals;
  if (first) {
    const more = refusals.length === 1 ? '' : ` ${refusals.length} links were looked at.`;
    return { reason: first.reason, detail: `${first.detail}${more}`, lastSource: last?.source ?? null };
  }
  if (identifiers.length === 0)
    return {
      reason: 'no_identifier',
      detail: 'No source knows this work by its title, year and authors.',
      lastSource: null,
    };
  return { reason: 'no_open_copy', detail: 'No source knows an open copy.', lastSource: null };
}
