import { afterAll, beforeAll, expect, test } from 'vitest';
import { beganAsPreprint, type ChangeKind, changeKinds } from './history.ts';
import { getJson } from './other-sources/get-json.ts';
import type { Publication } from './publication.ts';
import { readRows } from './read-rows.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const scholar = 'histories___';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ scholars: 'none' });
  sandbox.addScholar(scholar, 3);
});
afterAll(() => sandbox.close());

let added = 0;
/** Adds a paper: by default an article with a DOI. */
function add(paper: Partial<Publication> = {}): Publication {
  added += 1;
  const title = `What became of paper ${added}, "as it was", in all of its sources`;
  return sandbox.addPublication(scholar, { title, italic: null, arxivId: null, copy: 'closed', ...paper });
}
const addPreprint = () => add({ doi: `10.64898/2026.11.19.60000${added}`, venue: 'bioRxiv, 2026.11.19.1' });
const addArxiv = () =>
  add({ doi: null, arxivId: `2611.1000${added}`, venue: `arXiv preprint arXiv:2611.1000${added}` });
const change = (paper: Publication, what: ChangeKind) => sandbox.change(paper, what) ?? expect.unreachable();
const encoded = ({ title }: Publication) => encodeURIComponent(title);
const openalex = async (paper: Publication) => {
  const { results } = await getJson(`${sandbox.env.OPENALEX_BASE_URL}/works?search=${encoded(paper)}`);
  return results.map(({ relevance_score: _, ...work }: { relevance_score: number }) => work);
};
const crossref = async (doi: string | null | undefined) =>
  (await getJson(`${sandbox.env.CROSSREF_BASE_URL}/works/${doi}`)).message;
const arxiv = async ({ arxivId }: Publication) =>
  (await fetch(`${sandbox.env.ARXIV_BASE_URL}/api/query?id_list=${arxivId}`)).text();
const list = async () =>
  (await (await fetch(sandbox.env.RETRACTION_WATCH_URL ?? '')).text()).trimEnd().split('\n').slice(1);
const venueOf = async ({ title }: Publication) => {
  const page = await fetch(`${sandbox.origin}/citations?user=${scholar}&pagesize=100`);
  return readRows(await page.text()).rows.find((row) => row.title === title)?.venue;
};

test('a preprint that is published keeps its records, and the article has its own, which names it', async () => {
  const preprint = addPreprint();
  const before = await openalex(preprint);
  expect(before).toMatchObject([{ type: 'preprint', doi: `https://doi.org/${preprint.doi}` }]);
  expect(await venueOf(preprint)).toBe('bioRxiv, 2026.11.19.1');
  const { publishedIn } = change(preprint, 'publish');
  expect(publishedIn).toMatch(/ \d+ .*\d+-\d+$/);
  expect(change(preprint, 'publish').publishedIn).toBe(publishedIn);
  expect(await venueOf(preprint)).toContain(publishedIn?.slice(0, 60));
  const [article, ...others] = await openalex(preprint);
  expect(others).toEqual(before);
  expect(article).toMatchObject({
    type: 'article',
    title: preprint.title,
    locations: [{ version: 'publishedVersion' }],
  });
  expect(article.authorships).toEqual(before[0].authorships);
  expect(article.biblio.volume).toMatch(/^\d+$/);
  for (const id of [article.id.split('/').at(-1), `pmid:${article.ids.pmid.split('/').at(-1)}`])
    expect((await getJson(`${sandbox.env.OPENALEX_BASE_URL}/works/${id}`)).doi).toBe(article.doi);
  const articleDoi = article.doi.slice('https://doi.org/'.length);
  const idOf = (id: string | null, by: string) => [{ 'id-type': 'doi', id, 'asserted-by': by }];
  expect(await crossref(articleDoi)).toMatchObject({
    ...{ type: 'journal-article', title: [preprint.title] },
    relation: { 'has-preprint': idOf(preprint.doi, 'object') },
  });
  expect(await crossref(preprint.doi)).toMatchObject({
    ...{ type: 'posted-content', subtype: 'preprint' },
    relation: { 'is-preprint-of': idOf(articleDoi, 'subject') },
  });
  change(preprint, 'restore');
  expect(await openalex(preprint)).toEqual(before);
  expect((await crossref(preprint.doi)).relation).toEqual({});
});

