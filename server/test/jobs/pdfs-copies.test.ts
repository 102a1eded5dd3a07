import type { CopyKind } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { type PdfService, withPdfSearches } from '../support/pdf-searches.ts';
import { serviceOfFile, startService } from '../support/service.ts';
import { startRewriter } from './web-server.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked' });

const doiOf = (copy: CopyKind) => `10.5555/kept.${copy}`;
const searchOf = (copy: CopyKind) => ({ title: `A study of copies that are kept ${copy}`, copy, doi: doiOf(copy) });
const UNLISTED = { title: 'A pamphlet that nobody ever listed anywhere', oddity: 'unlisted' } as const;

test('each copy is found where it is, with its version, and a publication without one has a reason', async () => {
  const { sandbox, admin, search, job } = withPdfSearches(await openService());
  const kinds = [
    'direct',
    'padded',
    'redirect',
    'html',
    'repository',
    'challenge',
    'europepmc',
    'dead',
    'closed',
  ] as const;
  await search(...kinds.map(searchOf), UNLISTED);
  const { origin } = sandbox;
  const at = (where: 'publisher' | 'repository' | 'publisher/files', copy: CopyKind) =>
    `${origin}/${where}/${doiOf(copy)}.pdf`;
  const europepmc = (await job(searchOf('europepmc').title)).pdf_url ?? '';
  expect(europepmc).toMatch(new RegExp(`^${origin}/europepmc/articles/PMC\\d+\\?pdf=render$`));
  // where it is found, by which source, and the links that were refused before it
  const found: Partial<Record<CopyKind, [string, string, (string | null)?, Record<string, string>?]>> = {
    direct: [at('publisher', 'direct'), 'openalex', 'published'],
    padded: [at('publisher', 'padded'), 'openalex', 'published'],
    redirect: [at('publisher', 'redirect'), 'openalex', 'published'],
    html: [at('publisher/files', 'html'), 'landing_page', null, { [at('publisher', 'html')]: 'html' }],
    repository: [at('repository', 'repository'), 'unpaywall', 'accepted'],
    challenge: [
      ...([at('repository', 'challenge'), 'openalex', 'accepted'] as const),
      { [at('publisher', 'challenge')]: 'challenge_page' },
    ],
    europepmc: [europepmc, 'europepmc'],
  };
  for (const [copy, [pdf_url, source, version, refused = {}]] of Object.entries(found)) {
    const one = await job(searchOf(copy as CopyKind).title);
    expect(one, copy).toMatchObject({ status: 'resolved', pdf_url, last_source: source, failure_reason: null });
    if (version !== undefined) expect(one.version, copy).toBe(version);
    expect(one.candidates, copy).toMatchObject([
      { url: pdf_url, source, reason: null },
      ...Object.entries(refused).map(([url, reason]) => ({ url, source: 'openalex', reason })),
    ]);
  }
  const { host } = new URL(origin);
  const detailOf = async (copy: CopyKind) => (await job(searchOf(copy).title)).candidates[1]?.detail;
  expect(await detailOf('html')).toBe(`${host} returned a page instead of a PDF.`);
  expect(await detailOf('challenge')).toContain('challenge page that only a person in a browser can pass');

  const { publications } = await admin.ok('GET', '/publications?page_size=100');
  const shown = (title: string) => publications.find((one: { title: string }) => one.title === title);
  for (const [title, reason, links] of [
    [searchOf('dead').title, 'dead_link', [{ url: at('publisher', 'dead'), source: 'openalex', reason: 'dead_link' }]],
    [searchOf('closed').title, 'no_open_copy', []],
    [UNLISTED.title, 'no_identifier', []],
  ] as const) {
    expect(await job(title)).toMatchObject({
      status: 'failed',
      pdf_url: null,
      failure_reason: reason,
      candidates: links,
    });
    expect(shown(title)).toMatchObject({ pdf_status: 'failed', pdf_url: null, pdf_failure_reason: reason });
  }
  expect((await job(searchOf('dead').title)).failure_detail).toBe(`${host} has no such page (status 404).`);
});

const DOI = '10.5555/order.1';
const ARXIV = '2401.00001';
const PUBLICATION = {
  title: 'On the order in which doors are knocked at',
  doi: DOI,
  arxivId: ARXIV,
  copy: 'closed',
  venue: `Journal of Order, arXiv:${ARXIV}, doi:${DOI}`,
} as const;

/** Copies as Unpaywall reports them, the worst first. */
function copiesOf(origin: string) {
  const copy = (name: string, host_type: string, version: string) => ({
    url_for_pdf: `${origin}/repository/${name}.pdf`,
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
async function startWorld(): Promise<PdfService> {
  let origin = '';
  const rewriter = await startRewriter(
    () => origin,
    (path, body) => {
      if (path.startsWith('/arxiv/api')) return body.replaceAll(`/arxiv/pdf/${ARXIV}v1`, '/arxiv/pdf/gone');
      const record = JSON.parse(body);
      if (path.startsWith('/unpaywall'))
        return JSON.stringify({ ...record, best_oa_location: null, oa_locations: copiesOf(origin) });
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
  const service = await startWorld();
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
