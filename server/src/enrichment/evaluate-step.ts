import { chooseRecord } from '../publications/choose-record.ts';
import type { FoundIdentifier } from '../publications/identifier-store.ts';
import type { Identifier } from '../publications/identifiers.ts';
import type { FoundMetadata } from '../publications/metadata-store.ts';
import { contradicts } from '../publications/same-work.ts';
import type { SourceRecord } from '../sources/record.ts';
import type { Outcome } from './enrichment.ts';
import {
  addLinks,
  addRecord,
  addRefusal,
  type Candidate,
  type EnrichedPublication,
  noteAsked,
  type OpenStep,
  type Progress,
} from './progress.ts';

/** How sure identifiers are, by how they were found (docs/matching.md). */
const CONFIDENCE = { byId: 0.95, byTitle: 0.85, contradicted: 0.3 };

/** What a step found out about a publication. */
export interface Findings {
  readonly publication: EnrichedPublication;
  readonly progress: Progress;
  readonly identifiers: readonly FoundIdentifier[];
  readonly contradicted: readonly (Identifier & { publicationId: number })[];
  /** what the source's record says beyond that */
  readonly metadata: FoundMetadata | null;
  /** the open PDF, when that is what was found */
  readonly pdf: Candidate | null;
}

/** Turns the outcome of a step into what is known now. Pure; `settle-steps.ts` saves it. */
export function evaluateStep(
  publication: EnrichedPublication,
  before: Progress,
  step: OpenStep,
  outcome: Extract<Outcome, { kind: 'records' | 'pdf' | 'page' | 'refused' | 'skipped' }>,
): Findings {
  const progress = noteAsked(before, step);
  const findings: Findings = { publication, progress, identifiers: [], contradicted: [], metadata: null, pdf: null };
  if (outcome.kind === 'skipped')
    return { ...findings, progress: { ...progress, silent: [...progress.silent, step.source] } };
  if (outcome.kind === 'records') {
    const answer = { source: step.source, fetchedAt: outcome.fetchedAt ?? null };
    if (step.kind === 'title') return evaluateSearch(findings, answer, outcome.records);
    return step.kind === 'id' ? evaluateId(findings, step, answer, outcome.records) : findings;
  }
  const link = step.kind === 'link' ? step.candidate : step.kind === 'landing' ? pageAsLink(step.url) : null;
  if (link === null) return findings;
  if (outcome.kind === 'pdf') return { ...findings, pdf: link };
  if (outcome.kind === 'page') {
    // a source gave a page as a PDF; the page may name the PDF
    const refused =
      step.kind === 'link' ? addRefusal(progress, link, { reason: 'html', detail: outcome.detail }) : progress;
    return { ...findings, progress: addLinks(refused, LANDING_PAGE, outcome.links) };
  }
  // no source said that this page leads to a PDF, so this is no reason to report
  if (outcome.reason === 'no_pdf_named') return findings;
  return { ...findings, progress: addRefusal(progress, link, outcome) };
}

const LANDING_PAGE = 'landing_page';

function pageAsLink(url: string): Candidate {
  return { url, version: null, license: null, host: null, source: LANDING_PAGE };
}

/** Who said it, and when. */
type Answer = Pick<FoundMetadata, 'source' | 'fetchedAt'>;

function evaluateSearch(findings: Findings, answer: Answer, records: readonly SourceRecord[]): Findings {
  const { publication } = findings;
  const chosen = chooseRecord({ ...publication, venue: publication.venueText }, records);
  return chosen ? takeOver(findings, answer, chosen.record, CONFIDENCE.byTitle) : findings;
}

/**
 * An identifier may lead to the record of another publication, because it is the identifier of a whole issue or wrong. Then nothing of the record is
 * used and the identifier gets a low confidence, unless the record may be this publication under a translated title.
 */
function evaluateId(
  findings: Findings,
  step: Extract<OpenStep, { kind: 'id' }>,
  answer: Answer,
  records: readonly SourceRecord[],
): Findings {
  const { publication } = findings;
  const compared = records.map((record) => ({
    record,
    ...contradicts({ ...publication, venue: publication.venueText }, record),
  }));
  if (compared.length > 0 && compared.every(({ verdict, sure }) => verdict === 'differs' && sure)) {
    const wrong = { kind: step.idKind, value: step.value, confidence: CONFIDENCE.contradicted };
    return {
      ...findings,
      publication: {
        ...publication,
        identifiers: merge(
          publication.identifiers.filter((one) => !isSame(one, wrong)),
          [wrong],
        ),
      },
      contradicted: [{ ...wrong, publicationId: publication.id }],
      metadata: { ...answer, publicationId: publication.id, authors: [], metadata: null },
    };
  }
  // some ids have several records; one that says too little is accepted unless its authors or year differ
  const best =
    compared.find(({ verdict }) => verdict === 'agrees') ??
    compared.find(({ verdict, author, year }) => verdict === 'unknown' && author !== 'none' && year !== 'other');
  if (!best) return findings;
  const { record } = best;
  // another id of the same kind is an alias that the source prefers; keep ours
  const identifiers = record.identifiers.filter(({ kind, value }) => kind !== step.idKind || value === step.value);
  return takeOver(findings, answer, { ...record, identifiers }, CONFIDENCE.byId);
}

function takeOver(findings: Findings, answer: Answer, record: SourceRecord, confidence: number): Findings {
  const { publication, progress } = findings;
  const found = record.identifiers.map(({ kind, value }) => ({
    kind,
    value,
    confidence,
    publicationId: publication.id,
    source: answer.source,
    evidenceUrl: record.evidenceUrl,
  }));
  const { authors, metadata } = record;
  return {
    ...findings,
    metadata: metadata ? { ...answer, publicationId: publication.id, authors, metadata } : null,
    publication: { ...publication, identifiers: merge(publication.identifiers, found) },
    progress: addRecord(progress, answer.source, record),
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
