import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '@lectern/sandbox';
import { benchAccess } from './access.ts';
import { benchCollecting } from './collect.ts';
import { benchCrawling } from './crawl.ts';
import { benchDuplicates } from './duplicates-search.ts';
import { benchLargeLibrary } from './large-library.ts';
import { benchList } from './list-publications.ts';
import { benchLookups } from './lookups.ts';
import { below, type Figure, forComparison, median, tell } from './measure.ts';
import { benchParsing } from './parse-profile-page.ts';
import { benchPortability } from './portability.ts';
import { residentMegabytes, startService } from './service-process.ts';
import { Session } from './session.ts';
import { benchStreams } from './streams.ts';
import { withDatabase } from './with-database.ts';

const PAGE = 'docs/performance.md';
const IDLE_SECONDS = 20;

const figures: Figure[] = [];
const note = (...found: Figure[]) => {
  figures.push(...found);
  for (const { name, value, unit } of found) tell(`${name}: ${round(value)} ${unit}`);
};

const parts: Readonly<Record<string, () => Promise<void>>> = {
  async parsing() {
    tell('reading pages');
    note(...(await benchParsing()));
  },
  async crawling() {
    tell('crawling');
    note(...(await benchCrawling()));
  },
  async lookups() {
    tell('identifiers and PDFs');
    note(...(await benchLookups()));
  },
  async session() {
    tell('sessions and sign-in');
    note(...(await benchAccess()));
  },
  async streams() {
    tell('live events');
    note(...(await benchStreams()));
  },
  async portability() {
    tell('import and export');
    note(...(await benchPortability()));
  },
  async library() {
    tell('a large library');
    note(...(await benchLargeLibrary()));
  },
  async duplicates() {
    tell('near duplicates');
    note(...(await benchDuplicates(100_000)).figures);
  },
  service: benchService,
};

// npm run bench -- crawling lookups; without arguments all
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await measure();

async function benchService(): Promise<void> {
  const sandbox = await startSandbox({ scholars: 'none' });
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const env = { ...sandbox.env, INGESTION_MIN_REQUEST_DELAY_SECONDS: '0' };
  try {
    tell('starting');
    const fresh = await startService(dataDir, env);
    note(forComparison('start to healthy, new database', fresh.startMs / 1000, 's'));
    await fresh.stop();
    const starts: number[] = [];
    for (let n = 0; n < 5; n++) {
      const again = await startService(dataDir, env);
      starts.push(again.startMs / 1000);
      await again.stop();
    }
    note(below('start to healthy, existing database (median of 5)', median(starts), 's', 2));

    const service = await startService(dataDir, env);
    tell(`resting ${IDLE_SECONDS} s`);
    await pause(IDLE_SECONDS * 1000);
    const memory = await residentMegabytes(service, dataDir);
    note(below('idle memory, PSS of service and PostgreSQL', memory.node + memory.postgres, 'MB', 220));
    note(
      forComparison('of it the service', memory.node, 'MB'),
      forComparison('of it PostgreSQL', memory.postgres, 'MB'),
    );

    await withDatabase(dataDir, async (client, url) => {
      await client.query('update user_settings set request_delay_seconds = 0');
      const session = await new Session(service.url).signIn();
      note(await benchCollecting(session, sandbox, 'TEN', 10_000));
      await client.query('vacuum analyze');
      note(...(await benchList(session, '10,000', url)));
      note(await benchCollecting(session, sandbox, 'HUNDRED', 90_000));
      await client.query('vacuum analyze');
      note(...(await benchList(session, '100,000', url)));
      await service.stop();
    });
  } finally {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const table = [
  '| figure | measured | target | |',
  '|---|---|---|---|',
  ...figures.map(
    ({ name, value, unit, target, met }) =>
      `| ${name} | ${round(value)} ${unit} | ${target} | ${met === null ? '' : met ? 'met' : '**missed**'} |`,
  ),
].join('\n');
console.log(table);
if (wanted.length === 0)
  await writeFile(
    PAGE,
    `# Performance

The last results of \`npm run bench\`, from ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, the embedded PostgreSQL 15.
Client, service, database and stand-ins share these cores; rows without a target are there to compare.

${table}

## Where it misses, and why

A page of 100 new publications writes six rows for each: publication, record, listing, library entry, unread mark and enrichment, with 24 index entries. PostgreSQL needs 10 ms for it and Node 8 ms; the rest is waiting
for 25 statements. A page without news takes 11 statements, less than 1 ms of PostgreSQL, and 5 ms of Node, two of them to parse the page as a tree. 0.1.0 parsed it as a stream in half the time, and noticed no missing element.

All saves of pages share one lock on identity, so several at once take as long as one after another. Each request to any source reserves its slot in a transaction of its own, which a search without rate limits pays for 4,000
times. Google Scholar's limit allows one page in two seconds; the other sources allow some requests a second.

An import of 10,000 publications writes 60,000 rows with 240,000 index entries. The indexes of sorted lists are a tenth of it; no other part stands out. An export of these reads 20 batches of 500, of which each part of the
statement (marks, scholars, evidence, JSON) takes about a millisecond.
`,
  );

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
