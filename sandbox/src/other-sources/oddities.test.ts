import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Oddity, Publication } from '../publication.ts';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import { getJson } from './get-json.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ scholars: 'none' });
  sandbox.addScholar('oddities____', 3);
});
afterAll(() => sandbox.close());

let added = 0;
const add = (oddity: Oddity | null, more: Partial<Publication> = {}) => {
  added += 1;
  const title = `A study of ${oddity} in the valley of ${added} lakes`;
  return sandbox.addPublication('oddities____', {
    title,
    italic: null,
    copy: 'direct',
    arxivId: null,
    oddity,
    ...more,
  });
};

/** The results of Crossref and OpenAlex for the title, in their order. */
async function search({ title }: Publication) {
  const text = encodeURIComponent(title);
  const { env } = sandbox;
  const crossref = await getJson(`${env.CROSSREF_BASE_URL}/works?query.bibliographic=${text}`);
  const openalex = await getJson(`${env.OPENALEX_BASE_URL}/works?search=${text}`);
  return { crossref: crossref.message.items, openalex: openalex.results };
}

const statusOf = async (url: string) => (await fetch(url)).status;

test.each([
  ['comment', { title: expect.stringMatching(/^Comment on: A study/) }],
  ['namesake', { title: expect.stringMatching(/^A study/) }],
  ['other_year', { publication_year: 2021 }],
] as const)('%s: another record comes first, and has a DOI that leads to it', async (oddity, expected) => {
  const publication = add(oddity);
  const { crossref, openalex } = await search(publication);
  expect(openalex).toMatchObject([expected, { doi: `https://doi.org/${publication.doi}`, title: publication.title }]);
  expect(crossref[0].DOI).toBe(openalex[0].doi.slice('https://doi.org/'.length));
  expect(crossref[1].DOI).toBe(publication.doi);
  const { env } = sandbox;
  expect(await getJson(`${env.OPENALEX_BASE_URL}/works/doi:${crossref[0].DOI}`)).toMatchObject(expected);
  expect((await getJson(`${env.CROSSREF_BASE_URL}/works/${crossref[0].DOI}`)).message.title).toEqual(crossref[0].title);
  expect((await getJson(`${env.OPENALEX_BASE_URL}/works/${openalex[0].id.split('/').at(-1)}`)).id).toBe(openalex[0].id);
  const authors = (record: { authorships: { raw_author_name: string }[] }) =>
    record.authorships.map(({ raw_author_name }) => raw_author_name);
  if (oddity === 'other_year') expect(authors(openalex[0])).toEqual(publication.authors);
  else for (const name of authors(openalex[0])) expect(publication.authors).not.toContain(name);
});

test('preprint: two records, the article first; the other is at arXiv if the publication is', async () => {
  const { openalex } = await search(add('preprint'));
  expect(openalex.map(({ type }: { type: string }) => type)).toEqual(['article', 'preprint']);
  expect(openalex[1].locations).toMatchObject([{ version: 'submittedVersion', source: { type: 'repository' } }]);
  expect(await statusOf(openalex[1].locations[0].pdf_url)).toBe(200);
  expect(await statusOf(openalex[1].locations[0].landing_page_url)).toBe(200);
  const atArxiv = (await search(add('preprint', { arxivId: '2604.10002' }))).openalex;
  expect(atArxiv[1]).toMatchObject({
    doi: 'https://doi.org/10.48550/arxiv.2604.10002',
    locations: [{ landing_page_url: 'http://arxiv.org/abs/2604.10002' }],
  });
  expect(atArxiv[0].locations).toHaveLength(1);
});

test('a publication that is only at arXiv has the DOI of arXiv at OpenAlex, and none at Crossref', async () => {
  const publication = add(null, { doi: null, arxivId: '2605.10003' });
  const { crossref, openalex } = await search(publication);
  expect(openalex).toMatchObject([{ doi: 'https://doi.org/10.48550/arxiv.2605.10003', type: 'preprint' }]);
  const { env } = sandbox;
  expect(await getJson(`${env.OPENALEX_BASE_URL}/works/doi:10.48550/arXiv.2605.10003`)).toMatchObject({
    id: openalex[0].id,
  });
  expect(crossref.map(({ title }: { title: string[] }) => title)).not.toContainEqual([publication.title]);
  expect(await statusOf(`${env.CROSSREF_BASE_URL}/works/10.48550/arXiv.2605.10003`)).toBe(404);
});

test('crossref_only, not_in_unpaywall, undated and unlisted publications are missing where they should be', async () => {
  const { env } = sandbox;
  const known = async ({ doi, title }: Publication) => ({
    openalex: await statusOf(`${env.OPENALEX_BASE_URL}/works/doi:${doi}`),
    crossref: await statusOf(`${env.CROSSREF_BASE_URL}/works/${doi}`),
    unpaywall: await statusOf(`${env.UNPAYWALL_BASE_URL}/${doi}?email=a@b.example`),
    europepmc: (
      await getJson(`${env.EUROPEPMC_BASE_URL}/search?format=json&query=${encodeURIComponent(`TITLE:"${title}"`)}`)
    ).hitCount,
  });
  expect(await known(add('crossref_only'))).toEqual({ openalex: 404, crossref: 200, unpaywall: 404, europepmc: 0 });
  expect(await known(add('not_in_unpaywall'))).toEqual({ openalex: 200, crossref: 200, unpaywall: 404, europepmc: 1 });
  expect(await known(add('unlisted'))).toEqual({ openalex: 404, crossref: 404, unpaywall: 404, europepmc: 0 });
  const undated = await getJson(`${env.CROSSREF_BASE_URL}/works/${add('undated').doi}`);
  expect(undated.message).toMatchObject({ issued: { 'date-parts': [[null]] } });
  expect(undated.message.published).toBeUndefined();
});
