import { canBeCopy, isPreprintDoi, isPreprintVenue, isRegisteredPreprint, withoutVersion } from '../names/preprints.ts';
import { readVenue } from '../names/read-venue.ts';
import { STAGES, type Stage } from '../platform/database/column-values.ts';
import { readArxivId } from '../sources/identifier-values.ts';
import type { RecordIdentifier } from '../sources/record.ts';
import { describeIdentifier, type Identifier, isShowable } from './identifiers.ts';

/** A record of a profile or of an import. */
export interface ListedVersion {
  readonly source: string;
  readonly venue: string | null;
  readonly year: number | null;
  readonly url: string | null;
  readonly doi: string | null;
}

/** A record that enrichment found. */
export interface RegisteredVersion {
  readonly source: string;
  /** a DOI at Crossref, an arXiv id at arXiv */
  readonly recordId: string | null;
  readonly type: string | null;
  readonly container: string | null;
  readonly relations: readonly { readonly type: string; readonly id: string }[] | null;
  /** `2020-06-05`, `2020-06` or `2020` */
  readonly publishedOn: string | null;
  readonly versionNumber: number | null;
}

/** What is stored about the versions of a publication. */
export interface VersionFacts {
  readonly records: readonly ListedVersion[];
  readonly registered: readonly RegisteredVersion[];
  readonly identifiers: readonly Identifier[];
}

/** A version of a publication: its records, seen by their stage. Null: not known. */
export interface Version {
  readonly stage: Stage;
  readonly venue: string | null;
  readonly publishedOn: string | null;
  /** how often a preprint was posted */
  readonly versionNumber: number | null;
  readonly url: string | null;
  /** whose record says so */
  readonly source: string;
}

/**
 * The versions of a publication in the order of `STAGES`: one for each DOI and arXiv id, and one for a venue that a profile
 * names without either. Only statements count: a relation between two DOIs, the type of a registered record, a DOI of a
 * preprint server, and a venue with a volume, pages or the word of a conference.
 */
export function versionsOf(facts: VersionFacts): Version[] {
  const values = facts.identifiers.filter(isShowable);
  const arxivIds = values.flatMap(({ kind, value }) =>
    kind === 'arxiv' || kind === 'doi' ? (readArxivId(value) ?? []) : [],
  );
  // a deposit in a repository may be a copy, data or slides, so it is no version
  const dois = values.flatMap(({ kind, value }) =>
    kind === 'doi' && readArxivId(value) === null && !canBeCopy(value) ? value : [],
  );
  // a row keeps the DOI of its preprint when its venue becomes a journal
  const rows = facts.records.filter(({ doi }) => doi === null || isPreprintDoi(doi)).flatMap(versionOfRow);
  const named = [
    ...new Map(dois.map((doi) => [withoutVersion(doi), versionOfDoi(doi, facts, rows)])).values(),
    ...[...new Set(arxivIds)].map((id) => versionOfArxivId(id, facts)),
  ];
  // what a row says is said better by an identifier of its stage
  const others = rows.filter(
    ({ stage }, at) => rows.findIndex((row) => row.stage === stage) === at && !named.some((one) => one.stage === stage),
  );
  return [...named, ...others].sort((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage));
}

/** The best stage of these versions. */
export function stageOf([best]: readonly Version[]): Stage {
  return best?.stage ?? 'other';
}

function versionOfDoi(doi: string, facts: VersionFacts, rows: readonly Version[]): Version {
  const own = facts.registered.find(({ source, recordId }) => source === 'crossref' && recordId === doi);
  const stage = stageOfDoi(doi, facts, rows);
  const listed = facts.records.find((record) => record.doi === doi && (stageOfVenue(record) ?? stage) === stage);
  const other = stage === 'published' ? publishedAt(facts.registered) : undefined;
  const row = rows.find((one) => one.stage === stage);
  return {
    stage,
    venue: own?.container ?? listed?.venue ?? other?.container ?? row?.venue ?? null,
    publishedOn: own?.publishedOn ?? yearOf(listed) ?? row?.publishedOn ?? null,
    versionNumber: own?.versionNumber ?? null,
    url: addressOf({ kind: 'doi', value: doi }),
    source: (own ?? listed ?? other ?? row)?.source ?? 'crossref',
  };
}

