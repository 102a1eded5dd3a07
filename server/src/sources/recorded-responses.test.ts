import { describe, expect, it } from 'vitest';
import { readCassette } from '../../test/fixtures/read-cassette.ts';
import { hasRecorded, readRecorded } from '../../test/fixtures/read-fixture.ts';
import { parseArxivFeed } from './arxiv/parse-arxiv-feed.ts';
import { parseCrossrefWorks } from './crossref/parse-crossref-works.ts';
import { parseEuropePmcResults } from './europepmc/parse-europepmc-results.ts';
import { fieldsOf, listOf } from './json-fields.ts';
import { parseOpenAlexWorks } from './openalex/parse-openalex-works.ts';
import type { ParseRecords, SourceRecord } from './record.ts';
import { parseUnpaywallRecord } from './unpaywall/parse-unpaywall-record.ts';

const PARSERS: Readonly<Record<string, ParseRecords>> = {
  openalex: parseOpenAlexWorks,
  crossref: parseCrossrefWorks,
  arxiv: parseArxivFeed,
  unpaywall: parseUnpaywallRecord,
  europepmc: parseEuropePmcResults,
};

/** The responses of each source in its folder's list, with their expected content. */
function listCachedResponses(source: string): { path: string; kind: string; holds: string }[] {
  if (!hasRecorded(source)) return [];
  return readRecorded('MANIFEST.tsv')
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([path]) => path?.startsWith(`${source}/`) && /\.(?:json|xml|html|txt)$/.test(path))
    .map(([path = '', , , , kind = '', holds = '']) => ({ path, kind, holds }));
}

function parse(path: string): SourceRecord[] | null {
  const parser = PARSERS[path.split('/')[0] ?? ''];
  if (parser === undefined) throw new Error(path);
  return parser(readRecorded(path).toString('utf8'));
}

/** The expected number of records of a response; null if the response is not from the API. */
function expectedCount(kind: string, holds: string): number | null | undefined {
  const number = /(?:entries|items|results) (\d+)|(\d+) works$/
    .exec(holds)
    ?.slice(1)
    .find((group) => group !== undefined);
  if (/^(?:arxiv-atom|crossref-works-query|openalex-works-list|unpaywall-search|europepmc-search)$/.test(kind))
    return Number(number);
  if (/^(?:openalex|crossref|unpaywall)-work$/.test(kind)) return 1;
  if (kind === 'unpaywall-error') return 0;
  if (/-(?:error|error-shapes|agency|author|authors-list|oai|institution|source|citeproc-doi|recording)$/.test(kind))
    return null;
  return undefined;
}

// Figures, issues of journals and the like, lists without fields that our requests select, and a work without an
// envelope, as databases store it.
const FEWER = new Map<string, number | null>([
  ['crossref/bodies/fulltext_fulltext_ft_search_crossref_00.json', 176],
  ['crossref/bodies/habanero_test_works_sample_00.json', 1],
  ['crossref/bodies/habanero_test_works_with_select_param_00.json', null],
  ['crossref/bodies/habanero_test_worksquery_execute_00.json', null],
  ['crossref/bodies/habanero_test_workscontainer_with_cursor_00.json', 4],
  ['crossref/bodies/habanero_test_workscontainer_with_many_00.json', 4],
  ['crossref/fastpaper/crossref_search_a6c3171.json', 0],
  ['crossref/fatcat/crossref-works.single.json', null],
]);

describe.each(Object.keys(PARSERS))('recorded answers of %s', (source) => {
  const answers = listCachedResponses(source);

  it.skipIf(answers.length === 0)('have the expected records', () => {
    const counts = answers.map(({ path }) => [path, parse(path)?.length ?? null]);
    const expected = answers.map(({ path, kind, holds }) => {
      const fewer = FEWER.get(path);
      return [path, fewer === undefined ? expectedCount(kind, holds) : fewer];
    });
    expect(counts).toEqual(expected);
  });

  it.skipIf(answers.length === 0)('have texts, addresses and identifiers that can be stored', () => {
    const records = answers.flatMap(({ path }) => parse(path) ?? []);
    expect(records.length).toBeGreaterThan(2);
    for (const record of records) {
      const { title, year, authors, identifiers, pdfs, landingPages } = record;
      expect(title ?? '').not.toMatch(/<\/?\w+>|&\w+;|\s\s|^\s|\s$|\n/);
      if (year !== null) expect(year).toBeGreaterThan(1800);
      for (const { name, family } of authors) expect(name).toContain(family ?? '');
      // "<" and ">" occur in abstracts as characters
      expect(record.metadata?.abstract ?? '').not.toMatch(
        /<\/?(?:jats:)?(?:p|sec|title|i|b|sub|sup)>|&(?:amp|lt|gt);|^\s|\s$| {2}/,
      );
      for (const { kind, value } of identifiers) expect(value).toMatch(FORMS[kind]);
      for (const address of [...pdfs.map(({ url }) => url), ...landingPages])
        expect(address).toMatch(/^https?:\/\/\S+$/);
      expect(new Set(pdfs.map(({ url }) => url)).size).toBe(pdfs.length);
      expect(JSON.parse(JSON.stringify(record))).toEqual(record);
    }
  });
});

