import { collectRecords, dropIfEmpty } from '../collect-records.ts';
import { type Fields, fieldsOf, isFields, lacksField, listOf, parseJson, yearOf } from '../json-fields.ts';
import type { ParseRecords, PdfLocation, RecordAuthor, SourceRecord } from '../record.ts';
import { readAuthorName, readAuthors } from '../record-authors.ts';
import { readIdentifiers } from '../record-identifiers.ts';
import { collectPages, collectPdfs, readAddress, readVersion } from '../record-links.ts';
import { readName, readText, readTitle } from '../record-text.ts';

/** What each record of a search, and each copy, has. https://unpaywall.org/data-format */
const ALWAYS = ['doi', 'title', 'year', 'z_authors', 'best_oa_location', 'oa_locations'];
const COPIES = ['url_for_pdf', 'url_for_landing_page', 'host_type', 'version'].map((name) => `oa_locations.${name}`);
const VERSIONS: readonly PdfLocation['version'][] = ['published', 'accepted', 'submitted', null];

/** Reads the record of a DOI, or the response to a search. "Not in Unpaywall" gives an empty list. */
export const parseUnpaywallRecord: ParseRecords = (body) => {
  const response = parseJson(body);
  if (!isFields(response)) return null;
  if (response.error === true && typeof response.message === 'string') return [];
  if (Array.isArray(response.results)) {
    const found = response.results.map((result) => fieldsOf(result).response);
    return lacksField(found, ALWAYS) || lacksField(found, COPIES) ? null : collectRecords(found, readRecord);
  }
  return collectRecords([response], readRecord);
};

function readRecord(record: Fields): SourceRecord | null {
  const copies = [...listOf(record.oa_locations), record.best_oa_location].filter(isFields).map(readCopy).sort(byRank);
  const pdfs = collectPdfs(copies.map(({ pdf }) => pdf));
  return dropIfEmpty({
    title: readTitle(record.title),
    year: yearOf(record.year),
    authors: readAuthors(record.z_authors, readAuthor).authors,
    identifiers: readIdentifiers([['doi', record.doi]]),
    pdfs,
    landingPages: collectPages(copies.flatMap(({ pages }) => pages)).filter(
      (page) => !pdfs.some((pdf) => pdf.url === page),
    ),
    evidenceUrl: null,
  });
}

interface Copy {
  readonly rank: number;
  readonly pdf: PdfLocation | null;
  readonly pages: readonly (string | null)[];
}

function readCopy(location: Fields): Copy {
  const version = readVersion(location.version);
  const host = location.host_type === 'repository' || location.host_type === 'publisher' ? location.host_type : null;
  const url = readAddress(location.url_for_pdf);
  return {
    // the better version first; among equals the repository's copy, which is less often behind a challenge page
    rank: 2 * VERSIONS.indexOf(version) + (host === 'repository' ? 0 : 1),
    pdf: url === null ? null : { url, version, license: readText(location.license, 100), host },
    pages: [readAddress(location.url_for_landing_page), readAddress(location.url)],
  };
}

function byRank(a: Copy, b: Copy): number {
  return a.rank - b.rank;
}

/** The format of authors depends on the age and the origin of a record. */
function readAuthor(author: unknown): RecordAuthor[] {
  const { given, family, name, raw_author_name: raw } = fieldsOf(author);
  const last = readName(family);
  const whole = [readName(given), last].filter((part) => part !== null).join(' ');
  const full = readAuthorName(whole) ?? readAuthorName(raw) ?? readAuthorName(name);
  return full === null ? [] : [{ name: full, family: last }];
}
