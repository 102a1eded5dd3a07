import { collectRecords } from '../collect-records.ts';
import { readDoi } from '../identifier-values.ts';
import { fieldsOf, isFields, lacksField, listOf, parseJson, textOf, yearOf } from '../json-fields.ts';
import { readDay } from '../notice.ts';
import type { ParseRecords } from '../record.ts';
import { readAuthors, readInvertedName } from '../record-authors.ts';
import { readText, readTitle } from '../record-text.ts';
import { encodeDoi } from '../write-request.ts';

/** What each version has. `published` is the DOI of the article, or "NA". https://api.biorxiv.org/details/help */
const ALWAYS = ['doi', 'title', 'authors', 'date', 'version', 'published'];
const MAX_AUTHORS = 100_000;

/**
 * Reads the versions of a preprint as one record, that of the latest. Errors also come with status 200 and an empty
 * list, so an empty list needs a message that nothing was found.
 */
export const parseBiorxivDetails: ParseRecords = (body) => {
  const { messages, collection } = fieldsOf(parseJson(body));
  if (!Array.isArray(collection) || lacksField(collection, ALWAYS, 1)) return null;
  const versions = collection
    .filter(isFields)
    .map((fields) => ({ fields, number: numberOf(fields.version), day: dayOf(fields.date) }))
    .sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const [first, latest] = [versions[0], versions.at(-1)];
  if (!first || !latest) return listOf(messages).some(saysNotFound) ? [] : null;
  return collectRecords([latest.fields], ({ doi: given, title, authors: line, published }) => {
    const doi = readDoi(textOf(given) ?? '');
    if (doi === null) return null;
    const article = readDoi(textOf(published) ?? '');
    const { authors, hasMore } = readAuthors((readText(line, MAX_AUTHORS) ?? '').split(';'), readInvertedName);
    return {
      title: readTitle(title),
      year: yearOf(first.day?.slice(0, 4)),
      authors,
      identifiers: [{ kind: 'doi', value: doi }],
      pdfs: [],
      landingPages: [],
      evidenceUrl: `https://doi.org/${encodeDoi(doi)}`,
      metadata: {
        recordId: doi,
        abstract: null,
        hasAllAuthors: !hasMore,
        referencedWorks: null,
        isRetracted: null,
        relations:
          article === null ? [] : [{ type: 'is-preprint-of', idType: 'doi', id: article, assertedBy: 'subject' }],
        citationCount: null,
        ...(latest.day === null ? {} : { publishedOn: latest.day }),
        ...(latest.number === null ? {} : { versionNumber: latest.number }),
      },
    };
  });
};

function saysNotFound(message: unknown): boolean {
  return /^no (?:posts|articles|papers) found/i.test(textOf(fieldsOf(message).status) ?? '');
}

function numberOf(version: unknown): number | null {
  if (typeof version !== 'string' && typeof version !== 'number') return null;
  return /^[1-9]\d{0,2}$/.test(String(version)) ? Number(version) : null;
}

function dayOf(date: unknown): string | null {
  return readDay((textOf(date) ?? '').slice(0, 10));
}
