import { collectRecords, keepTelling, MOST_AUTHORS } from '../collect-records.ts';
import { readDoi, readOpenAlexId, readPmid } from '../identifier-values.ts';
import { type Fields, fieldsOf, isFields, listOf, parseJson, textOf, yearOf } from '../json-fields.ts';
import type { ParseRecords, PdfLocation, RecordAuthor, SourceRecord } from '../record.ts';
import { readIdentifiers, readIdentifiersOfCopies } from '../record-identifiers.ts';
import { collectPages, collectPdfs, readAddress, readVersion } from '../record-links.ts';
import { readName, readText, readTitle } from '../record-text.ts';

/** A list of works, or one work. */
export const parseOpenAlexWorks: ParseRecords = (body) => {
  const answer = parseJson(body);
  if (!isFields(answer)) return null;
  if (Array.isArray(answer.results)) return collectRecords(answer.results, readWork);
  return collectRecords([answer], readWork);
};

/** Null for authors, journals and whatever else is no work. */
function readWork(work: Fields): SourceRecord | null {
  const ids = fieldsOf(work.ids);
  const id = textOf(work.id) ?? textOf(ids.openalex);
  if (id !== null && readOpenAlexId(id) === null) return null;
  const places = readPlaces(work);
  const named = readIdentifiers([
    ['openalex', id],
    ['doi', withoutResolver(work.doi)],
    ['doi', withoutResolver(ids.doi)],
    ['pmid', ids.pmid],
    ['pmcid', ids.pmcid],
  ]);
  const addresses = places.flatMap(({ landing, pdf }) => [landing, pdf].flatMap((address) => address ?? []));
  const identifiers = [...named, ...readIdentifiersOfCopies(addresses, ['arxiv', 'pmcid', 'pmid'], named)];
  const openalex = identifiers.find(({ kind }) => kind === 'openalex');
  return keepTelling({
    title: readTitle(work.title) ?? readTitle(work.display_name),
    year: yearOf(work.publication_year),
    authors: listOf(work.authorships).slice(0, MOST_AUTHORS).flatMap(readAuthor),
    identifiers,
    ...readLinks(places, fieldsOf(work.open_access)),
    evidenceUrl: openalex === undefined ? null : `https://openalex.org/${openalex.value}`,
  });
}

/** OpenAlex writes a DOI behind the resolver's address without encoding it, so a "?" or "#" in it is its own. */
function withoutResolver(doi: unknown): string | null {
  const bare = textOf(doi)?.replace(/^https?:\/\/doi\.org\//i, '') ?? null;
  return bare === null ? null : readDoi(bare);
}

function readAuthor(authorship: unknown): RecordAuthor[] {
  const { author, raw_author_name: raw } = fieldsOf(authorship);
  const name = readName(fieldsOf(author).display_name) ?? readName(raw);
  return name === null ? [] : [{ name, family: null }];
}

interface Place extends Omit<PdfLocation, 'url'> {
  readonly isOpen: boolean;
  readonly landing: string | null;
  readonly pdf: string | null;
}

/** The best copy, then the other free ones, then those that are not free. */
function readPlaces(work: Fields): Place[] {
  const best = isFields(work.best_oa_location) ? [readPlace(work.best_oa_location, true)] : [];
  const others = [...listOf(work.locations), work.primary_location]
    .filter(isFields)
    .filter((place) => fieldsOf(place.source).type !== 'metadata')
    .map((place) => readPlace(place, place.is_oa === true));
  return [...best, ...others.filter(({ isOpen }) => isOpen), ...others.filter(({ isOpen }) => !isOpen)];
}

function readPlace(place: Fields, isOpen: boolean): Place {
  const { type } = fieldsOf(place.source);
  return {
    isOpen,
    landing: readAddress(place.landing_page_url),
    pdf: isOpen ? readAddress(place.pdf_url) : null,
    version: readVersion(place.version),
    license: readText(place.license, 100),
    host: type === 'repository' ? 'repository' : textOf(type) === null ? null : 'publisher',
  };
}

function readLinks(places: readonly Place[], access: Fields): Pick<SourceRecord, 'pdfs' | 'landingPages'> {
  const pdfs = places.map(({ pdf, version, license, host }) => pdf && { url: pdf, version, license, host });
  // PubMed has no full texts.
  const pages = places.map(({ landing }) => (landing !== null && readPmid(landing) === null ? landing : null));
  const free = readAddress(access.oa_url);
  const isNew = free !== null && !places.some(({ pdf, landing }) => pdf === free || landing === free);
  const unplaced = isNew ? { url: free, version: null, license: null, host: null } : null;
  return { pdfs: collectPdfs([...pdfs.map((pdf) => pdf || null), unplaced]), landingPages: collectPages(pages) };
}
