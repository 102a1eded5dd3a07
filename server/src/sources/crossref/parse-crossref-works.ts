import { collectRecords, dropIfEmpty, MAX_CITATIONS, MAX_REFERENCES } from '../collect-records.ts';
import { readDoi } from '../identifier-values.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  lacksField,
  listOf,
  parseJson,
  textOf,
  yearOf,
} from '../json-fields.ts';
import { isNotPublicationType } from '../not-publication.ts';
import { type Nature, type Notice, readDay } from '../notice.ts';
import type { ParseRecords, RecordAuthor, RecordMetadata, RecordRelation, SourceRecord } from '../record.ts';
import { readAuthorName, readAuthors, readSuffix, splitFamily } from '../record-authors.ts';
import { readAuthorIds, readIdentifiers } from '../record-identifiers.ts';
import { collectPages, readAddress } from '../record-links.ts';
import { readAbstract, readBiblio, readText, readTitle } from '../record-text.ts';
import { splitStatus } from '../title-status.ts';
import { encodeDoi } from '../write-request.ts';

/** What each work has. https://api.crossref.org/swagger-ui/index.html */
const ALWAYS = [
  'DOI',
  'type',
  'publisher',
  'issued',
  'issued.date-parts',
  'is-referenced-by-count',
  'author.family|name|literal',
];
/** What nearly all articles have. */
const ARTICLES = new Set(['journal-article', 'proceedings-article']);
const USUALLY = ['title', 'container-title', 'author', 'author.given|name|literal'];
const MIN_ARTICLES = 5;
const MAX_RELATIONS = 200;
const MAX_NOTICES = 200;
const MAX_WORD = 100;
const MAX_ID = 1000;
const DATES = ['issued', 'published', 'published-print', 'published-online', 'posted'] as const;

/**
 * Reads the response to a search, or a single work. Returns null if there is no work although some are counted, or if
 * all works lack a field.
 */
export const parseCrossrefWorks: ParseRecords = (body) => {
  const response = fieldsOf(parseJson(body));
  const { message } = response;
  if (!isFields(message)) return null;
  if (response['message-type'] === 'work') return collectRecords([message], readWork);
  if (response['message-type'] !== 'work-list' || !Array.isArray(message.items)) return null;
  if (lacksItems(message) || lacksFields(message.items)) return null;
  const works = message.items.filter((item) => !isNotPublicationType(textOf(fieldsOf(item).type)));
  return collectRecords(works, readWork);
};

/** Whether there is no work, although the search found some. A request for no works gets none. */
function lacksItems({ items, query, 'total-results': total, 'items-per-page': size }: Fields): boolean {
  const start = fieldsOf(query)['start-index'];
  return listOf(items).length === 0 && size !== 0 && Number(total ?? 0) > Number(start ?? 0);
}

function lacksFields(items: readonly unknown[]): boolean {
  const articles = items.filter((item) => ARTICLES.has(textOf(fieldsOf(item).type) ?? ''));
  return lacksField(items, ALWAYS) || lacksField(articles, USUALLY, MIN_ARTICLES);
}

function readWork(work: Fields): SourceRecord | null {
  const identifiers = readIdentifiers([['doi', work.DOI]]);
  const doi = identifiers.find(({ kind }) => kind === 'doi');
  const { authors, hasMore } = readAuthors(work.author, readAuthor);
  const publishedOn = readFirstDate(work);
  return dropIfEmpty({
    // Subtitles are left out, because half of them repeat the title in other words.
    title: readFirstTitle(work.title),
    year: publishedOn === null ? null : Number(publishedOn.slice(0, 4)),
    authors,
    identifiers,
    // The links in a record are for text mining under a contract.
    pdfs: [],
    landingPages: collectPages([readAddress(fieldsOf(fieldsOf(work.resource).primary).URL)]),
    evidenceUrl: doi === undefined ? null : `https://doi.org/${encodeDoi(doi.value)}`,
    metadata: {
      ...readMetadata(work, doi?.value ?? null, !hasMore),
      ...(publishedOn === null ? {} : { publishedOn }),
    },
  });
}

function readMetadata(work: Fields, recordId: string | null, hasAllAuthors: boolean): RecordMetadata {
  return {
    recordId,
    hasAllAuthors,
    abstract: readAbstract(work.abstract),
    referencedWorks: readReferences(work.reference),
    isRetracted: null,
    relations: Object.entries(fieldsOf(work.relation))
      .flatMap(([type, others]) => listOf(others).flatMap((other) => readRelation(type, fieldsOf(other))))
      .slice(0, MAX_RELATIONS),
    citationCount: countOf(work['is-referenced-by-count'], MAX_CITATIONS),
    biblio: readBiblio({
      type: work.type,
      container: readContainer(work['container-title']),
      publisher: work.publisher,
      volume: work.volume,
      issue: work.issue,
      pages: textOf(work.page) ?? work['article-number'],
      issn: work.ISSN,
    }),
    // `update-to` should say of what a notice is one, but many papers name their own notices there
    ...(recordId === null
      ? {}
      : {
          notices: believedUpdates(work, recordId)
            .flatMap((update) => readNotice(recordId, update))
            .slice(0, MAX_NOTICES),
        }),
  };
}

