import { collectRecords } from '../collect-records.ts';
import { readArxivId, readDoi } from '../identifier-values.ts';
import { type Fields, fieldsOf, lacksField, listOf, parseJson, textOf, yearOf } from '../json-fields.ts';
import { readDay } from '../notice.ts';
import type { ParseRecords, RecordAuthor, RecordMetadata, RecordRelation, SourceRecord } from '../record.ts';
import { readAuthorName, readAuthors, readInvertedName } from '../record-authors.ts';
import { readName, readTitle } from '../record-text.ts';
import { encodeDoi } from '../write-request.ts';

/** What each record has. https://support.datacite.org/docs/api-get-doi */
const ALWAYS = 'doi titles creators publicationYear types dates relatedIdentifiers'
  .split(' ')
  .map((name) => `attributes.${name}`);
const MAX_RELATIONS = 200;

/** Reads a list of records: what became of a preprint. Unknown DOIs are left out of it. */
export const parseDataciteDois: ParseRecords = (body) => {
  const { data } = fieldsOf(parseJson(body));
  if (!Array.isArray(data) || lacksField(data, ALWAYS)) return null;
  return collectRecords(
    data.map((entry) => fieldsOf(entry).attributes),
    readRecord,
  );
};

function readRecord(record: Fields): SourceRecord | null {
  const doi = readDoi(textOf(record.doi) ?? '');
  if (doi === null) return null;
  const arxivId = readArxivId(doi);
  const { authors, hasMore } = readAuthors(record.creators, readAuthor);
  const titles = listOf(record.titles).map(fieldsOf);
  return {
    title: readTitle((titles.find(({ titleType }) => !titleType) ?? titles[0])?.title),
    year: yearOf(record.publicationYear),
    authors,
    identifiers: [arxivId === null ? { kind: 'doi', value: doi } : { kind: 'arxiv', value: arxivId }],
    pdfs: [],
    landingPages: [],
    evidenceUrl: `https://doi.org/${encodeDoi(doi)}`,
    metadata: {
      recordId: arxivId ?? doi,
      abstract: null,
      hasAllAuthors: !hasMore,
      referencedWorks: null,
      isRetracted: null,
      relations: readRelations(record, doi),
      citationCount: null,
      ...readVersion(record.dates),
    },
  };
}

/**
 * The articles of which this is a version. Zenodo and figshare also state that a deposit is a version of the DOI of all
 * its versions, which has the same prefix.
 */
function readRelations({ relatedIdentifiers, types }: Fields, doi: string): RecordRelation[] {
  const isPreprint = readArxivId(doi) !== null || fieldsOf(types).resourceTypeGeneral === 'Preprint';
  const type = isPreprint ? 'is-preprint-of' : 'is-version-of';
  const [prefix] = doi.split('/');
  return listOf(relatedIdentifiers)
    .map(fieldsOf)
    .flatMap(({ relationType, relatedIdentifierType, relatedIdentifier }): RecordRelation[] => {
      const isStated = relationType === 'IsVersionOf' || relationType === 'IsPreviousVersionOf';
      const id = isStated && relatedIdentifierType === 'DOI' ? readDoi(textOf(relatedIdentifier) ?? '') : null;
      return id === null || id.startsWith(`${prefix}/`) ? [] : [{ type, idType: 'doi', id, assertedBy: 'subject' }];
    })
    .slice(0, MAX_RELATIONS);
}

/** arXiv states the day of each version: `{ dateType: "Submitted", dateInformation: "v2" }`. */
function readVersion(dates: unknown): Pick<RecordMetadata, 'publishedOn' | 'versionNumber'> {
  const [latest] = listOf(dates)
    .map(fieldsOf)
    .flatMap(({ date, dateType, dateInformation }) => {
      const [, number] = /^v(\d{1,3})$/.exec(textOf(dateInformation) ?? '') ?? [];
      return dateType === 'Submitted' && number !== undefined
        ? { number: Number(number), day: readDay((textOf(date) ?? '').slice(0, 10)) }
        : [];
    })
    .sort((a, b) => b.number - a.number);
  if (latest === undefined) return {};
  return { versionNumber: latest.number, ...(latest.day === null ? {} : { publishedOn: latest.day }) };
}

function readAuthor(creator: unknown): RecordAuthor[] {
  const { name, nameType, givenName, familyName } = fieldsOf(creator);
  const family = readAuthorName(familyName);
  if (family !== null) return [{ name: [readName(givenName), family].filter(Boolean).join(' '), family }];
  if (nameType !== 'Organizational') return readInvertedName(name);
  const organization = readAuthorName(name);
  return organization === null ? [] : [{ name: organization, family: null, isOrganization: true }];
}
