// npm run bench:scale [-- WORKS ...]: what each read costs as the library grows. Without arguments, a table of three sizes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbeddedDatabase } from '../src/platform/database/embedded.ts';
import { FREQUENT_WORD, fillLibrary, scaleOf } from '../test/support/fill-library.ts';
import { medianMs } from './measure.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { Session } from './session.ts';
import { cpuOfPostgres } from './watch-use.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const TIMES = 60;
const WARM_UP = 10;

const tell = (text: string) => console.error(`· ${text}`);

interface Read {
  readonly name: string;
  readonly path: string;
  readonly maxMs: number;
}

/** A row of the table for one size. `isTooMuch`: it misses its target. */
interface Row {
  readonly name: string;
  readonly text: string;
  readonly target?: string;
  readonly isTooMuch?: boolean;
}

const sizes = process.argv.slice(2).map(Number);
if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 1000))
  throw new Error('each size must be a whole number, at least 1000');
const columns: { works: number; rows: Row[] }[] = [];
for (const works of sizes.length > 0 ? sizes : SIZES) columns.push({ works, rows: await benchScale(works) });
printTable();

async function benchScale(works: number): Promise<Row[]> {
  const given = process.env.SCALE_DIR;
  const dataDir = given ? join(given, String(works)) : await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    // the first start creates the database and the reader's account
    await (await startService(dataDir, {})).stop();
    const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => {} });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query('select from publications limit 1');
    const start = performance.now();
    if (rowCount === 0) await fillLibrary(client, scaleOf(works), tell);
    const seconds = (performance.now() - start) / 1000;
    await client.end();
    const service = await startService(dataDir, {}, 'api');
    try {
      const session = await new Session(service.url).signIn();
      const filled = { name: 'fill the database', text: `${seconds.toFixed(0)} s` };
      return [filled, ...(await benchReads(service, session, dataDir))];
    } finally {
      await service.stop();
      await database.close();
    }
  } finally {
    if (!given) await rm(dataDir, { recursive: true, force: true });
  }
}

async function benchReads(service: ServiceProcess, session: Session, dataDir: string): Promise<Row[]> {
  const { total_count: entries } = await session.call<{ total_count: number }>('GET', '/publications?page_size=1');
  const { scholars } = await session.call<{ scholars: { id: number }[] }>('GET', '/scholars');
  const rows: Row[] = [
    { name: 'entries of the reader', text: entries.toLocaleString('en') },
    { name: 'scholars of the reader', text: String(scholars.length) },
  ];
  const scholar = scholars[Math.floor(scholars.length / 2)]?.id;
  for (const { name, path, maxMs } of await listReads(session, entries, scholar)) {
    const { ms, cpuMs } = await measure(service, session, dataDir, path);
    const text = `${ms.toFixed(1)} (${cpuMs.toFixed(1)})`;
    tell(`${name}: ${text} ms`);
    rows.push({ name, text, target: `${maxMs}`, isTooMuch: ms > maxMs });
  }
  return rows;
}

async function listReads(session: Session, entries: number, scholar: number | undefined): Promise<Read[]> {
  const list = '/publications?page_size=100';
  const orders = ['title', 'year', 'citations', 'scholar', 'pdf_status'];
  const reads: Read[] = [{ name: 'list, default order', path: list, maxMs: 6 }];
  for (const order of orders)
    for (const direction of ['asc', 'desc'])
      reads.push({
        name: `by ${order} ${direction}`,
        path: `${list}&sort_by=${order}&sort_dir=${direction}`,
        maxMs: 12,
      });
  const deep = Math.max(1, Math.floor(entries / 200));
  for (const order of orders) {
    const path = `${list}&sort_by=${order}&sort_dir=desc`;
    const { next_cursor: cursor } = await session.call<{ next_cursor: string }>('GET', `${path}&page=${deep}`);
    reads.push({
      name: `by ${order}, in the middle by cursor`,
      path: `${path}&cursor=${encodeURIComponent(cursor)}`,
      maxMs: 12,
    });
  }
  const last = Math.min(900, Math.floor(entries / 100));
  return [
    ...reads,
    { name: 'page 900 of 100, or the last', path: `${list}&page=${last}`, maxMs: 15 },
    { name: 'search, a frequent word', path: `${list}&search=${FREQUENT_WORD}`, maxMs: 50 },
    { name: 'search, two words', path: `${list}&search=${FREQUENT_WORD}+deba`, maxMs: 50 },
    { name: 'years from 2024', path: `${list}&year_from=2024`, maxMs: 15 },
    { name: "one scholar's publications", path: `${list}&scholar_profile_id=${scholar}`, maxMs: 10 },
    { name: 'unread only', path: `${list}&mode=unread`, maxMs: 6 },
    { name: 'what is new', path: `${list}&mode=latest`, maxMs: 6 },
    { name: 'unread count', path: '/publications?mode=unread&page_size=1', maxMs: 2 },
    { name: 'GET /scholars', path: '/scholars', maxMs: 5 },
    { name: "a scholar's statistics", path: `/scholars/${scholar}/statistics`, maxMs: 10 },
  ];
}

/** The median time of a read, and the processor time that PostgreSQL needs for one. */
async function measure(service: ServiceProcess, session: Session, dataDir: string, path: string) {
  const read = async () => {
    const response = await fetch(`${service.url}/api/v1${path}`, { headers: { cookie: session.cookie } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  await medianMs(read, { times: WARM_UP, warmUp: 0 });
  const before = await cpuOfPostgres(dataDir);
  const ms = await medianMs(read, { times: TIMES, warmUp: 0 });
  return { ms, cpuMs: (1000 * ((await cpuOfPostgres(dataDir)) - before)) / TIMES };
}

function printTable(): void {
  console.log('Medians in ms, with one client; in brackets the processor time of PostgreSQL.\n');
  console.log(`| | ${columns.map(({ works }) => `${works.toLocaleString('en')} works`).join(' | ')} | target |`);
  console.log(`|---|${columns.map(() => '---|').join('')}---|`);
  for (const [at, { name, target = '' }] of (columns[0]?.rows ?? []).entries()) {
    const cells = columns.map(({ rows }) => (rows[at]?.isTooMuch ? `**${rows[at].text}**` : rows[at]?.text));
    console.log(`| ${name} | ${cells.join(' | ')} | ${target} |`);
  }
}
