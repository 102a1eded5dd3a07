import { describe, expect, it } from 'vitest';
import { hasRecorded, readRecorded } from '../../test/fixtures/read-fixture.ts';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { parseArxivFeed } from './arxiv/parse-arxiv-feed.ts';
import { parseCrossrefWorks } from './crossref/parse-crossref-works.ts';
import { parseEuropePmcResults } from './europepmc/parse-europepmc-results.ts';
import { parseOpenAlexWorks } from './openalex/parse-openalex-works.ts';
import type { ParseRecords, RecordMetadata, SourceRecord } from './record.ts';
import { readAbstract } from './record-text.ts';

describe('an abstract', () => {
  it.each([
    ['<jats:p>One line &amp; <jats:italic>more</jats:italic>.</jats:p>', 'One line & more.'],
    ['<jats:title>Abstract</jats:title><jats:p>One.</jats:p>\n  <jats:p>Two.</jats:p>', 'One.\nTwo.'],
    [
      '<jats:sec>\n  <jats:title>Background</jats:title>\n  <jats:p>A\n  wrapped line.</jats:p></jats:sec>',
      'Background\nA wrapped line.',
    ],
    [
      '<h4>Aims</h4>To see whether p < 0.05 &lt; x.<h4>Results</h4>No.',
      'Aims\nTo see whether p < 0.05 < x.\nResults\nNo.',
    ],
    [
      '<jats:p>A <jats:tex-math>\\documentclass{minimal}$$x$$</jats:tex-math><mml:math><mml:mi>x</mml:mi></mml:math>.</jats:p>',
      'A x.',
    ],
    ['&lt;p&gt;Escaped markup.&lt;/p&gt;', 'Escaped markup.'],
    ['  A feed breaks\n  its lines. ', 'A feed breaks its lines.'],
    ['Bad\u0000 \ud800text', 'Bad \ufffdtext'],
    ['<jats:p>\u200b</jats:p>', null],
    ['Abstract', null],
    ['', null],
    [7, null],
  ])('%j is read as plain text', (given, text) => expect(readAbstract(given)).toBe(text));

  it('has at most 20,000 characters, and is cheap to read whatever its markup', () => {
    const begin = cpuMs();
    for (const piece of [
      'long ',
      '<p>',
      '<p ',
      '<',
      '&',
      '&lt;p ',
      '<jats:tex-math ',
      '<jats:tex-math>x',
      '<i a="',
      '😀',
    ])
      expect(readAbstract(piece.repeat(300_000))?.length ?? 0).toBeLessThanOrEqual(20_000);
    expect(cpuMs() - begin).toBeLessThan(10_000);
  });
});

function metadataOf(parse: ParseRecords, body: unknown): RecordMetadata {
  const [record] = parse(typeof body === 'string' ? body : JSON.stringify(body)) ?? [];
  return record?.metadata ?? expect.unreachable();
}

const openalex = (work: object) => metadataOf(parseOpenAlexWorks, { id: 'https://openalex.org/W7', ...work });
const crossref = (work: object) =>
  metadataOf(parseCrossrefWorks, { 'message-type': 'work', message: { DOI: '10.1000/1', title: ['A'], ...work } });

const NO_BIBLIO = {
  ...{ type: null, container: null, publisher: null, volume: null },
  ...{ issue: null, pages: null, issn: null },
};

