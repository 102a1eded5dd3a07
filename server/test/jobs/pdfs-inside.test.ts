import { expect, test } from 'vitest';
import { withPdfSearches } from '../support/pdf-searches.ts';
import { startService } from '../support/service.ts';
import { startRewriter, startWebServer } from './web-server.ts';

const DOI = '10.5555/inside.1';
const PUBLICATION = {
  title: 'What a stranger may not see',
  copy: 'closed',
  doi: DOI,
  venue: `Walls, doi:${DOI}`,
} as const;

/** The search for a publication with these locations at Unpaywall. */
async function searchWith(places: readonly { pdf: string | null; page: string | null }[], allowed = '') {
  let origin = '';
  const locations = places.map(({ pdf, page }) => ({
    url_for_pdf: pdf,
    url_for_landing_page: page,
    host_type: 'repository',
    version: 'publishedVersion',
  }));
  const unpaywall = await startRewriter(
    () => origin,
    (_path, body) => JSON.stringify({ ...JSON.parse(body), best_oa_location: null, oa_locations: locations }),
  );
  // its base URL is on loopback: no query is sent there, but links to it may be followed
  const open = await startWebServer((path, response) => {
    const target = new URL(path, 'http://open.example').searchParams.get('to') ?? '';
    if (path.startsWith('/hop')) return response.writeHead(302, { location: target }).end();
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><meta name="citation_pdf_url" content="${target}">`);
  });
  const service = withPdfSearches(
    await startService({
      sources: 'all',
      scholar: 'untracked',
      env: {
        UNPAYWALL_BASE_URL: `${unpaywall.origin}/unpaywall/v2`,
        ARXIV_BASE_URL: open.origin,
        OUTBOUND_ALLOW_HOSTS: allowed,
      },
    }),
  );
  origin = service.sandbox.origin;
  for (const location of locations)
    for (const field of ['url_for_pdf', 'url_for_landing_page'] as const)
      location[field] = location[field]?.replace('OPEN', open.origin) ?? null;
  await service.search(PUBLICATION);
  return service.job(PUBLICATION.title);
}

const startInside = () =>
  startWebServer((_path, response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.4\n'));

test('a link from a source never opens a connection inside the network', async () => {
  const inside = await startInside();
  const { port } = new URL(inside.origin);
  const links = [
    `${inside.origin}/paper.pdf`,
    `http://localhost:${port}/paper.pdf`,
    `http://[::ffff:127.0.0.1]:${port}/paper.pdf`,
    `http://2130706433:${port}/paper.pdf`,
    'http://169.254.169.254/latest/meta-data/',
  ];
  const job = await searchWith(links.map((pdf) => ({ pdf, page: null })));
  expect(job).toMatchObject({ status: 'failed', pdf_url: null, failure_reason: 'not_public' });
  expect(job.candidates.map(({ source, reason }) => `${source} ${reason}`)).toEqual([
    // two spellings of one address are one link
    ...Array.from({ length: 4 }, () => 'unpaywall not_public'),
  ]);
  expect(job.failure_detail).not.toContain('paper.pdf');
  expect(inside.connectionCount).toBe(0);
});

test('no redirect and no landing page opens a connection inside the network either', async () => {
  const inside = await startInside();
  const target = encodeURIComponent(`${inside.origin}/paper.pdf`);
  const job = await searchWith([
    { pdf: `OPEN/hop?to=${target}`, page: `${inside.origin}/page` },
    { pdf: null, page: `OPEN/page?to=${target}` },
  ]);
  expect(job).toMatchObject({ status: 'failed', pdf_url: null, failure_reason: 'not_public' });
  expect(new Set(job.candidates.map(({ reason }) => reason))).toEqual(new Set(['not_public']));
  expect(job.candidates.map(({ source }) => source)).toContain('landing_page');
  expect(inside.connectionCount).toBe(0);
});

test('a host that the operator allows is requested, by its name and port', async () => {
  const inside = await startInside();
  const job = await searchWith([{ pdf: `${inside.origin}/paper.pdf`, page: null }], inside.host);
  expect(job).toMatchObject({ status: 'resolved', pdf_url: `${inside.origin}/paper.pdf`, last_source: 'unpaywall' });
});
