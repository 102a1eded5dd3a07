import { collectRecords, keepTelling, MOST_AUTHORS } from '../collect-records.ts';
import { type Fields, fieldsOf, isFields, listOf, parseJson, textOf, yearOf } from '../json-fields.ts';
import type { ParseRecords, RecordAuthor, SourceRecord } from '../record.ts';
import { readIdentifiers } from '../record-identifiers.ts';
import { collectPages, readAddress } from '../record-links.ts';
import { readName, readTitle } from '../record-text.ts';
import { encodeDoi } from '../write-request.ts';

/** What has a DOI beside a work: its figures, reviews of it, and where it stands. */
const NO_WORKS = new Set(['component', 'grant', 'journal', 'journal-issue', 'journal-volume', 'peer-review']);
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
  });
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
  const { given, family, name, literal } = fieldsOf(author);
  const last = readName(family);
  const whole = [readName(given), last].filter((part) => part !== null).join(' ');
  const full = whole || readName(name) || readName(literal);
  return full === null ? [] : [{ name: full, family: last }];
}
