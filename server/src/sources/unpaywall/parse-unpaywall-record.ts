import { collectRecords, keepTelling, MOST_AUTHORS } from '../collect-records.ts';
import { type Fields, fieldsOf, isFields, listOf, parseJson, yearOf } from '../json-fields.ts';
import type { ParseRecords, PdfLocation, RecordAuthor, SourceRecord } from '../record.ts';
import { readIdentifiers } from '../record-identifiers.ts';
import { collectPages, collectPdfs, readAddress, readVersion } from '../record-links.ts';
import { readName, readText, readTitle } from '../record-text.ts';

const VERSIONS: readonly PdfLocation['version'][] = ['published', 'accepted', 'submitted', null];

/** The record of a DOI, or the answer to a search. "Not in Unpaywall" is no record. */
export const parseUnpaywallRecord: ParseRecords = (body) => {
  const answer = parseJson(body);
  if (!isFields(answer)) return null;
  if (answer.error === true && typeof answer.message === 'string') return [];
  if (Array.isArray(answer.results)) {
    const found = answer.results.map((result) => fieldsOf(result).response);
    return collectRecords(found, readWork);
  }
  return collectRecords([answer], readWork);
};

function readWork(work: Fields): SourceRecord | null {
  const copies = [...listOf(work.oa_locations), work.best_oa_location].filter(isFields).map(readCopy).sort(byWorth);
  const pdfs = collectPdfs(copies.map(({ pdf }) => pdf));
  return keepTelling({
    title: readTitle(work.title),
    year: yearOf(work.year),
    authors: listOf(work.z_authors).slice(0, MOST_AUTHORS).flatMap(readAuthor),
    identifiers: readIdentifiers([['doi', work.doi]]),
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
    // the better version first, and of two equal ones the repository's, which is less often behind a challenge
    rank: 2 * VERSIONS.indexOf(version) + (host === 'repository' ? 0 : 1),
    pdf: url === null ? null : { url, version, license: readText(location.license, 100), host },
    pages: [readAddress(location.url_for_landing_page), readAddress(location.url)],
  };
}

function byWorth(a: Copy, b: Copy): number {
  return a.rank - b.rank;
}

/** Their form has changed with the years, and with where a record comes from. */
function readAuthor(author: unknown): RecordAuthor[] {
  const { given, family, name, raw_author_name: raw } = fieldsOf(author);
  const last = readName(family);
  const whole = [readName(given), last].filter((part) => part !== null).join(' ');
  const full = whole || readName(raw) || readName(name);
  return full === null ? [] : [{ name: full, family: last }];
}