/** The journal or the book. A chapter may also name the series of its book, in any place. */
function readContainer(titles: unknown): string | null {
  const names = listOf(titles).flatMap((title) => readTitle(title) ?? []);
  return names.find((name) => !name.startsWith('Lecture Notes in ')) ?? names[0] ?? null;
}

/** The DOIs of the references; null if they were not requested or there are none. */
function readReferences(references: unknown): string[] | null {
  if (!Array.isArray(references)) return null;
  const dois = references
    .slice(0, MAX_REFERENCES)
    .flatMap((reference) => readDoi(textOf(fieldsOf(reference).DOI) ?? '') ?? []);
  return [...new Set(dois)];
}

/** https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/relationships/ */
function readRelation(type: string, other: Fields): RecordRelation[] {
  const [relation, idType] = [readText(type, MAX_WORD), readText(other['id-type'], MAX_WORD)];
  const text = readText(other.id, MAX_ID);
  const id = idType === 'doi' && text !== null ? readDoi(text) : text;
  if (relation === null || idType === null || id === null) return [];
  const assertedBy = other['asserted-by'];
  return [
    { type: relation, idType, id, assertedBy: assertedBy === 'subject' || assertedBy === 'object' ? assertedBy : null },
  ];
}

/**
 * The updates of a work that can be believed: those of Retraction Watch's list, and what publishers say of other notices
 * than these. Crossref makes `updated-by` from `update-to`, so a work and its notice may each update the other: then only
 * a mark in its title tells that the work is the paper.
 */
function believedUpdates(work: Fields, doi: string): Fields[] {
  const updates = listOf(work['updated-by']).map(fieldsOf);
  const doiIn = (update: Fields) => readDoi(textOf(update.DOI) ?? '');
  const isListed = ({ source }: Fields) => source === 'retraction-watch';
  const listed = new Set(updates.filter(isListed).map(doiIn));
  const updated = new Set(listOf(work['update-to']).map((update) => doiIn(fieldsOf(update))));
  const isPaper = splitStatus(readFirstTitle(work.title) ?? '').status !== null;
  const isBelieved = (other: string | null) => !listed.has(other) && (isPaper || other === doi || !updated.has(other));
  return updates.filter((update) => isListed(update) || isBelieved(doiIn(update)));
}

/** Crossref's types of updates. New versions and editions are none. */
const NATURES: ReadonlyMap<string, Nature> = new Map([
  ['retraction', 'retraction'],
  ['withdrawal', 'withdrawal'],
  ['removal', 'withdrawal'],
  ['expression_of_concern', 'concern'],
  ['correction', 'correction'],
  ['corrigendum', 'correction'],
  ['erratum', 'correction'],
  ['addendum', 'correction'],
  ['clarification', 'correction'],
  ['partial_retraction', 'correction'],
  ['reinstatement', 'reinstatement'],
]);

/** https://www.crossref.org/documentation/crossmark/version-control-corrections-and-retractions/ */
function readNotice(doi: string, update: Fields): Notice[] {
  const type = readText(update.type, MAX_WORD)?.toLowerCase().replaceAll(/[\s-]/g, '_') ?? '';
  const nature = NATURES.get(type);
  const noticeDoi = readDoi(textOf(update.DOI) ?? '');
  const record = readText(update['record-id'], MAX_WORD);
  if (nature === undefined || (record ?? noticeDoi) === null) return [];
  const updated = fieldsOf(update.updated);
  // Crossref makes the first of January of a year
  const isDay = listOf(listOf(updated['date-parts'])[0] ?? [0, 0, 0]).length === 3;
  return [
    {
      doi,
      source: 'crossref',
      sourceId: record ?? `${type} ${noticeDoi}`,
      nature,
      noticeDoi: noticeDoi === doi ? null : noticeDoi,
      noticedOn: isDay ? readDay((textOf(updated['date-time']) ?? '').slice(0, 10)) : null,
      reasons: [],
    },
  ];
}

function readFirstTitle(titles: unknown): string | null {
  const [first] = listOf(titles).flatMap((title) => readTitle(title) ?? []);
  return first ?? null;
}

/** The first date that is known, as far as it is known: `2020-06-05`, `2020-06` or `2020`. */
function readFirstDate(work: Fields): string | null {
  for (const name of DATES) {
    const [year, ...parts] = listOf(listOf(fieldsOf(work[name])['date-parts'])[0]).map(String);
    const known = yearOf(year);
    if (known === null) continue;
    const full = [known, ...parts.map((part) => part.padStart(2, '0'))].join('-');
    return /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/.test(full) ? full : String(known);
  }
  return null;
}

function readAuthor(author: unknown): RecordAuthor[] {
  const { given, family, suffix, name, literal, ORCID: orcid } = fieldsOf(author);
  const written = readAuthorName(family);
  const split = written === null ? null : splitFamily(written);
  const last = split?.family ?? null;
  const end = last === null ? null : (readSuffix(suffix) ?? split?.suffix ?? null);
  const whole = [readAuthorName(given)?.replace(/,$/, ''), last, end].filter((part) => part != null).join(' ');
  if (whole !== '')
    return [{ name: whole, family: last, ...(end === null ? {} : { suffix: end }), ...readAuthorIds({ orcid }) }];
  const organization = readAuthorName(name) ?? readAuthorName(literal);
  return organization === null ? [] : [{ name: organization, family: null, isOrganization: true }];
}
