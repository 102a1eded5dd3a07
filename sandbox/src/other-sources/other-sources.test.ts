import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Publication } from '../publication.ts';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';

const doi = '10.5555/abc.open.1';
let sandbox: Sandbox;
let open: Publication;
let env: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox();
  env = sandbox.env;
  open = sandbox.addPublication('sandbx20AAAJ', {
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
  const response = await fetch(url);
  expect(response.status).toBe(status);
  return (await response.json()) as Record<string, unknown>;
}

describe('each source knows the publication', () => {
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
});

test('about 60 % of the publications have a DOI, half of these free, and each DOI leads back to its publication', async () => {
  const { createLibrary } = await import('../library.ts');
  const library = createLibrary();
  library.addScholar('manyManyMany', 2000);
  const publications = Array.from({ length: 2000 }, (_, n) => library.publication({ owner: 'manyManyMany', n }));
  const withDoi = publications.flatMap((publication) =>
    publication.doi === null ? [] : [{ ...publication, doi: publication.doi }],
  );
  expect(withDoi.length).toBeGreaterThan(1120);
  expect(withDoi.length).toBeLessThan(1280);
  const free = withDoi.filter((publication) => publication.openAccess).length / withDoi.length;
  expect(Math.abs(free - 0.5)).toBeLessThan(0.05);
  for (const publication of withDoi)
    expect(library.publicationByDoi(publication.doi.toUpperCase())?.n).toBe(publication.n);
  expect(withDoi.some((publication) => publication.doi.includes(';'))).toBe(true);
});