test('a preprint at arXiv has up to three versions there, and names the article that followed', async () => {
  const preprint = addArxiv();
  expect(await arxiv(preprint)).toMatch(/<id>\S+v1<.*<updated>2026-11-01.*<published>2026-11-01/s);
  for (const version of [2, 3, 3]) {
    expect(change(preprint, 'revise').versions).toBe(version);
    expect(await arxiv(preprint)).toMatch(
      new RegExp(`<id>\\S+v${version}<.*<updated>2026-11-0${version}.*<published>2026-11-01`, 's'),
    );
  }
  expect(await arxiv(preprint)).not.toMatch(/arxiv:doi|journal_ref/);
  const { publishedIn = '' } = change(preprint, 'publish');
  const [article] = await openalex(preprint);
  const feed = await arxiv(preprint);
  expect(feed).toContain(`<arxiv:doi>${article.doi.slice('https://doi.org/'.length)}</arxiv:doi>`);
  expect(feed).toContain(`<arxiv:journal_ref>${publishedIn.replace('&', '&amp;')}</arxiv:journal_ref>`);
  const { relation } = await crossref(article.doi.slice('https://doi.org/'.length));
  expect(relation, 'Crossref does not have the preprint').toEqual({});
});

test('Crossref, Retraction Watch and OpenAlex agree on what a paper is, and a change that is done changes nothing', async () => {
  const paper = add();
  const before = (await list()).length;
  const steps: [ChangeKind, string[], boolean][] = [
    ['reinstate', [], false],
    ['correct', ['correction'], false],
    ['concern', ['correction', 'expression_of_concern'], false],
    ['retract', ['correction', 'expression_of_concern', 'retraction'], true],
    ['correct', ['correction', 'expression_of_concern', 'retraction'], true],
    ['reinstate', ['correction', 'expression_of_concern', 'retraction', 'reinstatement'], false],
    ['restore', [], false],
  ];
  for (const [what, natures, isRetracted] of steps) {
    for (const _ of ['once', 'twice']) change(paper, what);
    const updates = (await crossref(paper.doi))['updated-by'] ?? [];
    expect(
      updates.map(({ type }: { type: string }) => type),
      what,
    ).toEqual(natures);
    const days = updates.map(({ updated }: { updated: { 'date-time': string } }) => updated['date-time']);
    expect(days).toEqual([...new Set<string>(days)].sort());
    const rows = (await list()).slice(before);
    expect(rows).toHaveLength(natures.length);
    for (const [at, one] of updates.entries()) {
      expect(rows[at]).toContain(`0:00,${one.DOI},,,${paper.doi},,${one.label},`);
      expect(rows[at]).toMatch(new RegExp(`^${one['record-id']},"What became of paper \\d+, ""as it was"", in`));
    }
    expect((await openalex(paper))[0].is_retracted, what).toBe(isRetracted);
  }
});

test('the notices of a published preprint are about the article; what cannot become of a paper is refused', async () => {
  const preprint = addPreprint();
  change(preprint, 'publish');
  change(preprint, 'retract');
  expect((await openalex(preprint)).map((one: { is_retracted: boolean }) => one.is_retracted)).toEqual([true, false]);
  expect((await crossref(preprint.doi))['updated-by']).toBeUndefined();
  const article = add();
  expect(beganAsPreprint(article)).toBe(false);
  const refused = (paper: Publication) => changeKinds.filter((one) => sandbox.change(paper, one) === undefined);
  expect(refused(article)).toEqual(['publish', 'revise']);
  expect(refused(add({ doi: null, copy: 'closed' }))).toEqual(changeKinds.filter((one) => one !== 'restore'));
  expect(refused({ ...article, n: 0 }), 'it was not added').toEqual(changeKinds);
});