describe('OpenAlex', () => {
  it('gives an abstract as an inverted index, references, the retraction mark and the citation count', () =>
    expect(
      openalex({
        abstract_inverted_index: { To: [0], be: [1, 5], or: [2], not: [3], to: [4], huge: [1e9], odd: ['0', -1, 1.5] },
        referenced_works: ['https://openalex.org/W1', 'W2', 'https://openalex.org/A1', null],
        is_retracted: true,
        cited_by_count: 12,
      }),
    ).toEqual({
      recordId: 'W7',
      abstract: 'To be or not to be',
      hasAllAuthors: true,
      referencedWorks: ['W1', 'W2'],
      isRetracted: true,
      relations: null,
      citationCount: 12,
      biblio: NO_BIBLIO,
    }));

  it('reads a retraction from the title, whatever the field says', () => {
    expect(openalex({ title: 'RETRACTED: Ice and snow', is_retracted: false }).isRetracted).toBe(true);
    expect(openalex({ title: 'Ice and snow (Retracted article)' }).isRetracted).toBe(true);
    expect(openalex({ title: 'REMOVED: Ice and snow', is_retracted: false }).isRetracted).toBe(false);
    expect(openalex({ title: 'Retraction Note: Ice and snow' }).isRetracted).toBeNull();
  });

  it('gives the journal of the primary location, and no repository', () => {
    const source = {
      display_name: 'Annals of Ice &amp; Snow',
      type: 'journal',
      host_organization_name: 'Ice Press',
      issn_l: null,
      issn: ['x', '1234-567X'],
    };
    const biblio = { volume: '12', issue: '3', first_page: '1', last_page: '20' };
    const work = { type: 'article', biblio, primary_location: { source } };
    expect(openalex(work).biblio).toEqual({
      ...{ type: 'article', container: 'Annals of Ice & Snow', publisher: 'Ice Press' },
      ...{ volume: '12', issue: '3', pages: '1-20', issn: '1234-567X' },
    });
    const at = (type: string) =>
      openalex({
        ...work,
        biblio: { ...biblio, last_page: '1' },
        primary_location: { source: { ...source, type } },
      }).biblio;
    expect(at('conference')).toMatchObject({ type: 'proceedings-article', pages: '1' });
    expect(at('repository')).toMatchObject({ type: 'article', container: null, publisher: null, issn: null });
  });

  it('has null for missing fields', () =>
    expect(openalex({ cited_by_count: -1 })).toMatchObject({
      abstract: null,
      referencedWorks: null,
      isRetracted: null,
      citationCount: null,
    }));

  it('takes a hundred authors in a list of works for a list that was cut', () => {
    const work = (count: number) => ({
      id: 'https://openalex.org/W1',
      authorships: Array.from({ length: count }, (_, at) => ({ author: { display_name: `Author ${at}` } })),
    });
    const hasAll = (response: object) => parseOpenAlexWorks(JSON.stringify(response))?.[0]?.metadata?.hasAllAuthors;
    expect([99, 100].map((count) => hasAll({ results: [work(count)] }))).toEqual([true, false]);
    expect([99, 100, 3001].map((count) => hasAll(work(count)))).toEqual([true, true, true]);
    expect(hasAll({ ...work(3), is_authors_truncated: true })).toBe(false);
  });

  it('has the ids of authors', () => {
    const authorships = [
      {
        author: {
          id: 'https://openalex.org/A5',
          orcid: 'https://orcid.org/0000-0002-1825-009x',
          display_name: 'Ann Lee',
        },
      },
      { author: { id: 'https://openalex.org/W5', orcid: 'none', display_name: 'B. Lee' } },
    ];
    const [record] = parseOpenAlexWorks(JSON.stringify({ id: 'W7', authorships })) ?? [];
    expect(record?.authors).toEqual([
      { name: 'Ann Lee', family: null, orcid: '0000-0002-1825-009X', openalexId: 'A5' },
      { name: 'B. Lee', family: null },
    ]);
  });
});

