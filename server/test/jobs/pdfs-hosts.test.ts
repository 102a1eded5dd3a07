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

test.each([
  ['for a minute', undefined, 60],
  ['as long as it asks', '1800', 1800],
])('a host with too many requests gets a cooldown %s', async (_how, retryAfter, seconds) => {
  const tired = await startWebServer((_path, response) => {
    if (retryAfter) response.setHeader('retry-after', retryAfter);
    sendStatus(response, 429);
  });
  const links = ['a', 'b', 'c'].map((name) => `${tired.origin}/${name}`);
  const { db, jobAt } = await startWith([tired.host], links);
  const waiting = await until(async () => {
    const { rows } = await sql<{ title: string; seconds: number }>`
      select p.title, extract(epoch from l.due_at - clock_timestamp())::float8 as seconds
      from enrichment l join publications p on p.id = l.publication_id where l.source is not null order by 2`.execute(
      db,
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row.seconds).toBeGreaterThan(seconds - 30);
    return rows;
  });
  expect(tired.requests).toHaveLength(1);
  const refused = links.filter((link) => !waiting.some(({ title }) => title === publicationOf(link).title));
  expect(await jobAt(refused[0] ?? '')).toMatchObject({ status: 'failed', failure_reason: 'too_many_requests' });
  for (const link of links.filter((one) => !refused.includes(one))) {
    const job = await jobAt(link);
    expect(job).toMatchObject({ status: 'queued', attempt_count: 0, failure_reason: null });
    expect(Number(job.next_attempt_at)).toBeGreaterThan(Date.now());
  }
});
