import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withPdfSearches } from '../support/pdf-searches.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/wait.ts';
import { sendPdf, sendStatus, startRewriter, startWebServer } from './web-server.ts';

const publicationOf = (link: string) => {
  const doi = `10.5555/host.${Buffer.from(link).toString('hex')}`;
  return { title: `A file at ${link}`, copy: 'closed', doi, venue: `Hosts, doi:${doi}` } as const;
};

/** The service, with publications whose PDF only Unpaywall reports: `https://host/a` and so on. */
async function startWith(hosts: readonly string[], links: readonly string[]) {
  let origin = '';
  const unpaywall = await startRewriter(
    () => origin,
    (path, body) => {
      const link = Buffer.from(/host\.([0-9a-f]+)/.exec(path)?.[1] ?? '', 'hex').toString();
      const location = { url_for_pdf: link, host_type: 'repository', version: 'acceptedVersion' };
      return JSON.stringify({ ...JSON.parse(body), best_oa_location: null, oa_locations: [location] });
    },
  );
  const service = withPdfSearches(
    await startService({
      sources: 'all',
      scholar: 'untracked',
      env: { UNPAYWALL_BASE_URL: `${unpaywall.origin}/unpaywall/v2`, OUTBOUND_ALLOW_HOSTS: hosts.join(',') },
    }),
  );
  origin = service.sandbox.origin;
  for (const link of links) service.sandbox.addPublication('Scholar_0001', { arxivId: null, ...publicationOf(link) });
  await service.collect(service.admin, ['Scholar_0001']);
  return { ...service, jobAt: (link: string) => service.job(publicationOf(link).title) };
}

test('a host gets one request at a time, a second apart, and does not delay other hosts', async () => {
  const busy = await startWebServer((_path, response) => sendPdf(response));
  const other = await startWebServer((_path, response) => sendPdf(response));
  const links = [...['a', 'b', 'c', 'd'].map((name) => `${busy.origin}/${name}`), `${other.origin}/e`];
  const { untilSettled, jobAt } = await startWith([busy.host, other.host], links);
  await untilSettled();
  for (const link of links) expect(await jobAt(link)).toMatchObject({ status: 'resolved', pdf_url: link });
  expect(busy.requests.map(({ path }) => path).sort()).toEqual(['/a', '/b', '/c', '/d']);
  expect(busy.maxAtOnce).toBe(1);
  const times = busy.requests.map(({ at }) => at);
  for (const [n, at] of times.slice(1).entries()) expect(at - (times[n] ?? 0)).toBeGreaterThanOrEqual(1000);
  expect(other.requests).toHaveLength(1);
  expect(other.requests[0]?.at).toBeLessThan(times[3] ?? 0);
});

test('a host with too many requests gets a cooldown: for a minute, or as long as it asks', async () => {
  const tired = await startWebServer((_path, response) => sendStatus(response, 429));
  const wearier = await startWebServer((_path, response) => {
    response.setHeader('retry-after', '1800');
    sendStatus(response, 429);
  });
  const links = [tired, wearier].flatMap(({ origin }) => ['a', 'b'].map((name) => `${origin}/${name}`));
  const { db, jobAt } = await startWith([tired.host, wearier.host], links);
  const waiting = await until(async () => {
    const { rows } = await sql<{ title: string; seconds: number }>`
      select p.title, extract(epoch from l.due_at - clock_timestamp())::float8 as seconds
      from enrichment l join publications p on p.id = l.publication_id where l.source is not null order by 2`.execute(
      db,
    );
    expect(rows).toHaveLength(2);
    const [short, long] = rows.map(({ seconds }) => seconds);
    expect([short && short > 10, long && long > 1770]).toEqual([true, true]);
    return rows.map(({ title }) => title);
  });
  expect([tired.requests.length, wearier.requests.length]).toEqual([1, 1]);
  for (const link of links) {
    const job = await jobAt(link);
    if (waiting.includes(publicationOf(link).title)) {
      expect(job).toMatchObject({ status: 'queued', attempt_count: 0, failure_reason: null });
      expect(Number(job.next_attempt_at)).toBeGreaterThan(Date.now());
    } else expect(job).toMatchObject({ status: 'failed', failure_reason: 'too_many_requests' });
  }
});

test('no link, redirect or landing page from a source opens a connection inside the network', async () => {
  const inside = await startWebServer((_path, response) => sendPdf(response));
  const { port } = new URL(inside.origin);
  // its base URL is on loopback: no query is sent there, but links to it may be followed
  const open = await startWebServer((path, response) => {
    const target = new URL(path, 'http://open.example').searchParams.get('to') ?? '';
    if (path.startsWith('/hop')) return response.writeHead(302, { location: target }).end();
    response.setHeader('content-type', 'text/html');
    return response.end(`<!doctype html><meta name="citation_pdf_url" content="${target}">`);
  });
  const target = encodeURIComponent(`${inside.origin}/paper.pdf`);
  const links = [
    `${inside.origin}/paper.pdf`,
    // two spellings of one address are one link
    `http://2130706433:${port}/paper.pdf`,
    `http://localhost:${port}/paper.pdf`,
    `http://[::ffff:127.0.0.1]:${port}/paper.pdf`,
    'http://169.254.169.254/latest/meta-data/',
    `${open.origin}/hop?to=${target}`,
  ];
  const locations = [
    ...links.map((pdf) => ({ url_for_pdf: pdf, url_for_landing_page: null })),
    ...[`${inside.origin}/page`, `${open.origin}/page?to=${target}`].map((page) => ({
      ...{ url_for_pdf: null, url_for_landing_page: page },
    })),
  ].map((one) => ({ ...one, host_type: 'repository', version: 'publishedVersion' }));
  let origin = '';
  const unpaywall = await startRewriter(
    () => origin,
    (_path, body) => JSON.stringify({ ...JSON.parse(body), best_oa_location: null, oa_locations: locations }),
  );
  const env = { UNPAYWALL_BASE_URL: `${unpaywall.origin}/unpaywall/v2`, ARXIV_BASE_URL: open.origin };
  const service = withPdfSearches(await startService({ sources: 'all', scholar: 'untracked', env }));
  origin = service.sandbox.origin;
  const publication = publicationOf('inside');
  await service.search(publication);
  const job = await service.job(publication.title);
  expect(job).toMatchObject({ status: 'failed', pdf_url: null, failure_reason: 'not_public' });
  expect(new Set(job.candidates.map(({ reason }) => reason))).toEqual(new Set(['not_public']));
  expect(job.candidates.map(({ source }) => source).sort()).toEqual([
    'landing_page',
    ...Array.from({ length: 5 }, () => 'unpaywall'),
  ]);
  expect(job.failure_detail).not.toContain('paper.pdf');
  expect(inside.connectionCount).toBe(0);
});
