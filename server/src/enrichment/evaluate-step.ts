import { CONFIRMED } from '../library/shown-store.ts';
import { isPreprintDoi } from '../names/preprints.ts';
import { readTitle } from '../names/titles.ts';
import type { FoundIdentifier } from '../publications/identifier-store.ts';
import { doubtedOf, type Identifier } from '../publications/identifiers.ts';
import type { RecordMetadata, SourceRecord } from '../sources/record.ts';
import { chooseRecord, confirms, contradicts } from './choose-record.ts';
import type { Outcome } from './enrichment.ts';
import {
  addLinks,
  addRecord,
  addRefusal,
  type Candidate,
  type EnrichedPublication,
  type OpenStep,
  type Progress,
  recordStep,
} from './progress.ts';
import type { FoundMetadata } from './publication-store.ts';

/** The confidence of identifiers, by how they were found (docs/matching.md). */
const CONFIDENCE = { byId: CONFIRMED, byUncertainRecord: 0.9, byTitle: 0.85, contradicted: 0.3 };

/** What a step found out about a publication. */
export interface Findings {
  readonly publication: EnrichedPublication;
  readonly progress: Progress;
  readonly identifiers: readonly FoundIdentifier[];
  /** those whose record is, or may be, that of another publication, with the confidence that is left */
  readonly lowered: readonly (Identifier & { publicationId: number })[];
  /** those among `identifiers` that an earlier version contradicted */
  readonly restored: readonly FoundIdentifier[];
  /** the other fields of the source's record */
  readonly metadata: FoundMetadata | null;
  /** the open PDF, if the step found one */
  readonly pdf: Candidate | null;
}

/** Evaluates the outcome of a step. A pure function; `settle-steps.ts` saves the findings. */
export function evaluateStep(
  publication: EnrichedPublication,
  before: Progress,
  step: OpenStep,
  outcome: Extract<Outcome, { kind: 'records' | 'pdf' | 'page' | 'refused' | 'skipped' }>,
): Findings {
  const progress = recordStep(before, step);
  const findings: Findings = {
    publication,
    progress,
    identifiers: [],
    lowered: [],
    restored: [],
    metadata: null,
    pdf: null,
  };
  if (outcome.kind === 'skipped')
    return { ...findings, progress: { ...progress, silent: [...progress.silent, step.source] } };
  if (outcome.kind === 'records') {
    const origin = { source: step.source, fetchedAt: outcome.fetchedAt ?? null };
    if (step.kind === 'title') return evaluateSearch(findings, origin, outcome.records);
    return step.kind === 'id' ? evaluateId(findings, step, origin, outcome.records) : findings;
  }
  const link = step.kind === 'link' ? step.candidate : step.kind === 'landing' ? pageAsLink(step.url) : null;
  if (link === null) return findings;
  if (outcome.kind === 'pdf') return { ...findings, pdf: link };
  if (outcome.kind === 'page') {
    // a source reported this page as a PDF; the page may link to the PDF
    const refused =
      step.kind === 'link' ? addRefusal(progress, link, { reason: 'html', detail: outcome.detail }) : progress;
    return { ...findings, progress: addLinks(refused, LANDING_PAGE, outcome.links) };
  }
  // no source promised a PDF on this page, so there is no failure to report
  if (outcome.reason === 'no_pdf_named') return findings;
  return { ...findings, progress: addRefusal(progress, link, outcome) };
}

const LANDING_PAGE = 'landing_page';

function pageAsLink(url: string): Candidate {
  return { url, version: null, license: null, host: null, source: LANDING_PAGE };
}

/** The source of a record, and when it was fetched. */
type Origin = Pick<FoundMetadata, 'source' | 'fetchedAt'>;

function evaluateSearch(findings: Findings, origin: Origin, records: readonly SourceRecord[]): Findings {
  const { publication } = findings;
  const chosen = chooseRecord({ ...publication, venue: publication.venueText }, records);
  return chosen ? applyRecord(findings, origin, chosen.record, CONFIDENCE.byTitle) : findings;
}

/**
 * An identifier may lead to the record of another publication, because it is wrong or belongs to a whole issue. Then
 * the record is not used and the identifier gets a low confidence. The exception is a record that may be this
 * publication under a translated title.
 */
