import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import type { CopyKind, Work } from '../work.ts';
import { follow, getJson } from './get-json.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ scholars: 'none' });
  sandbox.addScholar('copies______', 3);
});
afterAll(() => sandbox.close());

interface Told {
  readonly work: Work;
  readonly openalex: { pdf: string | null; oaUrl: string | null; isOpen: boolean; locations: number };
  readonly unpaywall: { pdf: string | null; hosts: string[]; pdfs: (string | null)[]; versions: string[] };
  readonly europePmcPdf: string | undefined;
  readonly landing: { status: number; pdf: string | undefined };
}

/** What all sources and the landing page say of a new work with such a copy. */
async function askAll(copy: CopyKind, more: Partial<Work> = {}): Promise<Told> {
  const work = sandbox.addWork('copies______', { copy, arxivId: null, ...more });
  const { env, origin } = sandbox;
  const doi = work.doi ?? '';
  const openalex = await getJson(`${env.OPENALEX_BASE_URL}/works/doi:${doi}`);
  const unpaywall = await getJson(`${env.UNPAYWALL_BASE_URL}/${doi}?email=a@b.example`);
  const query = encodeURIComponent(`DOI:"${doi}"`);
  const found = await getJson(`${env.EUROPEPMC_BASE_URL}/search?query=${query}&format=json&resultType=core`);
  const links: { documentStyle: string; url: string }[] = found.resultList.result[0].fullTextUrlList.fullTextUrl;
  const page = await fetch(`${origin}/publisher/${doi}`);
  return {
    work,
    openalex: {
      pdf: openalex.best_oa_location?.pdf_url ?? null,
      oaUrl: openalex.open_access.oa_url,
      isOpen: openalex.open_access.is_oa,
      locations: openalex.locations.length,
    },
    unpaywall: {
      pdf: unpaywall.best_oa_location?.url_for_pdf ?? null,
      hosts: unpaywall.oa_locations.map((one: { host_type: string }) => one.host_type),
      pdfs: unpaywall.oa_locations.map((one: { url_for_pdf: string | null }) => one.url_for_pdf),
      versions: unpaywall.oa_locations.map((one: { version: string }) => one.version),
    },
    europePmcPdf: links.find(({ documentStyle }) => documentStyle === 'pdf')?.url,
    landing: { status: page.status, pdf: /citation_pdf_url" content="([^"]+)"/.exec(await page.text())?.[1] },
  };
}

const publisherPdf = ({ work }: Told) => `${sandbox.origin}/publisher/${work.doi}.pdf`;

test('direct: all name the PDF of the publisher', async () => {
  const told = await askAll('direct');
  const pdf = publisherPdf(told);
  expect(told).toMatchObject({ openalex: { pdf, oaUrl: pdf }, unpaywall: { pdfs: [pdf] }, landing: { pdf } });
  expect(told.europePmcPdf).toBeUndefined();
  expect(await follow(pdf)).toMatchObject({
    status: 200,
    type: 'application/pdf',
    start: expect.stringMatching(/^%PDF-/),
  });
});

test('padded and redirect: the PDF comes after blank lines, or from another address', async () => {
  const padded = await follow(publisherPdf(await askAll('padded')));
  expect(padded.start).toMatch(/^\s{100,}%PDF-/);
  const told = await askAll('redirect');
  const first = await fetch(publisherPdf(told), { redirect: 'manual' });
  expect([first.status, first.headers.get('location')]).toEqual([
    302,
    `${sandbox.origin}/publisher/files/${told.work.doi}.pdf`,
  ]);
  expect((await follow(publisherPdf(told))).start).toMatch(/^%PDF-/);
});

test('html: the link shows a page, and the landing page alone names the right one', async () => {
  const told = await askAll('html');
  const pdf = publisherPdf(told);
  expect(told).toMatchObject({ openalex: { pdf }, unpaywall: { pdf } });
  expect(await follow(pdf)).toMatchObject({ status: 200, type: 'text/html; charset=UTF-8' });
  expect(told.landing.pdf).not.toBe(pdf);
  expect((await follow(told.landing.pdf ?? '')).start).toMatch(/^%PDF-/);
});

test('repository: OpenAlex knows a landing page, Unpaywall the accepted version beside it', async () => {
  const told = await askAll('repository');
  expect(told.openalex).toEqual({
    pdf: null,
    oaUrl: `${sandbox.origin}/publisher/${told.work.doi}`,
    isOpen: true,
    locations: 1,
  });
  expect(told.unpaywall).toMatchObject({
    pdf: null,
    hosts: ['publisher', 'repository'],
    versions: ['publishedVersion', 'acceptedVersion'],
  });
  expect(told.landing).toEqual({ status: 200, pdf: undefined });
  expect((await fetch(publisherPdf(told))).status).toBe(404);
  expect((await follow(told.unpaywall.pdfs[1] ?? '')).start).toMatch(/^%PDF-/);
  expect(sandbox.requestCount('repository')).toBe(1);
});

test('challenge: the publisher asks for a browser, the repository answers', async () => {
  const told = await askAll('challenge');
  const pdf = publisherPdf(told);
  expect(told).toMatchObject({ openalex: { pdf, locations: 2 }, unpaywall: { pdf }, landing: { status: 403 } });
  const answer = await fetch(pdf);
  expect([answer.status, answer.headers.get('cf-mitigated')]).toEqual([403, 'challenge']);
  expect(await answer.text()).toContain('<title>Just a moment...</title>');
  expect((await follow(told.unpaywall.pdfs[1] ?? '')).start).toMatch(/^%PDF-/);
});

test('dead: all name a link that leads nowhere', async () => {
  const told = await askAll('dead');
  const pdf = publisherPdf(told);
  expect(told).toMatchObject({ openalex: { pdf, locations: 1 }, unpaywall: { pdfs: [pdf] }, landing: { pdf } });
  expect((await fetch(pdf)).status).toBe(404);
});

test('europepmc: Europe PMC alone has it', async () => {
  const told = await askAll('europepmc');
  expect(told).toMatchObject({ openalex: { isOpen: false, pdf: null }, unpaywall: { pdfs: [] } });
  expect(told.landing).toEqual({ status: 200, pdf: undefined });
  expect(told.europePmcPdf).toMatch(/\/europepmc\/articles\/PMC\d+\?pdf=render$/);
  expect((await follow(told.europePmcPdf ?? '')).start).toMatch(/^%PDF-/);
  expect((await follow((told.europePmcPdf ?? '').replace('?pdf=render', ''))).type).toMatch(/html/);
});

test('closed: nobody has it, but what is at arXiv is free there', async () => {
  const told = await askAll('closed');
  expect(told).toMatchObject({ openalex: { isOpen: false }, unpaywall: { pdfs: [] }, landing: { pdf: undefined } });
  expect((await fetch(publisherPdf(told))).status).toBe(404);
  const atArxiv = await askAll('closed', { arxivId: '2603.10001' });
  const pdf = `${sandbox.origin}/arxiv/pdf/2603.10001`;
  expect(atArxiv).toMatchObject({ openalex: { pdf, isOpen: true }, unpaywall: { pdfs: [pdf], hosts: ['repository'] } });
  expect((await follow(pdf)).start).toMatch(/^%PDF-/);
});

test('a DOI with signs that mean something in an address still has links that work', async () => {
  const doi = '10.5555/sici.1<1::aid>3.0.co;2-2?x#y';
  sandbox.addWork('copies______', { copy: 'redirect', arxivId: null, doi });
  const told = await getJson(`${sandbox.env.UNPAYWALL_BASE_URL}/${encodeURIComponent(doi)}?email=a@b.example`);
  expect((await follow(told.best_oa_location.url_for_pdf)).start).toMatch(/^%PDF-/);
  expect((await follow(told.best_oa_location.url_for_landing_page)).status).toBe(200);
});
