import { canBeCopy, isPreprintDoi, isPreprintVenue, isRegisteredPreprint, withoutVersion } from '../names/preprints.ts';
import { readVenue } from '../names/read-venue.ts';
import { STAGES, type Stage } from '../platform/database/column-values.ts';
import { readArxivId } from '../sources/identifier-values.ts';
import type { RecordIdentifier } from '../sources/record.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { describeIdentifier, type Identifier, isShowable } from './identifiers.ts';

/** A record of a profile or of an import. */
export interface ListedVersion {
  readonly source: string;
  readonly key: string;
  readonly venue: string | null;
  readonly year: number | null;
  readonly url: string | null;
  readonly doi: string | null;
}

/** A record that enrichment found. */
export interface RegisteredVersion {
  readonly source: string;
  /** a DOI at Crossref and bioRxiv, an arXiv id at arXiv and DataCite */
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
 * names without either. A DOI alone says nothing, unless it is one of a preprint server: its own record must say what it
 * is. So a relation that names it, or a person who typed it, publishes nothing. A venue counts with a volume, pages or
 * the word of a conference.
 */
export function versionsOf(facts: VersionFacts): Version[] {
  const values = facts.identifiers.filter(isShowable);
  const arxivIds = values.flatMap(({ kind, value }) =>
    kind === 'arxiv' || kind === 'doi' ? (readArxivId(value) ?? []) : [],
  );
  const ownOf = (doi: string) => facts.registered.find((one) => one.source === 'crossref' && one.recordId === doi);
  // a deposit in a repository may be a copy, data or slides, so it is a version only if its record says so
  const dois = values.flatMap(({ kind, value }) =>
    kind === 'doi' && readArxivId(value) === null && (!canBeCopy(value) || ownOf(value)) ? value : [],
  );
  const articles = dois.filter((doi) => !isPreprintDoi(doi));
  // a row keeps the DOI of its preprint when its venue becomes a journal
  const rows = facts.records.filter(({ doi }) => doi === null || isPreprintDoi(doi)).flatMap(versionOfRow);
  const named = [
    ...dois.map((doi) => versionOfDoi(doi, { ...facts, own: ownOf(doi), isOnly: articles.length === 1 }, rows)),
    ...[...new Set(arxivIds)].map((id) => versionOfArxivId(id, facts)),
  ];
  // what a row says is said better by an identifier of its stage
  const others = rows.filter(
    ({ stage }, at) => rows.findIndex((row) => row.stage === stage) === at && !named.some((one) => one.stage === stage),
  );
  return [...named, ...others].sort((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage));
}

/** The stage of a publication with these versions. */
export function stageOf([best]: readonly Version[]): Stage {
  return best?.stage ?? 'other';
}

/** What is known about the version with a DOI. */
interface DoiFacts extends VersionFacts {
  /** its record at Crossref */
  readonly own: RegisteredVersion | undefined;
  /** no other DOI of the publication can be that of an article, so a record without its DOI is about it */
  readonly isOnly: boolean;
}

function versionOfDoi(doi: string, facts: DoiFacts, rows: readonly Version[]): Version {
  const { own } = facts;
  const stage = stageOfDoi(doi, facts, rows);
  const listed = facts.records.find((record) => record.doi === doi && (stageOfVenue(record) ?? stage) === stage);
  const other = stage === 'published' ? publishedAt(facts) : undefined;
  const row = rows.find((one) => one.stage === stage);
  const posted = latestOf(doi, facts);
  return {
    stage,
    venue: own?.container ?? listed?.venue ?? other?.container ?? row?.venue ?? null,
    publishedOn: posted?.publishedOn ?? yearOf(listed) ?? row?.publishedOn ?? other?.publishedOn ?? null,
    versionNumber: posted?.versionNumber ?? null,
    url: addressOf({ kind: 'doi', value: doi }),
    source: (own ?? listed ?? other ?? row ?? posted)?.source ?? 'crossref',
  };
}

function versionOfArxivId(id: string, facts: VersionFacts): Version {
  const own = latestOf(id, facts);
  return {
    stage: 'preprint',
    venue: 'arXiv',
    publishedOn: own?.publishedOn ?? null,
    versionNumber: own?.versionNumber ?? null,
    url: addressOf({ kind: 'arxiv', value: id }),
    source: own?.source ?? 'arxiv',
  };
}

/** Of the records with this id, the one that knows the latest version. */
function latestOf(id: string, { registered }: VersionFacts): RegisteredVersion | undefined {
  const ofId = registered.filter(({ recordId }) => recordId === id);
  return ofId.sort((a, b) => (b.versionNumber ?? 0) - (a.versionNumber ?? 0))[0];
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
      // a row of Google Scholar names its profile, which only other users may track
      url: record.source === GOOGLE_SCHOLAR ? null : record.url,
      source: record.source,
    },
  ];
}

