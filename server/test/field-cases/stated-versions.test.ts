import { describe, expect, it } from 'vitest';
import { type Candidate, matchRecords } from '../../src/publications/match.ts';
import { evidenceOf, type NewRecord, type RecordEvidence } from '../../src/publications/records.ts';
import { stageOf, versionsOf } from '../../src/publications/versions.ts';
import { readDoi } from '../../src/sources/identifier-values.ts';
import { hasRecorded, readRecorded } from '../fixtures/read-fixture.ts';

/*
 * 995 preprints of arXiv with the articles that DataCite states, and 1,515 articles of Crossref that have nothing to do
 * with them.
 */
const isThere = hasRecorded('versions');

interface DataCite {
  readonly attributes: {
    readonly doi: string;
    readonly titles: readonly { readonly title: string }[];
    readonly creators: readonly { readonly givenName?: string; readonly familyName?: string; readonly name: string }[];
    readonly publicationYear: number;
    readonly relatedIdentifiers: readonly { readonly relatedIdentifier: string }[];
  };
}
interface Crossref {
  readonly DOI: string;
  readonly title?: readonly string[];
  readonly author?: readonly { readonly given?: string; readonly family?: string }[];
  readonly issued?: { readonly 'date-parts': readonly (readonly number[])[] };
}

const recordOf = (doi: string, fields: Pick<NewRecord, 'title' | 'authors' | 'year'>): RecordEvidence =>
  evidenceOf({
    ...{ key: `doi:${doi}`, clusterKey: null, venue: null, citations: null, url: null, ...fields },
    identifiers: [{ kind: 'doi', value: doi }],
  });

function readPreprints() {
  const lines = readRecorded('versions/arxiv-datacite/records_shared.jsonl').toString('utf8').trim().split('\n');
  return lines.map((line, at) => {
    const { attributes: one } = JSON.parse(line) as DataCite;
    const articles = one.relatedIdentifiers.map(
      ({ relatedIdentifier }) => readDoi(relatedIdentifier) ?? expect.unreachable(relatedIdentifier),
    );
    const authors = one.creators.map(({ givenName, familyName, name }) =>
      familyName ? `${givenName} ${familyName}` : name,
    );
    const fields = { title: one.titles[0]?.title ?? '', authors: authors.join(', '), year: one.publicationYear };
    const doi = one.doi.toLowerCase();
    return { id: at + 1, articles, ...recordOf(doi, fields), doi };
  });
}

function readArticles(): RecordEvidence[] {
  const { items } = JSON.parse(
    readRecorded('versions/crossref-preprints/preprints-2023-06-23_shared.json').toString('utf8'),
  );
  return items.flatMap(({ input }: { input: string }) => {
    if (!input.startsWith('{')) return [];
    const one = JSON.parse(input) as Crossref;
    const authors = (one.author ?? []).map(({ given, family }) => `${given ?? ''} ${family ?? ''}`.trim()).join(', ');
    const fields = { title: one.title?.[0] ?? '', authors, year: one.issued?.['date-parts'][0]?.[0] ?? null };
    return recordOf(readDoi(one.DOI) ?? one.DOI, fields);
  });
}

/** What is known of the preprints after the look-up that states the articles. */
function knownOf(preprints: ReturnType<typeof readPreprints>) {
  const candidates = new Map<string, Candidate[]>();
  for (const { id, evidence, articles } of preprints)
    for (const piece of [...evidence, ...articles.map((doi) => `doi:${doi}`)])
      candidates.set(piece, [...(candidates.get(piece) ?? []), { publicationId: id, canonicalId: id, ownerId: null }]);
  const dois = new Map(preprints.map(({ id, doi, articles }) => [id, new Set([doi, ...articles])]));
  return { candidates, dois, listed: new Map() };
}

describe.skipIf(!isThere)('stated versions', () => {
  if (!isThere) return;
  const preprints = readPreprints();

  it('each article that is stated belongs to its preprint, whatever its title', () => {
    const stated = preprints.flatMap(({ id, articles }) => articles.map((doi) => ({ id, doi })));
    const records = stated.map(({ doi }) => recordOf(doi, { title: `Article ${doi}`, authors: null, year: null }));
    // a page has each publication once
    const found = records.map((record) => matchRecords([record], knownOf(preprints))[0]);
    const missing = stated.filter(({ id }, at) => found[at] !== id);
    console.info(`${stated.length - missing.length} of ${stated.length} stated articles belong to their preprints`);
    expect(missing).toEqual([]);
  });

  it('no other article belongs to any of them', () => {
    const articles = readArticles();
    expect(articles.length).toBeGreaterThan(1500);
    const known = knownOf(preprints);
    expect(articles.map((record) => matchRecords([record], known)[0]).filter((id) => id !== null)).toEqual([]);
  });

  it('a preprint is published if the record of the stated article says so, and not by the statement alone', () => {
    for (const { doi, articles } of preprints) {
      const id = doi.replace('10.48550/arxiv.', '');
      const relations = articles.map((article) => ({ type: 'is-preprint-of', id: article }));
      const empty = { source: 'arxiv', recordId: id, type: null, container: null, publishedOn: null, versionNumber: 1 };
      const own = { kind: 'arxiv' as const, value: id, confidence: 0.95 };
      const found = articles.map((value) => ({ kind: 'doi' as const, value, confidence: 0.95 }));
      const stated = { records: [], registered: [{ ...empty, relations }], identifiers: [own, ...found] };
      expect(
        versionsOf(stated)
          .map(({ stage }) => stage)
          .toSorted(),
        doi,
      ).toEqual([...articles.map(() => 'other'), 'preprint']);
      const article = { ...empty, source: 'crossref', type: 'journal-article', container: 'A Journal', relations: [] };
      const registered = [...stated.registered, ...articles.map((recordId) => ({ ...article, recordId }))];
      const versions = versionsOf({ ...stated, registered });
      expect(versions.map(({ stage }) => stage).toSorted(), doi).toEqual([
        'preprint',
        ...articles.map(() => 'published'),
      ]);
      expect(stageOf(versions)).toBe('published');
      const alone = versionsOf({ records: [], registered: [{ ...empty, relations: null }], identifiers: [own] });
      expect(alone).toMatchObject([{ stage: 'preprint', url: `https://arxiv.org/abs/${id}`, versionNumber: 1 }]);
    }
  });
});
