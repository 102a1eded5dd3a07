import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@lectern/sandbox';
import { sql } from 'kysely';
import type { Services } from '../src/platform/http/endpoint.ts';
import { openInside } from './inside.ts';
import { below, type Figure, forComparison } from './measure.ts';
import { otherSources } from './other-sources.ts';
import { load } from './product.ts';
import { startService } from './service-process.ts';

const { trackScholar } = await load<typeof import('../src/crawling/track-scholar.ts')>('crawling/track-scholar.js');

const USER = 1;
const WORKS = 1000;
const SOURCES = ['crossref', 'openalex', 'europepmc', 'arxiv', 'unpaywall', 'publisher', 'repository'];

/** Measures the enrichment of a thousand new publications without any delay, and its number of requests; then of publications with a known DOI. */
export async function benchLookups(): Promise<Figure[]> {
  const sandbox = await startSandbox({ scholars: 'none' });
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const env = {
    ...sandbox.env,
    ...otherSources(true),
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
  };
  const service = await startService(dataDir, env);
  const { services, close } = await openInside(dataDir, env);
  try {
    await sql`update user_settings set request_delay_seconds = 0`.execute(services.db);
    sandbox.addScholar('LookupsBench', WORKS);
    const unknown = await search(services, sandbox, 'LookupsBench');
    sandbox.addScholar('KnownDoisBen', 0);
    for (let n = 0; n < WORKS; n += 1) {
      const doi = `10.5555/bench.${n}`;
      sandbox.addPublication('KnownDoisBen', { doi, venue: `Journal of Benches, doi:${doi}` });
    }
    const known = await search(services, sandbox, 'KnownDoisBen');
    const { rows } = await sql<{ dois: number; any: number; pdfs: number }>`
      select count(*) filter (where p.doi is not null) as dois, count(p.display_identifier) as any, count(j.pdf_url) as pdfs
      from publications p join enrichment j on j.publication_id = p.id where p.id <= ${WORKS}`.execute(services.db);
    const found = rows[0] ?? { dois: 0, any: 0, pdfs: 0 };
    return [
      below(`identifiers and PDFs of ${WORKS} new works, no delay, crawl included`, unknown.seconds, 's', 30),
      forComparison('of them with a DOI / any identifier / a PDF found', found.dois, `/ ${found.any} / ${found.pdfs}`),
      forComparison('outside requests this takes', unknown.total, `(${unknown.text})`),
      forComparison(`the same of ${WORKS} publications with a DOI in the venue`, known.seconds, 's'),
      below('OpenAlex requests for these', known.requests.openalex ?? 0, 'requests', WORKS / 50 + 11),
      forComparison('outside requests these take', known.total, `(${known.text})`),
    ];
  } finally {
    await close();
    await service.stop();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function search({ db }: Services, sandbox: Sandbox, profileId: string) {
  const count = () => Object.fromEntries(SOURCES.map((source) => [source, sandbox.requestCount(source)]));
  const before = count();
  const begin = performance.now();
  await trackScholar(db, USER, { scholarId: profileId, imageUrl: null });
  for (;;) {
    const { rows } = await sql`
      select where exists (select from queue_items where status <> 'dropped') or exists (select from enrichment where source is not null)`.execute(
      db,
    );
    if (rows.length === 0) break;
    await pause(50);
  }
  const seconds = (performance.now() - begin) / 1000;
  const after = count();
  const requests = Object.fromEntries(SOURCES.map((source) => [source, (after[source] ?? 0) - (before[source] ?? 0)]));
  const total = Object.values(requests).reduce((sum, one) => sum + one, 0);
  const text = SOURCES.map((source) => `${source} ${requests[source]}`).join(', ');
  return { seconds, requests, total, text };
}
