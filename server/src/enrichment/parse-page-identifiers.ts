import { readTags } from '../platform/read-tags.ts';
import type { IdentifierKind, RecordIdentifier } from '../sources/record.ts';
import { readIdentifiers } from '../sources/record-identifiers.ts';

/**
 * The names of meta tags by which pages tell search engines and reference managers their identifiers.
 * https://scholar.google.com/intl/en/scholar/inclusion.html#indexing
 */
const NAMES: Readonly<Record<string, IdentifierKind>> = {
  citation_doi: 'doi',
  bepress_citation_doi: 'doi',
  'prism.doi': 'doi',
  'dc.identifier': 'doi',
  'dc.identifier.doi': 'doi',
  'dcterms.identifier': 'doi',
  citation_arxiv_id: 'arxiv',
  citation_pmid: 'pmid',
};
/** A page with more lists several publications. */
const MAX_TAGS = 20;

/** The identifiers in the meta tags of a page. A page about one publication names one of each kind. */
export function parsePageIdentifiers(html: string): RecordIdentifier[] {
  const named: [IdentifierKind, string][] = [];
  readTags(html, {
    tag(name, attributes) {
      if (name !== 'meta' || named.length >= MAX_TAGS) return;
      const key = (attributes.get('name') ?? attributes.get('property') ?? '').trim().toLowerCase();
      const kind = NAMES[key];
      if (kind !== undefined) named.push([kind, attributes.get('content')?.trim() ?? '']);
    },
    text: () => undefined,
    close: () => undefined,
  });
  return readIdentifiers(named);
}
