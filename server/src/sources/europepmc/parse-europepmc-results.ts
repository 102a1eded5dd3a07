import { collectRecords, dropIfEmpty, MAX_CITATIONS } from '../collect-records.ts';
import { countOf, type Fields, fieldsOf, isFields, lacksField, parseJson, textOf, yearOf } from '../json-fields.ts';
import type { ParseRecords, PdfLocation, RecordAuthor, RecordMetadata, SourceRecord } from '../record.ts';
import { type AuthorList, readAuthorName, readAuthors, splitFamily } from '../record-authors.ts';
import { readAuthorIds, readIdentifiers } from '../record-identifiers.ts';
import { collectPages, collectPdfs, readAddress } from '../record-links.ts';
import { readAbstract, readName, readText, readTitle } from '../record-text.ts';

/** What each result has. https://europepmc.org/RestfulWebService#!/Europe32PMC32Articles32RESTful32API/search */
const ALWAYS = ['id', 'source', 'title', 'pubYear|firstPublicationDate', 'citedByCount', 'authorString|authorList'];
const FREE = new Set(['OA', 'F']);

/**
 * Reads the response to a search with `resultType=core`. Returns null if there is no result although some are counted,
 * or if all results lack a field.
 */
export const parseEuropePmcResults: ParseRecords = (body) => {
  const response = fieldsOf(parseJson(body));
  if (!isFields(response.resultList)) return null;
  const { result } = response.resultList;
  if (!Array.isArray(result) || (result.length === 0 && Number(response.hitCount ?? 0) > 0)) return null;
  return lacksField(result, ALWAYS) ? null : collectRecords(result, readRecord);
};

function readRecord(result: Fields): SourceRecord | null {
  const identifiers = readIdentifiers([
    ['doi', result.doi],
    ['pmid', result.pmid],
    ['pmcid', result.pmcid],
  ]);
  const recordId = recordIdOf(result);
  const { authors, hasMore } = authorsOf(result);
  const pmcid = identifiers.find(({ kind }) => kind === 'pmcid')?.value ?? null;
  return dropIfEmpty({
    title: readTitle(result.title)?.replace(/(?<!\.)\.$/, '') ?? null,
    year: readYear(result),
    authors,
    identifiers,
    ...readLinks(result, pmcid),
    evidenceUrl: recordId === null ? null : `https://europepmc.org/article/${recordId}`,
    metadata: readMetadata(result, recordId, !hasMore),
  });
}

function readMetadata(result: Fields, recordId: string | null, hasAllAuthors: boolean): RecordMetadata {
  const types = fieldsOf(result.pubTypeList).pubType;
  return {
    recordId,
    hasAllAuthors,
    abstract: readAbstract(result.abstractText),
    referencedWorks: null,
    isRetracted: Array.isArray(types)
      ? types.some((type) => typeof type === 'string' && /^retracted publication$/i.test(type.trim()))
      : null,
    relations: null,
    citationCount: countOf(result.citedByCount, MAX_CITATIONS),
  };
}

function readYear(result: Fields): number | null {
  const issue = fieldsOf(result.journalInfo).yearOfPublication;
  return yearOf(result.pubYear) ?? yearOf(issue) ?? yearOf(textOf(result.firstPublicationDate)?.slice(0, 4));
}

/** Reads surnames and initials if there is only a line of authors. */
function authorsOf(result: Fields): AuthorList {
  const listed = readAuthors(fieldsOf(result.authorList).author, readAuthor);
  if (listed.authors.length > 0) return listed;
  const line = (readText(result.authorString, 10_000) ?? '').replace(/(?<!et al)\.$/, '');
  return readAuthors(line.split(', '), (name) => named(name, null));
}

function readAuthor(author: unknown): RecordAuthor[] {
  const { firstName, lastName, initials, fullName, collectiveName, authorId } = fieldsOf(author);
  const organization = readAuthorName(collectiveName);
  if (organization !== null) return [{ name: organization, family: null, isOrganization: true }];
  const [given, family] = [readName(firstName) ?? readName(initials), readAuthorName(lastName)];
  // only the full name has the suffix: "Lund JA 3rd"
  const { suffix } = splitFamily(readAuthorName(fullName) ?? '');
  const whole = given !== null && family !== null ? [given, family, suffix].filter(Boolean).join(' ') : null;
  const { type, value } = fieldsOf(authorId);
  const ids = readAuthorIds({ orcid: type === 'ORCID' ? value : null });
  const known = { ...ids, ...(whole === null || suffix === null ? {} : { suffix }) };
  return named(whole ?? fullName ?? family, family).map((one) => ({ ...one, ...known }));
}

function named(text: unknown, family: string | null): RecordAuthor[] {
  const name = readAuthorName(text);
  return name === null ? [] : [{ name, family }];
}

interface FullText {
  readonly url: string;
  readonly site: string | null;
  readonly isPdf: boolean;
  readonly isFree: boolean;
}

function readLinks(result: Fields, pmcid: string | null): Pick<SourceRecord, 'pdfs' | 'landingPages'> {
  const texts = readFullTexts(result, pmcid);
  const version = versionOf(result);
  const license = readText(result.license, 100)?.toLowerCase().replaceAll(' ', '-') ?? null;
  const pdfs = texts.filter(({ isPdf, isFree }) => isPdf && isFree).sort((a, b) => rankOf(a) - rankOf(b));
  const pages = texts.filter(({ isPdf, site }) => !isPdf && site !== 'Europe_PMC');
  return {
    pdfs: collectPdfs(pdfs.map(({ url, site }) => ({ url, version, license, host: hostOf(site) }))),
    landingPages: collectPages(pages.map(({ url }) => url)),
  };
}

function readFullTexts(result: Fields, pmcid: string | null): FullText[] {
  const list = fieldsOf(result.fullTextUrlList).fullTextUrl;
  if (Array.isArray(list)) return list.flatMap(readFullText);
  // A short record (`resultType=lite`) has only flags. The full record lists this address.
  if (pmcid === null || result.inEPMC !== 'Y' || result.hasPDF !== 'Y') return [];
  return [{ url: `https://europepmc.org/articles/${pmcid}?pdf=render`, site: 'Europe_PMC', isPdf: true, isFree: true }];
}

function readFullText(entry: unknown): FullText[] {
  const { url, site, documentStyle, availabilityCode } = fieldsOf(entry);
  const address = readAddress(url);
  if (address === null) return [];
  const isFree = FREE.has(textOf(availabilityCode) ?? '');
  return [{ url: address, site: textOf(site), isPdf: documentStyle === 'pdf', isFree }];
}

/** Prefers Europe PMC's copy, because PubMed Central's is behind a challenge page. */
function rankOf({ site }: FullText): number {
  return site === 'Europe_PMC' ? 0 : site === 'PubMedCentral' ? 2 : 1;
}

function hostOf(site: string | null): PdfLocation['host'] {
  return site === 'Europe_PMC' || site === 'PubMedCentral' ? 'repository' : null;
}

function versionOf(result: Fields): PdfLocation['version'] {
  if (result.source === 'PPR') return 'submitted';
  return result.authMan === 'Y' || result.epmcAuthMan === 'Y' || result.nihAuthMan === 'Y' ? 'accepted' : 'published';
}

/** The origin of the record and its id there, as in Europe PMC's addresses: `MED/41744547`. */
function recordIdOf({ source, id }: Fields): string | null {
  const [from, key] = [textOf(source), textOf(id)];
  return from !== null && key !== null && /^[A-Z]{3}$/.test(from) && /^[\w.-]{1,50}$/.test(key)
    ? `${from}/${key}`
    : null;
}
