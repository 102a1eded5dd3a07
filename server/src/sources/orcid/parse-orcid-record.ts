import type { AuthorListRecord, AuthorPage } from '../author-list.ts';
import { readOrcid } from '../identifier-values.ts';
import { type Fields, fieldsOf, isFields, lacksField, listOf, parseJson, textOf, yearOf } from '../json-fields.ts';
import { isNotPublication } from '../not-publication.ts';
import { readLinkedAuthor } from '../parse-author-id.ts';
import type { IdentifierKind } from '../record.ts';
import { readIdentifier, readIdentifiers } from '../record-identifiers.ts';
import { readName, readText, readTitle } from '../record-text.ts';
import { listLinks, parsePerson } from './parse-orcid-person.ts';

const MAX_NAME = 500;
const MAX_VENUE = 1_000;
const MAX_LINKS = 200;
const KINDS: Readonly<Record<string, IdentifierKind>> = { doi: 'doi', arxiv: 'arxiv', pmid: 'pmid', pmc: 'pmcid' };

/**
 * What each work of a record has, although it may be null.
 * https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/
 */
const ALWAYS = [
  ...['title', 'title.title', 'title.title.value', 'external-ids', 'external-ids.external-id', 'publication-date'],
  ...['type', 'value', 'relationship'].map((name) => `external-ids.external-id.external-id-${name}`),
  ...['publication-date.year', 'publication-date.year.value'],
].map((path) => `work-summary.${path}`);

/**
 * Reads a public record, which has the whole list (v3.0; v2 has the same names). A group of works is one publication,
 * which several services described. Works without an identifier are left out, because ORCID does not name their
 * authors, so they could not be recognized at other sources. Returns null if the body is not a record, lacks the list,
 * or if all works lack a field.
 */
export function parseOrcidRecord(body: string): AuthorPage | null {
  const record = fieldsOf(parseJson(body));
  const id = readOrcid(textOf(fieldsOf(record['orcid-identifier']).path) ?? '');
  const person = fieldsOf(record.person);
  const { works } = fieldsOf(record['activities-summary']);
  if (id === null || parsePerson(person) === null || !isFields(works) || !Array.isArray(works.group)) return null;
  const groups = works.group.map(fieldsOf);
  if (groups.some((group) => !Array.isArray(group['work-summary'])) || lacksField(groups, ALWAYS)) return null;
  const listed = groups.flatMap((group) => readGroup(id, group));
  const leftOut = groups.length - listed.length;
  return {
    ...{ sourceId: id, name: nameOf(person) ?? id, affiliation: null, imageUrl: null },
    ...{ records: listed.filter(isPublication), publicationCount: null, listedCount: null, hasMore: false },
    links: listLinks(person)
      .slice(0, MAX_LINKS)
      .flatMap((link) => readLinkedAuthor(link) ?? []),
    warnings: leftOut > 0 ? [`left out without an identifier: ${leftOut}`] : [],
  };
}

function isPublication({ title, identifiers }: AuthorListRecord): boolean {
  const doi = identifiers.find(({ kind }) => kind === 'doi')?.value ?? null;
  return !isNotPublication({ type: null, title, doi });
}

function nameOf(person: Fields): string | null {
  const { 'credit-name': credit, 'given-names': given, 'family-name': family } = fieldsOf(person.name);
  const whole = [given, family].flatMap((part) => readText(fieldsOf(part).value, MAX_NAME) ?? []).join(' ');
  return readName(fieldsOf(credit).value) ?? readName(whole);
}

function readGroup(orcid: string, group: Fields): AuthorListRecord[] {
  // the preferred description has the highest index
  const summaries = listOf(group['work-summary'])
    .map(fieldsOf)
    .sort((a, b) => Number(b['display-index'] ?? 0) - Number(a['display-index'] ?? 0));
  const title = first(summaries, (one) => readTitle(fieldsOf(fieldsOf(one.title).title).value));
  const identifiers = readIdentifiers(summaries.flatMap(identifiersOf));
  const [main] = identifiers;
  if (title === null || main === undefined) return [];
  return [
    {
      // the number of the preferred description may change
      key: `${orcid}:${main.kind}:${main.value}`,
      clusterKey: null,
      title,
      authors: null,
      venue: first(summaries, (one) => readTitle(fieldsOf(one['journal-title']).value, MAX_VENUE)),
      year: first(summaries, (one) => yearOf(fieldsOf(fieldsOf(one['publication-date']).year).value)),
      citations: null,
      url: null,
      identifiers,
    },
  ];
}

/**
 * Only identifiers of the work itself; others belong to the book or the series. ORCID normalizes the identifiers of
 * most kinds, so its normal form counts before the text that a person or a service entered.
 */
function identifiersOf(summary: Fields): (readonly [IdentifierKind, unknown])[] {
  return listOf(fieldsOf(summary['external-ids'])['external-id']).flatMap((entry) => {
    const id = fieldsOf(entry);
    const kind = KINDS[textOf(id['external-id-type'])?.toLowerCase() ?? ''];
    if (kind === undefined || textOf(id['external-id-relationship'])?.toLowerCase() !== 'self') return [];
    const values = [fieldsOf(id['external-id-normalized']).value, id['external-id-value']];
    const value = values.find((one) => readIdentifier(kind, one) !== null);
    return value === undefined ? [] : [[kind, value] as const];
  });
}

function first<T>(summaries: readonly Fields[], read: (summary: Fields) => T | null): T | null {
  for (const summary of summaries) {
    const value = read(summary);
    if (value !== null) return value;
  }
  return null;
}
