import { collectRecords, keepTelling, MOST_AUTHORS, MOST_REFERENCES } from '../collect-records.ts';
import { readDoi } from '../identifier-values.ts';
import { countOf, type Fields, fieldsOf, isFields, listOf, parseJson, textOf, yearOf } from '../json-fields.ts';
import { MOST_CITATIONS } from '../most-citations.ts';
import type {
  ParseRecords,
  RecordAuthor,
  RecordMetadata,
  RecordRelation,
  RecordUpdate,
  SourceRecord,
} from '../record.ts';
import { readAuthorIds, readIdentifiers } from '../record-identifiers.ts';
import { collectPages, readAddress } from '../record-links.ts';
import { readAbstract, readName, readText, readTitle } from '../record-text.ts';
import { encodeDoi } from '../write-request.ts';

/** What has a DOI beside a work: its figures, reviews of it, and where it stands. */
const NO_WORKS = new Set(['component', 'grant', 'journal', 'journal-issue', 'journal-volume', 'peer-review']);
const MOST_RELATIONS = 200;
const MOST_UPDATES = 200;
const MAX_WORD = 100;
const MAX_ID = 1000;
const DATES = ['issued', 'published', 'published-print', 'published-online', 'posted'] as const;

/** The answer to a search, or one work. */
export const parseCrossrefWorks: ParseRecords = (body) => {
  const answer = fieldsOf(parseJson(body));
  const { message } = answer;
  if (!isFields(message)) return null;
  if (answer['message-type'] === 'work') return collectRecords([message], readWork);
  if (answer['message-type'] !== 'work-list' || !Array.isArray(message.items)) return null;
  const works = message.items.filter((item) => !NO_WORKS.has(textOf(fieldsOf(item).type) ?? ''));
  return collectRecords(works, readWork);
};

function readWork(work: Fields): SourceRecord | null {
  const identifiers = readIdentifiers([['doi', work.DOI]]);
  const doi = identifiers.find(({ kind }) => kind === 'doi');
  return keepTelling({
    // Half of the subtitles are running heads that repeat the title in other words, so they are left out.
    title: readFirstTitle(work.title),
    year: readFirstYear(work),
    authors: listOf(work.author).slice(0, MOST_AUTHORS).flatMap(readAuthor),
    identifiers,
    // The links of a record are for text mining under contract.
    pdfs: [],
    landingPages: collectPages([readAddress(fieldsOf(fieldsOf(work.resource).primary).URL)]),
    evidenceUrl: doi === undefined ? null : `https://doi.org/${encodeDoi(doi.value)}`,
    metadata: readMetadata(work, doi?.value ?? null),
  });
}

function readMetadata(work: Fields, recordId: string | null): RecordMetadata {
  return {
    recordId,
    abstract: readAbstract(work.abstract),
    hasAllAuthors: listOf(work.author).length <= MOST_AUTHORS,
    referencedWorks: readReferences(work.reference),
    isRetracted: null,
    relations: Object.entries(fieldsOf(work.relation))
      .flatMap(([type, others]) => listOf(others).flatMap((other) => readRelation(type, fieldsOf(other))))
      .slice(0, MOST_RELATIONS),
    updates: (['update-to', 'updated-by'] as const)
      .flatMap((direction) => listOf(work[direction]).flatMap((update) => readUpdate(direction, fieldsOf(update))))
      .slice(0, MOST_UPDATES),
    citationCount: countOf(work['is-referenced-by-count'], MOST_CITATIONS),
  };
}

/** The DOIs of the references; null when the record was asked for without them, or has none. */
function readReferences(references: unknown): string[] | null {
  if (!Array.isArray(references)) return null;
  const dois = references
    .slice(0, MOST_REFERENCES)
    .flatMap((reference) => readDoi(textOf(fieldsOf(reference).DOI) ?? '') ?? []);
  return [...new Set(dois)];
}

/** https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/relationships/ */
function readRelation(type: string, other: Fields): RecordRelation[] {
  const [relation, idType] = [readText(type, MAX_WORD), readText(other['id-type'], MAX_WORD)];
  const said = readText(other.id, MAX_ID);
  const id = idType === 'doi' && said !== null ? readDoi(said) : said;
  if (relation === null || idType === null || id === null) return [];
  const assertedBy = other['asserted-by'];
  return [
    { type: relation, idType, id, assertedBy: assertedBy === 'subject' || assertedBy === 'object' ? assertedBy : null },
  ];
}

/** https://www.crossref.org/documentation/crossmark/version-control-corrections-and-retractions/ */
function readUpdate(direction: RecordUpdate['direction'], update: Fields): RecordUpdate[] {
  const type = readText(update.type, MAX_WORD);
  const doi = readDoi(textOf(update.DOI) ?? '');
  if (type === null || doi === null) return [];
  const [date] = /^\d{4}-\d{2}-\d{2}/.exec(textOf(fieldsOf(update.updated)['date-time']) ?? '') ?? [];
  return [{ direction, type, doi, date: date ?? null, source: readText(update.source, MAX_WORD) }];
}

function readFirstTitle(titles: unknown): string | null {
  const [first] = listOf(titles).flatMap((title) => readTitle(title) ?? []);
  return first ?? null;
}

function readFirstYear(work: Fields): number | null {
  const [first] = DATES.flatMap((name) => yearOf(listOf(listOf(fieldsOf(work[name])['date-parts'])[0])[0]) ?? []);
  return first ?? null;
}

function readAuthor(author: unknown): RecordAuthor[] {
  const { given, family, name, literal, ORCID: orcid } = fieldsOf(author);
  const last = readName(family);
  const whole = [readName(given), last].filter((part) => part !== null).join(' ');
  const full = whole || readName(name) || readName(literal);
  return full === null ? [] : [{ name: full, family: last, ...readAuthorIds({ orcid }) }];
}
