import { expect, test } from 'vitest';
import { type PdfService, withPdfSearches } from '../support/pdf-searches.ts';
import { serviceOfFile, startService } from '../support/service.ts';
import { startRewriter } from './web-server.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked' });

const DOI = '10.5555/order.1';
const ARXIV = '2401.00001';
const PUBLICATION = {
  title: 'On the order in which doors are knocked at',
  doi: DOI,
  arxivId: ARXIV,
  copy: 'closed',
  venue: `Journal of Order, arXiv:${ARXIV}, doi:${DOI}`,
} as const;

/** Copies as Unpaywall reports them, the worst first. If `found`, one repository has the file. */
function copiesOf(origin: string, found: string | null) {
  const copy = (name: string, host_type: string, version: string) => ({
    url_for_pdf: name === found ? `${origin}/arxiv/pdf/${ARXIV}` : `${origin}/repository/${name}.pdf`,
    url: null,
    url_for_landing_page: null,
    host_type,
    version,
    license: 'cc-by',
  });
  return [
    copy('submitted-repository', 'repository', 'submittedVersion'),
    copy('accepted-publisher', 'publisher', 'acceptedVersion'),
    copy('accepted-repository', 'repository', 'acceptedVersion'),
    copy('published-publisher', 'publisher', 'publishedVersion'),
    copy('published-repository', 'repository', 'publishedVersion'),
  ];
}

/** OpenAlex knows no copy, Unpaywall knows five, and the one at arXiv is gone. */
async function startWorld(found: string | null): Promise<PdfService> {
  let origin = '';
  const rewriter = await startRewriter(
    () => origin,
    (path, body) => {
      if (path.startsWith('/arxiv/api')) return body.replaceAll(`/arxiv/pdf/${ARXIV}v1`, '/arxiv/pdf/gone');
      const record = JSON.parse(body);
      if (path.startsWith('/unpaywall'))
        return JSON.stringify({ ...record, best_oa_location: null, oa_locations: copiesOf(origin, found) });
      const [publisher] = record.locations;
      return JSON.stringify({ ...record, locations: [publisher], best_oa_location: null, open_access: {} });
    },
  );
  const service = withPdfSearches(
    await startService({
      sources: 'all',
      scholar: 'untracked',
      env: {
        OPENALEX_BASE_URL: `${rewriter.origin}/openalex`,
        UNPAYWALL_BASE_URL: `${rewriter.origin}/unpaywall/v2`,
        ARXIV_BASE_URL: `${rewriter.origin}/arxiv`,
      },
    }),
  );
  origin = service.sandbox.origin;
  await service.search(PUBLICATION);
  return service;
}

/** The requests in order, without the crawl. */
function requested({ sandbox }: PdfService): string[] {
  return sandbox.requests
    .filter(({ source }) => source !== 'google_scholar')
    .map(({ path }) => decodeURIComponent(path.split('?')[0] ?? ''));
}

test('links are checked from the best to the worst, and sources are queried one after another until a PDF is found', async () => {
  const service = await startWorld(null);
  expect(requested(service)).toEqual([
    `/openalex/works/doi:${DOI}`,
    `/unpaywall/v2/${DOI}`,
    '/repository/published-repository.pdf',
    '/repository/published-publisher.pdf',
    '/repository/accepted-repository.pdf',
    '/repository/accepted-publisher.pdf',
    '/repository/submitted-repository.pdf',
    '/arxiv/api/query',
    '/arxiv/pdf/gone',
    '/europepmc/webservices/rest/search',
    `/publisher/${DOI}`,
  ]);
  const job = await service.job(PUBLICATION.title);
  expect(job).toMatchObject({ status: 'failed', failure_reason: 'dead_link', last_source: 'arxiv' });
  expect(job.failure_detail).toContain('6 links were checked.');
  expect(job.candidates.map(({ source, reason }) => `${source} ${reason}`)).toEqual([
    ...Array.from({ length: 5 }, () => 'unpaywall dead_link'),
    'arxiv dead_link',
  ]);
});

test('no request is sent after a PDF was found', async () => {
  const service = await startWorld('accepted-repository');
  expect(requested(service)).toEqual([
    `/openalex/works/doi:${DOI}`,
    `/unpaywall/v2/${DOI}`,
    '/repository/published-repository.pdf',
    '/repository/published-publisher.pdf',
    `/arxiv/pdf/${ARXIV}`,
  ]);
  expect(await service.job(PUBLICATION.title)).toMatchObject({
    status: 'resolved',
    version: 'accepted',
    license: 'cc-by',
    last_source: 'unpaywall',
  });
});

test('links from OpenAlex are checked before other sources are queried', async () => {
  const service = withPdfSearches(await openService());
  const doi = '10.5555/order.2';
  await service.search({
    title: 'A door that opens at the first knock',
    doi,
    copy: 'direct',
    venue: `Doors, doi:${doi}`,
  });
  expect(requested(service)).toEqual([`/openalex/works/doi:${doi}`, `/publisher/${doi}.pdf`]);
});