function evaluateId(
  findings: Findings,
  step: Extract<OpenStep, { kind: 'id' }>,
  origin: Origin,
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
      lowered: [{ ...wrong, publicationId: publication.id }],
      metadata: { ...origin, publicationId: publication.id, authors: [], metadata: null },
    };
  }
  // some ids have several records; an incomplete one is accepted unless its authors or year differ
  // an earlier record, or an earlier version by the title alone, may have confirmed it
  const isDenied =
    compared.length > 0 &&
    compared.every((one) => (one.verdict === 'agrees' ? !confirms(one) : one.verdict === 'differs'));
  const asked = { kind: step.idKind, value: step.value, publicationId: publication.id };
  const after = isDenied
    ? { ...findings, lowered: [{ ...asked, confidence: CONFIDENCE.byUncertainRecord }] }
    : findings;
  const best =
    compared.find(({ verdict }) => verdict === 'agrees') ??
    compared.find(({ verdict, author, year }) => verdict === 'unknown' && author !== 'none' && year !== 'other');
  if (!best) return after;
  const { record } = best;
  // another id of the same kind is an alias that the source prefers; keep the original
  const identifiers = record.identifiers.filter(({ kind, value }) => kind !== step.idKind || value === step.value);
  const confidence = confirms(best) ? CONFIDENCE.byId : CONFIDENCE.byUncertainRecord;
  return applyRecord(after, origin, { ...record, identifiers }, confidence);
}

function applyRecord(findings: Findings, origin: Origin, record: SourceRecord, confidence: number): Findings {
  const { publication, progress } = findings;
  const found = [
    ...record.identifiers.map((identifier) => ({ ...identifier, confidence })),
    ...relatedDois(record, confidence),
  ].map((identifier) => ({
    ...identifier,
    publicationId: publication.id,
    source: origin.source,
    evidenceUrl: record.evidenceUrl,
  }));
  const { authors, metadata } = record;
  const doubted = doubtedOf(publication.identifiers);
  return {
    ...findings,
    restored: found.filter((one) => doubted.some((other) => isSame(one, other))),
    metadata: metadata
      ? { ...origin, publicationId: publication.id, authors, metadata: withoutReversed(record.title, metadata) }
      : null,
    publication: {
      ...publication,
      identifiers: merge(publication.identifiers, found),
      ...(origin.source === 'openalex'
        ? {
            cutRecordId: metadata?.hasAllAuthors === false ? metadata.recordId : null,
            isMarkedRetracted: publication.isMarkedRetracted === true || metadata?.isRetracted === true,
          }
        : {}),
    },
    progress: addRecord(progress, origin.source, record),
    identifiers: found,
  };
}

/** Publishers also say of a notice that the paper updates it: what is about another paper has no notices. */
function withoutReversed(title: string | null, metadata: RecordMetadata): RecordMetadata {
  return readTitle(title ?? '').aboutAnother !== '' && metadata.notices ? { ...metadata, notices: [] } : metadata;
}

/**
 * The relations of a record that name another version of the same publication, with the highest confidence of what they
 * name: `is-version-of` is also used for data and slides, which must not take the place of the DOI that is shown.
 */
const OF_VERSIONS: ReadonlyMap<string, number> = new Map([
  ['is-preprint-of', CONFIDENCE.byId],
  ['has-preprint', CONFIDENCE.byId],
  ['is-version-of', CONFIDENCE.byUncertainRecord],
]);
const MAX_VERSIONS = 10;

/** The DOIs of other versions that a record states. */
function relatedDois({ metadata }: SourceRecord, confidence: number): Identifier[] {
  return (metadata?.relations ?? [])
    .flatMap(({ type, idType, id }) => {
      // deposits of data are also called preprints
      const relation = type === 'has-preprint' && !isPreprintDoi(id) ? 'is-version-of' : type;
      const highest = idType === 'doi' ? OF_VERSIONS.get(relation) : undefined;
      return highest === undefined
        ? []
        : { kind: 'doi' as const, value: id, confidence: Math.min(confidence, highest) };
    })
    .slice(0, MAX_VERSIONS);
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
