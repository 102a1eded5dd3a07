import type { PdfLocation, SourceRecord } from '../sources/record.ts';
import { WEB } from './lookup.ts';
import { keyOf, type OpenStep } from './next-step.ts';
import type { Candidate, Progress, Refusal } from './progress.ts';

/** Links that are looked at in one search, and of those that one source names. */
const MOST_LINKS = 20;
const MOST_LINKS_OF_ONE = 5;

/** Notes that a step was done, whatever came of it. When it was to show whether an earlier find holds, that was done with. */
export function noteAsked(progress: Progress, step: OpenStep): Progress {
  return {
    ...progress,
    asked: [...progress.asked, keyOf(step)],
    isRecheck: false,
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

/** Notes that a link is no PDF. */
export function addRefusal(
  progress: Progress,
  candidate: Candidate,
  { reason, detail }: Pick<Refusal, 'reason' | 'detail'>,
): Progress {
  return { ...progress, refusals: [...progress.refusals, { ...candidate, reason, detail }] };
}

/** Why a search that is over found no PDF, as the wire names it. */
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
    return { reason: 'no_answer', detail: 'No source that may be asked knows such a work.', lastSource };
  if (identifiers.length > 0) return { reason: 'no_open_copy', detail: 'No source knows an open copy.', lastSource };
  return {
    reason: 'no_identifier',
    detail: isRecognisable
      ? 'No source knows this work by its title, year and authors.'
      : 'Without a year, an author and a title of its own no other source can recognise this work.',
    lastSource,
  };
}
