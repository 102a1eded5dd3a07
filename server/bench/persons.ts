import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openInside } from './inside.ts';
import { below, type Figure, forComparison } from './measure.ts';
import { load } from './product.ts';
import { startService } from './service-process.ts';
import { Session } from './session.ts';

const { trackScholar } = await load<typeof import('../src/crawling/track-scholar.ts')>('crawling/track-scholar.js');

const USER = 1;
const PERSONS = 10_000;
const WORKS = 5;
/** The share of persons with a new work on a day, at five works a year. */
const CHANGED_EVERY = 73;
/** https://developers.openalex.org/api-reference/authentication */
const DOLLARS_PER_CREDIT = 0.0001;
const FIRST_ID = 5_000_000_000;

/** Measures a daily run of ten thousand persons who are tracked at OpenAlex, at the default interval between requests. */
export async function benchPersons(): Promise<Figure[]> {
  const standIn = await startOpenAlex();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const base = {
    GOOGLE_SCHOLAR_ENABLED: '0',
    CROSSREF_ENABLED: '0',
    ARXIV_ENABLED: '0',
    EUROPEPMC_ENABLED: '0',
    ORCID_ENABLED: '0',
    OPENALEX_ENABLED: '1',
    OPENALEX_BASE_URL: standIn.origin,
    PROFILE_FRESH_MINUTES: '0',
  };
  try {
    await (await startService(dataDir, base)).stop();
    const { services, close } = await openInside(dataDir, base);
    const { db } = services;
    for (let n = 0; n < PERSONS; n += 1) await trackScholar(db, USER, { scholarId: idOf(n), imageUrl: null });
    const first = await startService(dataDir, {
      ...base,
      OPENALEX_MIN_INTERVAL_SECONDS: '0',
      OPENALEX_API_KEY: 'bench',
    });
    const collecting = await seconds(async () => {
      const open = async () => (await sql`select from queue_items limit 1`.execute(db)).rows.length > 0;
      while (await open()) await pause(500);
    });
    await first.stop();
    await sql`update enrichment set source = null`.execute(db);
    await sql`update source_states set spent = 0, advertised_limit = null`.execute(db);
    await sql`vacuum analyze`.execute(db);

    standIn.publish();
    const daily = await startService(dataDir, { ...base, OPENALEX_MIN_INTERVAL_SECONDS: '0.05' });
    const session = await new Session(daily.url).signIn();
    const running = await seconds(async () => {
      const { run_id } = await session.call<{ run_id: number }>('POST', '/runs/manual');
      const ended = async () =>
        (await sql`select from runs where id = ${run_id} and status <> 'running'`.execute(db)).rows.length > 0;
      while (!(await ended())) await pause(200);
    });
    const { rows } = await sql<{ spent: number; found: number }>`
      select (select spent from source_states where source = 'openalex' and credential = 'shared:author_lists') as spent,
        (select new_publication_count from runs order by id desc limit 1) as found`.execute(db);
    await daily.stop();
    await close();
    const { spent = 0, found = 0 } = rows[0] ?? {};
    return [
      below(`a daily run of ${PERSONS} persons at OpenAlex`, running / 60, 'minutes', 15),
      below(`its price, with ${found} new publications`, spent * DOLLARS_PER_CREDIT, '$', 0.05),
      forComparison(`first crawls of ${PERSONS} persons with ${WORKS} works each`, PERSONS / collecting, 'persons/s'),
    ];
  } finally {
    await standIn.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function idOf(n: number): string {
  return `A${FIRST_ID + n}`;
}

/** A stand-in for OpenAlex with short lists. `publish` gives some authors one more work. */
async function startOpenAlex(): Promise<{ origin: string; publish(): void; close(): Promise<void> }> {
  let isPublished = false;
  const countOf = (n: number) => WORKS + (isPublished && n % CHANGED_EVERY === 0 ? 1 : 0);
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const id = /A(\d+)/.exec(decodeURIComponent(url.href))?.[1] ?? '0';
    const n = Number(id) - FIRST_ID;
    const author = { id: `https://openalex.org/A${id}`, display_name: `Person ${n}`, works_count: countOf(n) };
    const works = () =>
      Array.from({ length: countOf(n) }, (_, at) => ({
        id: `https://openalex.org/W${n * 100 + at + 1}`,
        doi: `https://doi.org/10.5555/bench.${n}.${at}`,
        title: `Work ${at} of person ${n} on the measurement of lists`,
        publication_year: 2026 - at,
        authorships: [{ author_position: 'last', author: { id: author.id, display_name: author.display_name } }],
        cited_by_count: 1,
        type: 'article',
      }));
    // enrichment asks for DOIs, and finds nothing
    const isList = url.searchParams.get('filter')?.startsWith('author.id:') === true;
    const list = isList ? { meta: { count: countOf(n) }, results: works() } : { meta: { count: 0 }, results: [] };
    const body = url.pathname.startsWith('/works') ? list : author;
    // the first crawls of so many persons cost more than a free key may spend in a day
    const budget = { 'x-ratelimit-limit': '1000000', 'x-ratelimit-remaining': '1000000', 'x-ratelimit-reset': '86400' };
    response.writeHead(200, { 'content-type': 'application/json', ...(isPublished ? {} : budget) });
    response.end(JSON.stringify(body));
  };
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: () => {
      isPublished = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
