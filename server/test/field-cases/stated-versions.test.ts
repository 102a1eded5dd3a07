import { describe, expect, it } from 'vitest';
import { evaluateStep } from '../../src/enrichment/evaluate-step.ts';
import { NOTHING_YET } from '../../src/enrichment/progress.ts';
import { type Candidate, matchRecords } from '../../src/publications/match.ts';
import { evidenceOf, type NewRecord, type RecordEvidence } from '../../src/publications/records.ts';
import { stageOf, versionsOf } from '../../src/publications/versions.ts';
import { parseDataciteDois } from '../../src/sources/datacite/parse-datacite-dois.ts';
import { readDoi } from '../../src/sources/identifier-values.ts';
import { authorLine } from '../../src/sources/record-authors.ts';
import { hasRecorded, readRecorded } from '../fixtures/read-fixture.ts';

/*
 * 995 preprints of arXiv with the articles that DataCite states, and 1,515 articles of Crossref that have nothing to do
 * with them.
 */
const isThere = hasRecorded('versions');

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

/** The preprints as the product reads DataCite's answer, and its look-up takes their articles. */
function readPreprints() {
  const lines = readRecorded('versions/arxiv-datacite/records_shared.jsonl').toString('utf8').trim().split('\n');
  return lines.map((line, at) => {
    const [record] = parseDataciteDois(`{"data":[${line}]}`) ?? [];
    const { title, authors, year, metadata, identifiers } = record ?? expect.unreachable(line);
    const [own] = identifiers;
    const publication = { id: at + 1, title: title ?? '', year, authorText: authorLine({ authors, hasMore: false }) };
    const step = { kind: 'id', source: 'datacite', idKind: 'arxiv', value: own?.value ?? '' } as const;
    const found = evaluateStep({ ...publication, venueText: null, identifiers: [] }, NOTHING_YET, step, {
      kind: 'records',
      records: record ? [record] : [],
    });
    const articles = found.identifiers.flatMap(({ kind, value }) => (kind === 'doi' ? value : []));
    const doi = `10.48550/arxiv.${own?.value}`;
    const evidence = recordOf(doi, { title: publication.title, authors: publication.authorText, year });
    return { id: at + 1, articles, ...evidence, doi, metadata: metadata ?? expect.unreachable(doi) };
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
    expect(stated.length).toBe(998);
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
    for (const { doi, articles, metadata } of preprints) {
      const id = doi.replace('10.48550/arxiv.', '');
      const { recordId, relations, publishedOn = null, versionNumber = null } = metadata;
      const empty = { source: 'datacite', recordId, type: null, container: null, publishedOn, versionNumber };
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
      expect(alone).toMatchObject([
        { stage: 'preprint', url: `https://arxiv.org/abs/${id}`, publishedOn, versionNumber },
      ]);
    }
  });
});
