import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import type { Work } from '../work.ts';

const doi = '10.5555/abc.open.1';
let sandbox: Sandbox;
let open: Work;
let env: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox();
  env = sandbox.env;
  open = sandbox.addWork('sandbx20AAAJ', {
    title: 'Bog butter, its makers & their markets',
    italic: null,
    authors: ['Z Ångström', 'S O’Connor-Rees'],
    venue: 'Antiquity 97 (3), 1-20',
    arxivId: '2601.12345',
    openAccess: true,
    doi,
  });
});
afterAll(() => sandbox.close());

async function getJson(url: string, status = 200): Promise<Record<string, unknown>> {
  const answer = await fetch(url);
  expect(answer.status).toBe(status);
  return (await answer.json()) as Record<string, unknown>;
}

describe('each source knows the work', () => {
  test('Crossref, by DOI in any case and by title, with something unlike below it', async () => {
    const one = await getJson(`${env.CROSSREF_BASE_URL}/works/${encodeURIComponent(doi.toUpperCase())}`);
    expect(one).toMatchObject({ status: 'ok', 'message-type': 'work', message: { DOI: doi, title: [open.title] } });
    const text = encodeURIComponent(`${open.title} Ångström`);
    const list = await getJson(`${env.CROSSREF_BASE_URL}/works?query.bibliographic=${text}&rows=5`);
    const { items } = list.message as { items: { DOI: string; score: number; author: object[] }[] };
    expect(items[0]).toMatchObject({ DOI: doi, issued: { 'date-parts': [[2026]] }, 'container-title': ['Antiquity'] });
    expect(items[0]?.author).toContainEqual(expect.objectContaining({ given: 'S', family: 'O’Connor-Rees' }));
    const missing = await fetch(`${env.CROSSREF_BASE_URL}/works/10.1/none`);
    expect([missing.status, await missing.text()]).toEqual([404, 'Resource not found.']);
  });

  test('OpenAlex, by DOI, by its own id, by filter and by search', async () => {
    const base = env.OPENALEX_BASE_URL;
    const one = await getJson(`${base}/works/doi:${doi}`);
    expect(one).toMatchObject({ doi: `https://doi.org/${doi}`, open_access: { is_oa: true } });
    expect(await getJson(`${base}/works/${String(one.id).split('/').at(-1)}`)).toEqual(one);
    const filtered = await getJson(`${base}/works?filter=doi:${doi}|10.1/none`);
    expect(filtered).toMatchObject({ meta: { count: 1 }, results: [one] });
    expect(await getJson(`${base}/works?search=${encodeURIComponent(open.title)}`)).toMatchObject({ results: [one] });
    expect((await fetch(`${base}/works/W1`)).status).toBe(404);
  });

  test('arXiv, by id and by title; unknown ids are left out, malformed ones refused', async () => {
    const base = `${env.ARXIV_BASE_URL}/api/query`;
    const byId = await (await fetch(`${base}?id_list=2601.12345,2601.99999`)).text();
    expect(byId).toContain('<id>http://arxiv.org/abs/2601.12345v1</id>');
    expect(byId).toContain('<opensearch:totalResults>1</opensearch:totalResults>');
    expect(byId).toContain('Bog butter, its makers &amp; their markets');
    const query = encodeURIComponent(`ti:"${open.title}"`);
    expect(await (await fetch(`${base}?search_query=${query}`)).text()).toContain(`<arxiv:doi>${doi}</arxiv:doi>`);
    const wrong = await fetch(`${base}?id_list=nonsense`);
    expect([wrong.status, (await wrong.text()).includes('<title>Error</title>')]).toEqual([400, true]);
    const pdf = /href="([^"]+)" rel="related" type="application\/pdf"/.exec(byId)?.[1] ?? '';
    expect((await fetch(pdf)).headers.get('content-type')).toBe('application/pdf');
  });

  test('Unpaywall, with an address only; its PDF and its landing page are there', async () => {
    const base = `${env.UNPAYWALL_BASE_URL}/${encodeURIComponent(doi)}`;
    await getJson(base, 422);
    const found = await getJson(`${base}?email=a@b.example`);
    const best = found.best_oa_location as { url_for_pdf: string; url_for_landing_page: string };
    const pdf = Buffer.from(await (await fetch(best.url_for_pdf)).arrayBuffer()).toString('latin1');
    expect(pdf).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/);
    expect(pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1]))).toMatch(/^xref/);
    const page = await (await fetch(best.url_for_landing_page)).text();
    expect(page).toContain(`<meta name="citation_pdf_url" content="${best.url_for_pdf}">`);
    await getJson(`${env.UNPAYWALL_BASE_URL}/10.1/none?email=a@b.example`, 404);
  });

  test('Europe PMC, by DOI', async () => {
    const query = encodeURIComponent(`DOI:"${doi}"`);
    const found = await getJson(`${env.EUROPEPMC_BASE_URL}/search?query=${query}&format=json&resultType=core`);
    expect(found).toMatchObject({ hitCount: 1, resultList: { result: [{ doi, isOpenAccess: 'Y', pubYear: '2026' }] } });
  });

  test('a fault for a source spoils that source alone', async () => {
    sandbox.setFault('crossref', { kind: 'html_for_json', times: 1 });
    expect((await fetch(`${env.OPENALEX_BASE_URL}/works/doi:${doi}`)).headers.get('content-type')).toMatch(/json/);
    expect((await fetch(`${env.CROSSREF_BASE_URL}/works/${doi}`)).headers.get('content-type')).toMatch(/html/);
    expect((await fetch(`${env.CROSSREF_BASE_URL}/works/${doi}`)).headers.get('content-type')).toMatch(/json/);
  });
});

test('about 60 % of the works have a DOI, half of these free, and each DOI leads back to its work', async () => {
  const { createLibrary } = await import('../library.ts');
  const library = createLibrary(7);
  library.addScholar('manyManyMany', 2000);
  const works = Array.from({ length: 2000 }, (_, n) => library.work({ owner: 'manyManyMany', n }));
  const withDoi = works.flatMap((work) => (work.doi === null ? [] : [{ ...work, doi: work.doi }]));
  expect(withDoi.length).toBeGreaterThan(1120);
  expect(withDoi.length).toBeLessThan(1280);
  const free = withDoi.filter((work) => work.openAccess).length / withDoi.length;
  expect(Math.abs(free - 0.5)).toBeLessThan(0.05);
  for (const work of withDoi) expect(library.workByDoi(work.doi.toUpperCase())?.n).toBe(work.n);
  expect(withDoi.some((work) => work.doi.includes(';'))).toBe(true);
});
