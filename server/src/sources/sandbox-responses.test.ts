import { type Sandbox, startSandbox } from '@lectern/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arxivByIds, arxivByTitle } from './arxiv/arxiv-requests.ts';
import { parseArxivFeed } from './arxiv/parse-arxiv-feed.ts';
import { biorxivByDoi } from './biorxiv/biorxiv-requests.ts';
import { parseBiorxivDetails } from './biorxiv/parse-biorxiv-details.ts';
import { crossrefByTitle } from './crossref/crossref-requests.ts';
import { parseCrossrefWorks } from './crossref/parse-crossref-works.ts';
import { dataciteByDois } from './datacite/datacite-requests.ts';
import { parseDataciteDois } from './datacite/parse-datacite-dois.ts';
import { europepmcById, europepmcByTitle } from './europepmc/europepmc-requests.ts';
import { parseEuropePmcResults } from './europepmc/parse-europepmc-results.ts';
import { openalexByIds, openalexByTitle } from './openalex/openalex-requests.ts';
import { parseOpenAlexWorks } from './openalex/parse-openalex-works.ts';
import type { ParseRecords, SourceRecord, SourceRequest } from './record.ts';
import { parseUnpaywallRecord } from './unpaywall/parse-unpaywall-record.ts';
import { unpaywallByDoi } from './unpaywall/unpaywall-requests.ts';

const TITLE = 'What’s in "bog-butter": its makers, (their) markets | and AA1-3?';
const DOI = '10.5555/sici.1<1::aid-bog>3.0.co;2-2#x';
let sandbox: Sandbox;
let env: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox({ scholars: 'none' });
  sandbox.addScholar('sourcesAAAJ1', 20);
  env = sandbox.env;
  sandbox.addPublication('sourcesAAAJ1', {
    title: TITLE,
    italic: null,
    authors: ['Z Ångström', 'S O’Connor-Rees'],
    venue: 'Antiquity 97 (3), 1-20',
    arxivId: '2601.12345',
    openAccess: true,
    doi: DOI,
  });
});
afterAll(() => sandbox.close());

async function fetchRecords(
  { url, accept, headers }: SourceRequest,
  parse: ParseRecords,
): Promise<SourceRecord[] | null> {
  const answer = await fetch(url, { headers: { ...headers, accept } });
  expect(answer.status).toBe(200);
  return parse(await answer.text());
}

const baseUrl = (source: string) => env[`${source}_BASE_URL`] ?? '';

/** Created after the sandbox has started. */
const REQUESTS: readonly (readonly [string, () => SourceRequest, ParseRecords])[] = [
  ['OpenAlex by DOI', () => openalexByIds(openalex(), [DOI]), parseOpenAlexWorks],
  ['OpenAlex by DOIs', () => openalexByIds(openalex(), ['10.5555/none', DOI]), parseOpenAlexWorks],
  ['OpenAlex by title', () => openalexByTitle(openalex(), { title: TITLE, year: null }), parseOpenAlexWorks],
  [
    'Crossref by title',
    () => crossrefByTitle(crossref(), { title: TITLE, firstAuthor: 'Z Ångström' }),
    parseCrossrefWorks,
  ],
  ['arXiv by ids', () => arxivByIds({ baseUrl: baseUrl('ARXIV') }, ['2601.12345', '2601.99999']), parseArxivFeed],
  ['arXiv by title', () => arxivByTitle({ baseUrl: baseUrl('ARXIV') }, { title: TITLE }), parseArxivFeed],
  [
    'Unpaywall by DOI',
    () => unpaywallByDoi({ baseUrl: baseUrl('UNPAYWALL'), email: 'a@b.example' }, DOI),
    parseUnpaywallRecord,
  ],
  [
    'Europe PMC by DOI',
    () => europepmcById({ baseUrl: baseUrl('EUROPEPMC') }, { kind: 'doi', value: DOI }),
    parseEuropePmcResults,
  ],
  [
    'Europe PMC by title',
    () => europepmcByTitle({ baseUrl: baseUrl('EUROPEPMC') }, { title: TITLE }),
    parseEuropePmcResults,
  ],
];
const openalex = () => ({ baseUrl: baseUrl('OPENALEX'), apiKey: null });
const crossref = () => ({ baseUrl: baseUrl('CROSSREF'), mailto: null, token: null });

describe('the sandbox understands each request, and its response is read', () => {
  it.each(REQUESTS)('%s', async (name, request, parse) => {
    const [record] = (await fetchRecords(request(), parse)) ?? [];
    expect(record).toMatchObject({ title: TITLE });
    expect(record?.identifiers).toContainEqual({ kind: 'doi', value: DOI });
    if (!name.startsWith('Unpaywall'))
      expect(record?.metadata?.abstract).toMatch(/^We study what.* \(p < 0\.05\) & holds/);
    const links = [...(record?.pdfs.map(({ url }) => url) ?? []), ...(record?.landingPages ?? [])];
    // Links of invented publications must not leave the sandbox.
    for (const link of links) expect(link).toMatch(/^http:\/\/127\.0\.0\.1:|^https:\/\/doi\.org\//);
  });
});

it('the servers of preprints state the article', async () => {
  const preprint = { title: TITLE, italic: null, doi: '10.64898/2026.01.07.600001', arxivId: null } as const;
  const added = [{ ...preprint, doi: null, arxivId: '2601.54321' }, preprint].map((one) =>
    sandbox.addPublication('sourcesAAAJ1', one),
  );
  const read = async () => [
    await fetchRecords(
      dataciteByDois({ baseUrl: baseUrl('DATACITE') }, ['10.48550/arxiv.2601.54321']),
      parseDataciteDois,
    ),
    await fetchRecords(biorxivByDoi({ baseUrl: baseUrl('BIORXIV') }, preprint.doi), parseBiorxivDetails),
  ];
  const [atArxiv, atBiorxiv] = [
    { kind: 'arxiv', value: '2601.54321' },
    { kind: 'doi', value: preprint.doi },
  ];
  const shown = (identifier: object, relations: readonly object[]) => [
    { title: TITLE, identifiers: [identifier], metadata: { versionNumber: 1, relations } },
  ];
  expect(await read()).toMatchObject([shown(atArxiv, []), shown(atBiorxiv, [])]);
  for (const paper of added) sandbox.change(paper, 'publish');
  const stated = [{ type: 'is-preprint-of', id: expect.stringContaining('10.5555/article.') }];
  expect(await read()).toMatchObject([shown(atArxiv, stated), shown(atBiorxiv, stated)]);
  expect(
    await fetchRecords(biorxivByDoi({ baseUrl: baseUrl('BIORXIV') }, '10.1101/000001'), parseBiorxivDetails),
  ).toEqual([]);
});