describe('Crossref', () => {
  it('gives relations, notices, references and the citation count', () =>
    expect(
      crossref({
        abstract: '<jats:p>Text.</jats:p>',
        relation: {
          'is-preprint-of': [{ 'id-type': 'doi', id: 'https://doi.org/10.1000/ABC', 'asserted-by': 'subject' }],
          'has-review': [
            { 'id-type': 'uri', id: 'https://a.example/1', 'asserted-by': '?' },
            { 'id-type': 'doi', id: 'x' },
          ],
          cites: 'nothing',
        },
        'update-to': [{ DOI: '10.1000/2', type: 'correction', updated: { 'date-parts': [[2020]] } }],
        'updated-by': [
          {
            DOI: '10.1000/3',
            type: 'retraction',
            source: 'retraction-watch',
            'record-id': '23529',
            updated: { 'date-time': '2020-06-05T00:00:00Z' },
          },
          { DOI: 'none', type: 'retraction' },
        ],
        reference: [{ DOI: '10.1000/R1' }, { key: 'without' }, { DOI: '10.1000/r1' }],
        'is-referenced-by-count': 4,
      }),
    ).toEqual({
      recordId: '10.1000/1',
      abstract: 'Text.',
      hasAllAuthors: true,
      referencedWorks: ['10.1000/r1'],
      isRetracted: null,
      relations: [
        { type: 'is-preprint-of', idType: 'doi', id: '10.1000/abc', assertedBy: 'subject' },
        { type: 'has-review', idType: 'uri', id: 'https://a.example/1', assertedBy: null },
      ],
      citationCount: 4,
      biblio: NO_BIBLIO,
      notices: [
        {
          ...{ doi: '10.1000/1', source: 'crossref', sourceId: '23529', nature: 'retraction' },
          ...{ noticeDoi: '10.1000/3', noticedOn: '2020-06-05', reasons: [] },
        },
      ],
    }));

  it('gives the place of publication, and the book in place of its series', () => {
    const place = {
      type: 'book-chapter',
      'container-title': ['Lecture Notes in Computer Science', 'Ice &amp; <i>Snow</i>'],
      publisher: 'Ice Press',
      volume: 'null',
      issue: 7,
      'article-number': 'e17',
      ISSN: ['0302-9743', '1611-3349'],
    };
    expect(crossref(place).biblio).toEqual({
      ...{ type: 'book-chapter', container: 'Ice & Snow', publisher: 'Ice Press' },
      ...{ volume: null, issue: null, pages: 'e17', issn: '0302-9743' },
    });
    expect(crossref({ ...place, page: '1 – 20' }).biblio?.pages).toBe('1-20');
    const series = { ...place, 'container-title': ['Lecture Notes in Computer Science'] };
    expect(crossref(series).biblio?.container).toBe('Lecture Notes in Computer Science');
  });

  it('believes Retraction Watch before publishers, and of two works that update each other only the one with a mark', () => {
    const update = (doi: string, type: string, source = 'publisher') => ({
      DOI: doi,
      type,
      source,
      'record-id': `${type}-${source}`,
    });
    const naturesOf = (work: object) => crossref(work).notices?.map(({ nature, noticeDoi }) => [nature, noticeDoi]);
    const both = [update('10.1000/n', 'retraction'), update('10.1000/n', 'correction', 'retraction-watch')];
    expect(naturesOf({ 'updated-by': both })).toEqual([['correction', '10.1000/n']]);
    const circular = {
      'update-to': [update('10.1000/other', 'retraction')],
      'updated-by': [update('10.1000/other', 'retraction'), update('10.1000/n', 'correction')],
    };
    expect(naturesOf(circular)).toEqual([['correction', '10.1000/n']]);
    expect(naturesOf({ ...circular, title: ['RETRACTED: Ice'] })).toHaveLength(2);
    const ofItself = [update('10.1000/1', 'retraction')];
    expect(naturesOf({ 'update-to': ofItself, 'updated-by': ofItself })).toEqual([['retraction', null]]);
  });

  it('shortens long lists', () => {
    const many = (one: (at: number) => object) => Array.from({ length: 9000 }, (_, at) => one(at));
    const metadata = crossref({
      relation: { cites: many((at) => ({ 'id-type': 'doi', id: `10.1000/${at}` })) },
      'updated-by': many((at) => ({ DOI: `10.1000/${at}`, type: 'correction' })),
      reference: many((at) => ({ DOI: `10.1000/${at}` })),
    });
    const { relations, notices, referencedWorks } = metadata;
    expect([relations?.length, notices?.length, referencedWorks?.length]).toEqual([200, 200, 5000]);
  });
});

