// npm run bench:scale [-- PUBLICATIONS ... PART ...]: what reads, writes and large operations cost as the library
// grows. Without arguments, all parts of three sizes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillLibrary, scaleOf } from '../test/support/fill-library.ts';
import { reportStep } from './measure.ts';
import { writeSection } from './performance-page.ts';
import { benchCitations } from './scale-citations.ts';
import { benchFeeds } from './scale-feeds.ts';
import { benchGrowth } from './scale-growth.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { benchLimits } from './scale-limits.ts';
import { benchMarks } from './scale-marks.ts';
import { benchMerges } from './scale-merges.ts';
import { benchMoves } from './scale-moves.ts';
import { benchOperations } from './scale-operations.ts';
import { benchReads } from './scale-reads.ts';
import { benchRules } from './scale-rules.ts';
import { benchMemory, benchStart } from './scale-start.ts';
import { type Row, tableOf } from './scale-table.ts';
import { benchViews } from './scale-views.ts';
import { startService } from './service-process.ts';
import { Session } from './session.ts';
import { withDatabase } from './with-database.ts';

const SIZES = [10_000, 100_000, 1_000_000];
/** In this order: what changes nothing first, so that the reads see untouched data. */
const PARTS = {
  reads: benchReads,
  limits: benchLimits,
  citations: benchCitations,
  views: benchViews,
  feeds: benchFeeds,
  operations: benchOperations,
  marks: benchMarks,
  rules: benchRules,
  moves: benchMoves,
  merges: benchMerges,
  growth: benchGrowth,
  memory: benchMemory,
};

const isPart = (argument: string) => Object.hasOwn(PARTS, argument);
const chosen = process.argv.slice(2).filter(isPart);
const sizes = process.argv
  .slice(2)
  .filter((argument) => !isPart(argument))
  .map(Number);
if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 1000))
  throw new Error(`give sizes of at least 1000, and parts: ${Object.keys(PARTS).join(', ')}`);
const columns: { publications: number; rows: Row[] }[] = [];
for (const publications of sizes.length > 0 ? sizes : SIZES)
  columns.push({ publications, rows: await benchScale(publications) });
const table = tableOf(columns);
console.log(table);
if (sizes.length === 0 && chosen.length === 0) await writeSection('bench:scale', table);

async function benchScale(publications: number): Promise<Row[]> {
  const given = process.env.SCALE_DIR;
  const dataDir = given ? join(given, String(publications)) : await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    await fill(dataDir, publications);
    const rows = await benchStart(dataDir);
    await withLibrary(dataDir, publications, async (library) => {
      for (const [part, bench] of Object.entries(PARTS))
        if (chosen.length === 0 || chosen.includes(part)) rows.push(...(await bench(library)));
    });
    return rows;
  } finally {
    if (!given) await rm(dataDir, { recursive: true, force: true });
  }
}

/** Fills a database unless it is full. */
async function fill(dataDir: string, publications: number): Promise<void> {
  // the first start creates the database and the reader's account
  await (await startService(dataDir, {})).stop();
  await withDatabase(dataDir, async (client) => {
    const { rowCount } = await client.query('select from publications limit 1');
    if (rowCount === 0) await fillLibrary(client, scaleOf(publications), reportStep);
  });
}

async function withLibrary(dataDir: string, publications: number, work: (library: ScaleLibrary) => Promise<void>) {
  await withDatabase(dataDir, async (client, databaseUrl) => {
    const service = await startService(dataDir, {}, 'api');
    try {
      const session = await new Session(service.url).signIn();
      const { total_count: entries } = await session.call<{ total_count: number }>('GET', '/publications?page_size=1');
      const { rows } = await client.query<{ id: number }>('select min(id)::int as id from users');
      const readerId = rows[0]?.id ?? 0;
      await work({ publications, dataDir, databaseUrl, client, service, session, readerId, entries });
    } finally {
      await service.stop();
    }
  });
}
