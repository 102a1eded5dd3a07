import { chooseRecord } from '../publications/choose-record.ts';
import type { FoundIdentifier } from '../publications/identifier-store.ts';
import type { Identifier } from '../publications/identifiers.ts';
import { contradicts } from '../publications/same-work.ts';
import type { SourceRecord } from '../sources/record.ts';
import { addLinks, addRecord, addRefusal, noteAsked } from './advance.ts';
import type { OpenStep } from './next-step.ts';
import type { Candidate, Progress, SearchedWork } from './progress.ts';
import type { Outcome } from './step-outcome.ts';

/** How sure identifiers are, by how they were found (docs/matching.md). */
const CONFIDENCE = { byId: 0.95, byTitle: 0.85, contradicted: 0.3 };

/** What a step taught us of a work. */
export interface Lesson {
  readonly work: SearchedWork;
  readonly progress: Progress;
  readonly identifiers: readonly FoundIdentifier[];
  readonly contradicted: readonly (Identifier & { publicationId: number })[];
  /** the open PDF, when that is what was found */
  readonly pdf: Candidate | null;
}

/** Turns what came of a step into what is known now. Pure: writing it down is for `settle-steps.ts`. */
export function learn(
  work: SearchedWork,
  before: Progress,
  step: OpenStep,
  outcome: Extract<Outcome, { kind: 'records' | 'pdf' | 'links' | 'refused' | 'skipped' }>,
): Lesson {
  const progress = noteAsked(before, step);
  const lesson: Lesson = { work, progress, identifiers: [], contradicted: [], pdf: null };
  if (outcome.kind === 'skipped')
    return { ...lesson, progress: { ...progress, silent: [...progress.silent, step.source] } };
  if (outcome.kind === 'records')
    return step.kind === 'title'
      ? learnFromSearch(lesson, step.source, outcome.records)
      : step.kind === 'id'
        ? learnFromId(lesson, step, outcome.records)
        : lesson;
  const link = step.kind === 'link' ? step.candidate : step.kind === 'landing' ? pageAsLink(step.url) : null;
  if (link === null) return lesson;
  if (outcome.kind === 'pdf') return { ...lesson, pdf: link };
  if (outcome.kind === 'links') return { ...lesson, progress: addLinks(progress, LANDING_PAGE, outcome.links) };
  // a page that names no PDF was no promise of one
  if (outcome.reason === 'no_pdf_named') return lesson;
  return { ...lesson, progress: addRefusal(progress, link, outcome) };
}

const LANDING_PAGE = 'landing_page';

function pageAsLink(url: string): Candidate {
  return { url, version: null, license: null, host: null, source: LANDING_PAGE };
}

function learnFromSearch(lesson: Lesson, source: string, records: readonly SourceRecord[]): Lesson {
  const { work } = lesson;
  const chosen = chooseRecord({ ...work, venue: work.venueText }, records);
  return chosen ? takeOver(lesson, source, chosen.record, CONFIDENCE.byTitle) : lesson;
}

/**
 * A record that an identifier leads to may be of another work: the identifier was the whole issue's, or is wrong. Then nothing of it is taken, and the
 * identifier counts for little, unless it may be our work under a translated title.
 */
function learnFromId(
  lesson: Lesson,
  step: Extract<OpenStep, { kind: 'id' }>,
  records: readonly SourceRecord[],
): Lesson {
  const { work } = lesson;
  const compared = records.map((record) => ({ record, ...contradicts({ ...work, venue: work.venueText }, record) }));
  if (compared.length > 0 && compared.every(({ verdict, sure }) => verdict === 'differs' && sure)) {
    const wrong = { kind: step.idKind, value: step.value, confidence: CONFIDENCE.contradicted };
    return {
      ...lesson,
      work: {
        ...work,
        identifiers: merge(
          work.identifiers.filter((one) => !isSame(one, wrong)),
          [wrong],
        ),
      },
      contradicted: [{ ...wrong, publicationId: work.id }],
    };
  }
  // some ids have several records; one that says too little to tell is believed unless it has no author in common
  const best =
    compared.find(({ verdict }) => verdict === 'agrees') ??
    compared.find(({ verdict, author, year }) => verdict === 'unknown' && author !== 'none' && year !== 'other');
  if (!best) return lesson;
  const { record } = best;
  // another name of the same kind is an alias that the source prefers: ours stays
  const identifiers = record.identifiers.filter(({ kind, value }) => kind !== step.idKind || value === step.value);
  const foundBy = `${step.idKind} ${step.value}`;
  return takeOver(lesson, step.source, { ...record, identifiers }, CONFIDENCE.byId, foundBy);
}

/** `foundBy`: what led to the record, as found-by.ts says it; null: the work's own title. */
function takeOver(
  lesson: Lesson,
  source: string,
  record: SourceRecord,
  confidence: number,
  foundBy: string | null = null,
): Lesson {
  const { work, progress } = lesson;
  const found = record.identifiers.map(({ kind, value }) => ({
    kind,
    value,
    confidence,
    publicationId: work.id,
    source,
    evidenceUrl: record.evidenceUrl,
    foundBy,
  }));
  return {
    ...lesson,
    work: { ...work, identifiers: merge(work.identifiers, found) },
    progress: addRecord(progress, source, record),
    identifiers: found,
  };
}

function merge(known: readonly Identifier[], found: readonly Identifier[]): Identifier[] {
  const best = new Map<string, Identifier>();
  for (const { kind, value, confidence } of [...known, ...found]) {
    const key = `${kind} ${value}`;
    const other = best.get(key);
    if (!other || other.confidence < confidence) best.set(key, { kind, value, confidence });
  }
  return [...best.values()];
}

function isSame(one: Identifier, other: Identifier): boolean {
  return one.kind === other.kind && one.value === other.value;
}