const yearOf = (record: ListedVersion | undefined) => (record?.year ? String(record.year) : null);
const addressOf = (identifier: RecordIdentifier) => describeIdentifier({ ...identifier, confidence: 1 }).url;

/** The types of published papers and books in the words of Crossref and OpenAlex. */
const PUBLISHED =
  /^(?:(?:journal|proceedings)-article|conference-paper|article|review|letter|editorial|book|book-(?:chapter|part|section)|edited-book|monograph|reference-(?:book|entry)|proceedings)$/;

function stageOfDoi(doi: string, facts: DoiFacts, rows: readonly Version[]): Stage {
  const { own, isOnly, registered, records } = facts;
  // servers register preprints as articles, reports and books; a number at the end is that of a review, or of an article
  if (isPreprintDoi(withoutVersion(doi))) return 'preprint';
  if (own) return stageOfType(own) ?? 'other';
  const related = registered.flatMap(({ relations }) => relations ?? []).filter(({ id }) => id === doi);
  if (isPreprintDoi(doi) || related.some(({ type }) => type === 'has-preprint')) return 'preprint';
  if (publishedAt(facts)) return 'published';
  if (isOnly && registered.some(({ type }) => type === 'dissertation')) return 'thesis';
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
function publishedAt({ registered, isOnly }: DoiFacts): RegisteredVersion | undefined {
  return registered.find(
    (record) =>
      isOnly &&
      record.source === 'openalex' &&
      record.container !== null &&
      !isPreprintVenue(record.container) &&
      stageOfType(record) === 'published',
  );
}

/** "Submitted to Nature" is not published in it, and series of papers have numbers, too. */
const UNPUBLISHED =
  /\b(?:submitted|(?:in|under) (?:review|revision|preparation)|unpublished|manuscript|presented at)\b|投稿中|\b(?:mpra|dp no)\b|^(?:hal|iza|researchgate|academia\.edu|optimization online|(?:iacr )?(?:cryptology )?eprint)\b/iu;

/** The stage that a venue shows; null if it leaves it open, as a name alone does. */
function stageOfVenue({ source, key, venue: text }: ListedVersion): Stage | null {
  if (source === 'dblp') {
    if (/^(?:phd|ms)\//.test(key)) return 'thesis';
    if (key.startsWith('journals/corr/')) return 'preprint';
    // a technical report
    if (key.startsWith('tr/')) return null;
  }
  if (text === null || UNPUBLISHED.test(text)) return null;
  const venue = readVenue(text);
  if (venue.kind === 'article') return 'preprint';
  // an identifier alone is no venue
  if (/^(?:doi|pmid|pmcid|issn|isbn|https?)\b|^10\.\d{4}/i.test(text.trim())) return null;
  if (venue.kind === 'thesis') return 'thesis';
  if (venue.kind === 'report') return isPreprintVenue(text) ? 'preprint' : null;
  if (venue.kind === 'paper-conference') return 'published';
  const isInPrint = venue.volume !== null || venue.issue !== null || venue.pages !== null;
  // DBLP lists what was published, and preprints only as CoRR
  const isPart = venue.kind === 'article-journal' || venue.kind === 'chapter';
  return isPart && (isInPrint || source === 'dblp') ? 'published' : null;
}
