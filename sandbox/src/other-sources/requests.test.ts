import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Publication } from '../publication.ts';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import { follow, getJson } from './get-json.ts';

let sandbox: Sandbox;
let publications: readonly Publication[];
let openalex: string;

beforeAll(async () => {
  sandbox = await startSandbox({ scholars: 'none' });
  sandbox.addScholar('requests____', 0);
  publications = Array.from({ length: 51 }, (_, at) =>
    sandbox.addPublication('requests____', {
      title: `Paper ${at} of a long row of papers`,
      italic: null,
      authors: ['JK Müller', 'W van der Berg'],
      arxivId: null,
      copy: 'europepmc',
    }),
  );
  openalex = sandbox.env.OPENALEX_BASE_URL ?? '';
});
afterAll(() => sandbox.close());

const dois = (count: number) => publications.slice(0, count).map(({ doi }) => doi ?? '');

test('OpenAlex takes up to 50 values in a filter, and a page as long as requested', async () => {
  const all = await getJson(`${openalex}/works?filter=doi:${dois(50).join('|')}&per-page=50`);
  expect(all.results.map(({ doi }: { doi: string }) => doi)).toEqual(dois(50).map((doi) => `https://doi.org/${doi}`));
  expect((await getJson(`${openalex}/works?filter=doi:${dois(50).join('|')}`)).results).toHaveLength(25);
  expect((await getJson(`${openalex}/works?filter=doi:${dois(51).join('|')}&per-page=51`, 400)).message).toMatch(
    /Maximum number of values/,
  );
  await getJson(`${openalex}/works?search=paper&per-page=500`, 400);
});

test('OpenAlex gives the fields that are selected, and refuses unknown ones', async () => {
  const list = await getJson(`${openalex}/works?filter=doi:${dois(2).join('|')}&select=id,doi`);
  expect(list.results.map((one: object) => Object.keys(one))).toEqual([
    ['id', 'doi'],
    ['id', 'doi'],
  ]);
  expect(Object.keys(await getJson(`${openalex}/works/doi:${dois(1)[0]}?select=ids`))).toEqual(['ids']);
  expect((await getJson(`${openalex}/works/doi:${dois(1)[0]}?select=ids,pdf`, 400)).message).toContain('pdf is not');
});

test('one publication, by each of its ids; names are written out', async () => {
  const one = await getJson(`${openalex}/works/https://doi.org/${dois(1)[0]}`);
  expect(one.authorships.map((author: { author: { display_name: string } }) => author.author.display_name)).toEqual([
    'José K. Müller',
    'Wei van der Berg',
  ]);
  const pmid = one.ids.pmid.split('/').at(-1);
  const pmcid = `PMC${one.ids.pmcid.split('/').at(-1)}`;
  for (const id of [`pmid:${pmid}`, `pmcid:${pmcid}`, one.id.split('/').at(-1)]) {
    expect((await getJson(`${openalex}/works/${id}`)).id, id).toBe(one.id);
  }
  const europepmc = `${sandbox.env.EUROPEPMC_BASE_URL}/search?format=json&resultType=core`;
  for (const query of [`EXT_ID:${pmid} AND SRC:MED`, `PMCID:${pmcid}`, `DOI:"${dois(1)[0]}" OR DOI:"${dois(2)[1]}"`]) {
    const { resultList } = await getJson(`${europepmc}&query=${encodeURIComponent(query)}`);
    expect(resultList.result[0], query).toMatchObject({
      pmid,
      pmcid,
      hasPDF: 'Y',
      authorString: 'Müller JK, van der Berg W.',
    });
  }
});

test('a search without matches is empty, except at Crossref, which always returns something', async () => {
  const text = encodeURIComponent('zzz qqq xxx www vvv');
  sandbox.addScholar('distraction_', 5);
  expect((await getJson(`${openalex}/works?search=${text}`)).meta.count).toBe(0);
  const crossref = await getJson(`${sandbox.env.CROSSREF_BASE_URL}/works?query.bibliographic=${text}`);
  expect(crossref.message.items).toMatchObject([{ type: 'journal-article' }]);
  expect((await getJson(`${sandbox.env.EUROPEPMC_BASE_URL}/search?query=${text}&format=json`)).hitCount).toBe(0);
});

test('Crossref writes italics as markup, and names the landing page', async () => {
  const { doi } = sandbox.addPublication('requests____', {
    title: 'Roots of Trigonella & friends',
    italic: 'Trigonella',
    copy: 'direct',
  });
  const { message } = await getJson(`${sandbox.env.CROSSREF_BASE_URL}/works/${doi}`);
  expect(message.title).toEqual(['Roots of <i>Trigonella</i> &amp; friends']);
  expect(message.resource.primary.URL).toBe(`${sandbox.origin}/publisher/${doi}`);
});

test('a search finds a truncated title, and a title followed by authors', async () => {
  const find = async (text: string) =>
    (await getJson(`${openalex}/works?search=${encodeURIComponent(text)}`)).results.map(
      ({ doi }: { doi: string }) => doi,
    );
  const own = `https://doi.org/${publications[7]?.doi}`;
  expect(await find('Paper 7 of a long row')).toEqual([own]);
  expect(await find('Paper 7 of a long row of papers Müller van der Berg')).toEqual([own]);
  expect(await find('paper 7: OF A LONG ROW OF PAPERS')).toEqual([own]);
});

test('OpenAlex filters by year', async () => {
  const count = async (years: string) =>
    (await getJson(`${openalex}/works?search=paper+7+of+a+long+row&filter=publication_year:${years}`)).meta.count;
  expect([await count('2025-2027'), await count('2026'), await count('2019-2021')]).toEqual([1, 1, 0]);
});

test('Unpaywall refuses the e-mail address of its examples', async () => {
  const url = `${sandbox.env.UNPAYWALL_BASE_URL}/${dois(1)[0]}`;
  await getJson(`${url}?email=you@example.com`, 422);
  await getJson(`${url}?email=you@lectern.example`);
});

test('Europe PMC answers in XML unless the request asks for JSON', async () => {
  const response = await fetch(`${sandbox.env.EUROPEPMC_BASE_URL}/search?query=paper`);
  expect(response.headers.get('content-type')).toBe('application/xml');
});

test('OpenAlex finds authors by the words of their names', async () => {
  sandbox.addScholar('requests_two', 0, { name: 'Zoë Quux', affiliation: 'Quux College', interests: ['queues'] });
  const { meta, results } = await getJson(
    `${openalex}/authors?search=quux+zoe&select=id,display_name,last_known_institutions`,
  );
  expect(meta.count).toBe(1);
  expect(results).toEqual([
    {
      id: expect.stringMatching(/^https:\/\/openalex\.org\/A\d{10}$/),
      display_name: 'Zoë Quux',
      last_known_institutions: [expect.objectContaining({ display_name: 'Quux College' })],
    },
  ]);
  expect((await getJson(`${openalex}/authors?search=nobody`)).results).toEqual([]);
  await getJson(`${openalex}/authors?search=quux&select=scholar_id`, 400);
});

test('a DOI with characters that URLs reserve has links that work', async () => {
  const doi = '10.5555/sici.1<1::aid>3.0.co;2-2?x#y';
  sandbox.addPublication('requests____', { copy: 'redirect', arxivId: null, doi });
  const record = await getJson(`${sandbox.env.UNPAYWALL_BASE_URL}/${encodeURIComponent(doi)}?email=a@b.example`);
  expect((await follow(record.best_oa_location.url_for_pdf)).start).toMatch(/^%PDF-/);
  expect((await follow(record.best_oa_location.url_for_landing_page)).status).toBe(200);
});