const FORMS = {
  doi: /^10\.\d{4,9}\/[^\sA-Z]+$/,
  arxiv: /^(?:\d{4}\.\d{4,5}|[a-z-]+\/\d{7})$/,
  pmcid: /^PMC\d+$/,
  pmid: /^\d+$/,
  openalex: /^W\d+$/,
};

describe('in particular', () => {
  const isMissing = (source: string) => listCachedResponses(source).length === 0;
  const all = (source: string) => listCachedResponses(source).flatMap(({ path }) => parse(path) ?? []);

  it.skipIf(isMissing('openalex'))('OpenAlex has seven copies of one work, four of them PDFs', () => {
    const [work] = parse('openalex/b-vitamins/W2741809807.json') ?? [];
    expect(work).toMatchObject({
      title: 'The state of OA: a large-scale analysis of the prevalence and impact of Open Access articles',
      year: 2018,
      identifiers: [
        { kind: 'openalex', value: 'W2741809807' },
        { kind: 'doi', value: '10.7717/peerj.4375' },
        { kind: 'pmid', value: '29456894' },
        { kind: 'pmcid', value: 'PMC5815332' },
      ],
      evidenceUrl: 'https://openalex.org/W2741809807',
    });
    expect(work?.authors[0]).toMatchObject({ name: 'Heather Piwowar', family: null });
    expect(work?.pdfs.map(({ version, host }) => [version, host])).toEqual([
      ['published', 'publisher'],
      ['published', 'repository'],
      ['submitted', 'repository'],
      ['submitted', 'repository'],
    ]);
    expect(work?.landingPages).toHaveLength(6);
  });

  it.skipIf(isMissing('openalex'))(
    'OpenAlex identifies an arXiv preprint by its DOI, and an article by its copy',
    () => {
      const arxivOf = (record?: SourceRecord) => record?.identifiers.find(({ kind }) => kind === 'arxiv')?.value;
      const [article, preprint] = parse('openalex/bodies/paper-qa_test_title_search_paper_attributes2_03.json') ?? [];
      expect([arxivOf(article), arxivOf(preprint)]).toEqual([undefined, '2304.05376']);
      expect(arxivOf(parse('openalex/fastpaper/openalex_search.json')?.[1])).toBe('2111.07624');
    },
  );

  it.skipIf(isMissing('crossref'))('Crossref has works without a date and with markup, each with its DOI', () => {
    const works = all('crossref');
    expect(works.length).toBeGreaterThan(500);
    expect(works.every(({ identifiers }) => identifiers.length === 1)).toBe(true);
    expect(works.filter(({ year }) => year === null).length).toBeGreaterThan(10);
    const titles = works.map(({ title }) => title);
    expect(titles).toContain('Two new species of Primulina (Gesneriaceae) from limestone karsts of China');
  });

  it.skipIf(isMissing('arxiv'))('arXiv has 173 papers, 45 of them with a DOI', () => {
    const papers = all('arxiv');
    const count = (wanted: string) =>
      papers.filter(({ identifiers }) => identifiers.some(({ kind }) => kind === wanted)).length;
    expect([papers.length, count('arxiv'), count('doi')]).toEqual([173, 173, 45]);
    expect(papers.every(({ pdfs }) => pdfs.length === 1 && pdfs[0]?.url.startsWith('https://arxiv.org/pdf/'))).toBe(
      true,
    );
    expect(papers.every(({ year, authors, title }) => year !== null && authors.length > 0 && title !== null)).toBe(
      true,
    );
    expect(papers.map(({ title }) => title)).toContain('ChatGPT and Software Testing Education: Promises & Perils');
  });

  it.skipIf(isMissing('unpaywall'))('Unpaywall puts the better version first', () => {
    const [work] = parse('unpaywall/fastpaper/unpaywall_10.1038_nature12373.json') ?? [];
    expect(work?.authors[0]).toEqual({ name: 'G. Kucsko', family: null });
    expect(work?.pdfs.map(({ url, version }) => [url, version])).toEqual([
      ['https://www.nature.com/articles/nature12373.pdf', 'published'],
      ['https://arxiv.org/pdf/1304.1068', 'submitted'],
    ]);
    expect(work?.landingPages).toEqual([
      'https://doi.org/10.1038/nature12373',
      'http://nrs.harvard.edu/urn-3:HUL.InstRepos:12285462',
      'https://www.ncbi.nlm.nih.gov/pmc/articles/4221854',
    ]);
    const open = all('unpaywall').filter(({ pdfs }) => pdfs.length > 0);
    expect(open.length).toBeGreaterThan(40);
  });

  it.skipIf(isMissing('unpaywall'))('Unpaywall had another format in 2018', () => {
    const lines = readRecorded('unpaywall/dissemin/sample_unpaywall_snapshot.jsonl')
      .toString('utf8')
      .trim()
      .split('\n');
    const works = lines.map((line) => parseUnpaywallRecord(line));
    expect(works.map((records) => records?.length)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it.skipIf(isMissing('europepmc'))('Europe PMC has a title without its period and a PDF', () => {
    const [closed, open, last] = parse('europepmc/fastpaper/europepmc_search.json') ?? [];
    expect(closed).toMatchObject({
      title: 'Object tracking algorithm based on deformable attention mechanism',
      year: 2026,
      pdfs: [],
    });
    expect(closed?.authors[0]).toEqual({ name: 'Qiaoling Liu', family: 'Liu' });
    expect(open).toMatchObject({
      identifiers: [
        { kind: 'doi', value: '10.3390/biomimetics11020103' },
        { kind: 'pmid', value: '41744547' },
        { kind: 'pmcid', value: 'PMC12938590' },
      ],
      pdfs: [
        {
          url: 'https://europepmc.org/articles/PMC12938590?pdf=render',
          version: 'published',
          license: 'cc-by',
          host: 'repository',
        },
      ],
      evidenceUrl: 'https://europepmc.org/article/MED/41744547',
    });
    expect(last).toMatchObject({ year: 2026, evidenceUrl: 'https://europepmc.org/article/PMC/PMC13013079' });
  });
});

const CASSETTES =
  'arxiv_doi_is_used_when_available author_matching bulk_doi_search bulk_title_search does_openalex_work_not-in-openalex ' +
  'does_openalex_work_not-oa-in-openalex doi_search_paper_attributes2 doi_search_paper_attributes3 doi_search_paper_attributes4 ' +
  'ensure_sequential_run_early_stop odd_client_requests s2_only_fields_filtering title_search_paper_attributes0 ' +
  'title_search_paper_attributes2 tricky_journal_quality_results_10.1016-j.bbcan.2023.188947-1 ' +
  'tricky_journal_quality_results_10.1038-s41598-018-27044-6-1 tricky_journal_quality_results_10.1073-pnas.1205508109-3 ' +
  'tricky_journal_quality_results_10.1146-annurev.pathol.4.110807.092311-2';

it.skipIf(!hasRecorded('mixed'))('cassettes of several sources: JSON responses are read, others are rejected', () => {
  const read = { json: 0, other: 0 };
  for (const name of CASSETTES.split(' ')) {
    for (const { url, body } of readCassette(`mixed/cassettes/test_${name}.yaml`)) {
      const source = /^https:\/\/api\.(openalex|crossref|unpaywall)\.org\//.exec(url)?.[1];
      const parser = PARSERS[source ?? ''];
      if (parser === undefined) continue;
      const isJson = body.startsWith('{');
      read[isJson ? 'json' : 'other'] += 1;
      const records = parser(body);
      if (isJson) expect(records?.length, url).toBeGreaterThan(0);
      else expect(records, url).toBeNull();
    }
  }
  expect(read).toEqual({ json: 37, other: 29 });
});

it.skipIf(!hasRecorded('arxiv'))('arXiv: the envelopes contain the same as the bodies', () => {
  const name = 'q_testing_s20_m10_348a237fecab';
  const envelope = fieldsOf(JSON.parse(readRecorded(`arxiv/arxiv.py/envelope/${name}.json`).toString('utf8')));
  const records = parseArxivFeed(String(envelope.body));
  expect(records).toEqual(parse(`arxiv/arxiv.py/body/${name}.xml`));
  expect(listOf(records)).toHaveLength(10);
});