it('Europe PMC marks retracted publications by their type', () => {
  const read = (types: unknown) =>
    metadataOf(parseEuropePmcResults, {
      resultList: {
        result: [
          { source: 'MED', id: '12', pmid: '12', title: 'A.', citedByCount: 3, pubTypeList: { pubType: types } },
        ],
      },
    });
  expect(read(['Journal Article', 'Retracted Publication'])).toMatchObject({
    recordId: 'MED/12',
    isRetracted: true,
    citationCount: 3,
  });
  expect(read(['Retraction of Publication']).isRetracted).toBe(false);
  expect(read(undefined).isRetracted).toBeNull();
});

/** Recorded responses, one of each source, and their values. */
const parsed = (parse: ParseRecords, path: string): SourceRecord[] =>
  parse(readRecorded(path).toString('utf8')) ?? expect.unreachable();

describe('recorded responses', () => {
  it.skipIf(!hasRecorded('openalex'))('OpenAlex', () => {
    const [work] = parsed(parseOpenAlexWorks, 'openalex/b-vitamins/W2741809807.json');
    expect(work?.metadata?.abstract).toMatch(
      /^Despite growing interest in Open Access \(OA\) to scholarly literature, there/,
    );
    expect(work?.metadata).toMatchObject({ recordId: 'W2741809807', isRetracted: false, hasAllAuthors: true });
    expect(work?.metadata?.biblio).toMatchObject({
      container: 'PeerJ',
      volume: '6',
      pages: 'e4375',
      issn: '2167-8359',
    });
    expect(work?.metadata?.citationCount).toBeGreaterThan(100);
    expect(work?.metadata?.referencedWorks?.length).toBeGreaterThan(10);
    expect(work?.authors[0]).toEqual({
      name: 'Heather Piwowar',
      family: null,
      openalexId: 'A5048491430',
      orcid: '0000-0003-1613-5981',
    });
  });

  it.skipIf(!hasRecorded('versions'))('Crossref: a retracted article has every notice, another article none', () => {
    const read = (name: string) => {
      const body = readRecorded(`versions/citeguard/${name}.json`).toString('utf8');
      return metadataOf(parseCrossrefWorks, body);
    };
    const naturesOf = (name: string) => [...new Set(read(name).notices?.map(({ nature }) => nature))].sort();
    expect(naturesOf('surgisphere_mehra_2020')).toEqual(['concern', 'correction', 'retraction']);
    expect(naturesOf('wakefield_1998')).toEqual(['correction', 'retraction']);
    expect(naturesOf('watson_crick_1953_clean')).toEqual([]);
    expect(read('watson_crick_1953_clean').biblio).toMatchObject({
      container: 'Nature',
      volume: '171',
      pages: '737-738',
    });
    expect(read('wakefield_1998').notices).toContainEqual({
      ...{ doi: '10.1016/s0140-6736(97)11096-0', source: 'crossref', sourceId: '4036', nature: 'retraction' },
      ...{ noticeDoi: '10.1016/s0140-6736(10)60175-4', noticedOn: '2010-02-06', reasons: [] },
    });
  });

  it.skipIf(!hasRecorded('arxiv'))('arXiv: each paper has an abstract', () => {
    const papers = parsed(parseArxivFeed, 'arxiv/arxiv.py/body/q_testing_s20_m10_348a237fecab.xml');
    expect(papers).toHaveLength(10);
    for (const { metadata } of papers) expect(metadata?.abstract).toMatch(/^\S.{100,}\S$/);
  });

  it.skipIf(!hasRecorded('europepmc'))('Europe PMC', () => {
    const works = parsed(parseEuropePmcResults, 'europepmc/fastpaper/europepmc_search.json');
    expect(works.map(({ metadata }) => metadata?.abstract?.slice(0, 20) ?? null)).toEqual([
      'Occlusion, sudden il',
      'Gaze is a natural an',
      null,
    ]);
    expect(works.flatMap(({ authors }) => authors.flatMap(({ orcid }) => orcid ?? []))).toContain(
      '0000-0003-3617-2691',
    );
  });
});
