import { collectRecords, keepTelling, MOST_AUTHORS } from '../collect-records.ts';
import { countOf, type Fields, fieldsOf, isFields, listOf, parseJson, textOf, yearOf } from '../json-fields.ts';
import { MOST_CITATIONS } from '../most-citations.ts';
import type { ParseRecords, PdfLocation, RecordAuthor, RecordMetadata, SourceRecord } from '../record.ts';
import { readAuthorIds, readIdentifiers } from '../record-identifiers.ts';
import { collectPages, collectPdfs, readAddress } from '../record-links.ts';
import { readAbstract, readName, readText, readTitle } from '../record-text.ts';

const FREE = new Set(['OA', 'F']);

/** The answer to a search with `resultType=core`. */
export const parseEuropePmcResults: ParseRecords = (body) => {
  const answer = fieldsOf(parseJson(body));
  if (!isFields(answer.resultList)) return null;
  const { result } = answer.resultList;
  return Array.isArray(result) ? collectRecords(result, readWork) : null;
};

function readWork(work: Fields): SourceRecord | null {
  const identifiers = readIdentifiers([
    ['doi', work.doi],
    ['pmid', work.pmid],
    ['pmcid', work.pmcid],
  ]);
  const recordId = recordIdOf(work);
  const pmcid = identifiers.find(({ kind }) => kind === 'pmcid')?.value ?? null;
  return keepTelling({
    title: readTitle(work.title)?.replace(/(?<!\.)\.$/, '') ?? null,
    year: readYear(work),
    authors: readAuthors(work),
    identifiers,
    ...readLinks(work, pmcid),
    evidenceUrl: recordId === null ? null : `https://europepmc.org/article/${recordId}`,
    metadata: readMetadata(work, recordId),
  });
}

function readMetadata(work: Fields, recordId: string | null): RecordMetadata {
  const types = fieldsOf(work.pubTypeList).pubType;
  return {
    recordId,
    abstract: readAbstract(work.abstractText),
    hasAllAuthors: listOf(fieldsOf(work.authorList).author).length <= MOST_AUTHORS,
    referencedWorks: null,
    isRetracted: Array.isArray(types)
      ? types.some((type) => typeof type === 'string' && /^retracted publication$/i.test(type.trim()))
      : null,
    relations: null,
    updates: null,
    citationCount: countOf(work.citedByCount, MOST_CITATIONS),
  };
}

function readYear(work: Fields): number | null {
  const issue = fieldsOf(work.journalInfo).yearOfPublication;
  return yearOf(work.pubYear) ?? yearOf(issue) ?? yearOf(textOf(work.firstPublicationDate)?.slice(0, 4));
}

/** Surname and initials where there is only the line of authors. */
function readAuthors(work: Fields): RecordAuthor[] {
  const authors = listOf(fieldsOf(work.authorList).author).slice(0, MOST_AUTHORS).flatMap(readAuthor);
  if (authors.length > 0) return authors;
  const names = (readText(work.authorString, 10_000) ?? '').replace(/\.$/, '').split(', ');
  return names.slice(0, MOST_AUTHORS).flatMap((name) => (name === '' ? [] : [{ name, family: null }]));
}

function readAuthor(author: unknown): RecordAuthor[] {
  const { firstName, lastName, fullName, collectiveName, authorId } = fieldsOf(author);
  const [given, family] = [readName(firstName), readName(lastName)];
  const whole = given !== null && family !== null ? `${given} ${family}` : null;
  const name = whole ?? readName(fullName) ?? family ?? readName(collectiveName);
  const { type, value } = fieldsOf(authorId);
  return name === null ? [] : [{ name, family, ...readAuthorIds({ orcid: type === 'ORCID' ? value : null }) }];
}

interface FullText {
  readonly url: string;
  readonly site: string | null;
  readonly isPdf: boolean;
  readonly isFree: boolean;
}

function readLinks(work: Fields, pmcid: string | null): Pick<SourceRecord, 'pdfs' | 'landingPages'> {
  const texts = readFullTexts(work, pmcid);
  const version = versionOf(work);
  const license = readText(work.license, 100)?.toLowerCase().replaceAll(' ', '-') ?? null;
  const pdfs = texts.filter(({ isPdf, isFree }) => isPdf && isFree).sort((a, b) => rankOf(a) - rankOf(b));
  const pages = texts.filter(({ isPdf, site }) => !isPdf && site !== 'Europe_PMC');
  return {
    pdfs: collectPdfs(pdfs.map(({ url, site }) => ({ url, version, license, host: hostOf(site) }))),
    landingPages: collectPages(pages.map(({ url }) => url)),
  };
}

function readFullTexts(work: Fields, pmcid: string | null): FullText[] {
  const list = fieldsOf(work.fullTextUrlList).fullTextUrl;
  if (Array.isArray(list)) return list.flatMap(readFullText);
  // A short record (`resultType=lite`) has only flags; this is the address that the long one lists.
  if (pmcid === null || work.inEPMC !== 'Y' || work.hasPDF !== 'Y') return [];
  return [{ url: `https://europepmc.org/articles/${pmcid}?pdf=render`, site: 'Europe_PMC', isPdf: true, isFree: true }];
}

function readFullText(entry: unknown): FullText[] {
  const { url, site, documentStyle, availabilityCode } = fieldsOf(entry);
  const address = readAddress(url);
  if (address === null) return [];
  const isFree = FREE.has(textOf(availabilityCode) ?? '');
  return [{ url: address, site: textOf(site), isPdf: documentStyle === 'pdf', isFree }];
}

/** Europe PMC's own copy can be fetched by a program; PubMed Central's is behind a challenge. */
function rankOf({ site }: FullText): number {
  return site === 'Europe_PMC' ? 0 : site === 'PubMedCentral' ? 2 : 1;
}

function hostOf(site: string | null): PdfLocation['host'] {
  return site === 'Europe_PMC' || site === 'PubMedCentral' ? 'repository' : null;
}

function versionOf(work: Fields): PdfLocation['version'] {
  if (work.source === 'PPR') return 'submitted';
  return work.authMan === 'Y' || work.epmcAuthMan === 'Y' || work.nihAuthMan === 'Y' ? 'accepted' : 'published';
}

/** Where the record comes from and its id there, as Europe PMC's own addresses have them: `MED/41744547`. */
function recordIdOf({ source, id }: Fields): string | null {
  const [from, key] = [textOf(source), textOf(id)];
  return from !== null && key !== null && /^[A-Z]{3}$/.test(from) && /^[\w.-]{1,50}$/.test(key)
    ? `${from}/${key}`
    : null;
}