function versionOfArxivId(id: string, { registered }: VersionFacts): Version {
  const own = registered.find(({ source, recordId }) => source === 'arxiv' && recordId === id);
  return {
    stage: 'preprint',
    venue: 'arXiv',
    publishedOn: own?.publishedOn ?? null,
    versionNumber: own?.versionNumber ?? null,
    url: addressOf({ kind: 'arxiv', value: id }),
    source: 'arxiv',
  };
}

/** What a row without a DOI says by its venue; nothing if the venue leaves it open. */
function versionOfRow(record: ListedVersion): Version[] {
  const stage = stageOfVenue(record);
  if (stage === null) return [];
  return [
    {
      stage,
      venue: record.venue,
      publishedOn: yearOf(record),
      versionNumber: null,
      url: record.url,
      source: record.source,
    },
  ];
}

const yearOf = (record: ListedVersion | undefined) => (record?.year ? String(record.year) : null);
const addressOf = (identifier: RecordIdentifier) => describeIdentifier({ ...identifier, confidence: 1 }).url;

/** The types of published papers and books in the words of Crossref and OpenAlex. */
const PUBLISHED =
  /^(?:(?:journal|proceedings)-article|conference-paper|article|review|letter|editorial|book|book-(?:chapter|part|section)|edited-book|monograph|reference-(?:book|entry)|proceedings)$/;

function stageOfDoi(doi: string, { registered, records }: VersionFacts, rows: readonly Version[]): Stage {
  const related = registered.flatMap(({ relations }) => relations ?? []).filter(({ id }) => id === doi);
  if (related.some(({ type }) => type === 'has-preprint')) return 'preprint';
  if (related.some(({ type }) => type === 'is-preprint-of')) return 'published';
  const own = registered.find(({ source, recordId }) => source === 'crossref' && recordId === doi);
  if (own) return stageOfType(own) ?? 'other';
  if (isPreprintDoi(doi)) return 'preprint';
  if (publishedAt(registered)) return 'published';
  if (registered.some(({ type }) => type === 'dissertation')) return 'thesis';
  const listed = records.flatMap((record) => (record.doi === doi ? (stageOfVenue(record) ?? []) : []));
  // a row without a DOI and a DOI without a row are of one version; a venue with an arXiv id may be that of the article
  const said = [...listed, ...rows.map(({ stage }) => stage)].find((stage) => stage !== 'preprint');
  return said ?? 'other';
}

function stageOfType(record: RegisteredVersion): Stage | null {
  if (isRegisteredPreprint(record)) return 'preprint';
  if (record.type === 'dissertation') return 'thesis';
  return PUBLISHED.test(record.type ?? '') ? 'published' : null;
}

/** The record that names where the publication is published. OpenAlex names no repository there. */
function publishedAt(registered: readonly RegisteredVersion[]): RegisteredVersion | undefined {
  return registered.find(
    (record) =>
      record.source === 'openalex' &&
      record.container !== null &&
      !isPreprintVenue(record.container) &&
      stageOfType(record) === 'published',
  );
}

/** "Submitted to Nature" is not published in it. */
const UNPUBLISHED = /\b(?:submitted|under review|in preparation|unpublished|manuscript)\b|投稿中/iu;

/** The stage that a venue shows; null if it leaves it open, as a name alone does. */
function stageOfVenue({ source, venue: text }: ListedVersion): Stage | null {
  if (text === null || UNPUBLISHED.test(text)) return null;
  const venue = readVenue(text);
  if (venue.kind === 'article') return 'preprint';
  if (venue.kind === 'thesis') return 'thesis';
  if (venue.kind === 'report') return isPreprintVenue(text) ? 'preprint' : null;
  if (venue.kind === 'paper-conference') return 'published';
  const isInPrint = venue.volume !== null || venue.issue !== null || venue.pages !== null;
  // DBLP lists what was published, and preprints only as CoRR
  const isPart = venue.kind === 'article-journal' || venue.kind === 'chapter';
  return isPart && (isInPrint || source === 'dblp') ? 'published' : null;
}
