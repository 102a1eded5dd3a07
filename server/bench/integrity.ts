import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillLibrary, scaleOf } from '../test/support/fill-library.ts';
import { below, type Figure, forComparison, median } from './measure.ts';
import { load } from './product.ts';

const { openEmbeddedDatabase } = await load<typeof import('../src/platform/database/embedded.ts')>(
  'platform/database/embedded.js',
);
const { connectDatabase } = await load<typeof import('../src/platform/database/database.ts')>(
  'platform/database/database.js',
);
const { migrateToLatest } =
  await load<typeof import('../src/platform/database/migrate.ts')>('platform/database/migrate.js');
const { MIGRATION_STEPS } = await load<typeof import('../src/publications/finish-migration-store.ts')>(
  'publications/finish-migration-store.js',
);
const { checkIntegrity } = await load<typeof import('../src/maintenance/check-integrity.ts')>(
  'maintenance/check-integrity.js',
);

const WORKS = 1_000_000;
const tell = (text: string) => console.error(`· ${text}`);

// a given folder is filled once and kept
const [given] = process.argv.slice(2);
const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'lectern-bench-')));
const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => {} });
try {
  const connections = connectDatabase({
    url: database.url,
    maxConnections: 4,
    name: 'bench',
    onError: (error) => tell(error.message),
  });
  await migrateToLatest(connections.db, connections.pool, MIGRATION_STEPS);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select from publications limit 1');
  if (rows.length === 0) await fillLibrary(client, scaleOf(WORKS), tell);
  await client.end();

  const figures: Figure[] = [];
  tell(`the report on ${WORKS} works`);
  const undisturbed = await delaysOfWriters(async () => void (await new Promise((done) => setTimeout(done, 5000))));
  const took: number[] = [];
  const delays = await delaysOfWriters(async () => {
    for (let n = 0; n < 3; n++) {
      const start = performance.now();
      const report = await checkIntegrity(connections.db);
      took.push((performance.now() - start) / 1000);
      tell(`${report.status}, ${took.at(-1)?.toFixed(1)} s; ${[...report.failures, ...report.warnings].join(' ')}`);
      const unchecked = report.checks.filter(({ message }) => message.startsWith('Not checked'));
      if (report.status !== 'passed' || unchecked.length > 0) process.exitCode = 1;
    }
  });
  figures.push(
    below('the report, beside a writer (median of 3)', median(took), 's', 10),
    forComparison('slowest of three', Math.max(...took), 's'),
    forComparison('a write meanwhile, p50', median(delays), 'ms'),
    forComparison('a write meanwhile, the slowest', Math.max(...delays), 'ms'),
    forComparison('a write without a report, p50', median(undisturbed), 'ms'),
    forComparison('a write without a report, the slowest', Math.max(...undisturbed), 'ms'),
  );
  for (const { name, value, unit, target, met } of figures) {
    console.log(
      `| ${name} | ${value.toFixed(1)} ${unit} | ${target} | ${met === null ? '' : met ? 'met' : '**missed**'} |`,
    );
    if (met === false) process.exitCode = 1;
  }
  await connections.close();
} finally {
  await database.close();
  if (given === undefined) await rm(dataDir, { recursive: true, force: true });
}

/** The milliseconds of each write of a user, one after another, while `work` runs. */
async function delaysOfWriters(work: () => Promise<void>): Promise<number[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const delays: number[] = [];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  for (let n = 0; !isDone; n++) {
    const start = performance.now();
    await client.query('begin');
    await client.query('update publications set citation_count = citation_count + 1 where id = $1', [1 + (n % 1000)]);
    const entry =
      '(select * from user_publications where user_id = (select min(user_id) from scholars) and entry_number = $1)';
    const { rowCount } = await client.query(
      `delete from favorites f using ${entry} e where f.user_id = e.user_id and f.publication_id = e.publication_id`,
      [1 + (n % 1000)],
    );
    if (rowCount === 0)
      await client.query(
        `insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from ${entry} e`,
        [1 + (n % 1000)],
      );
    await client.query('commit');
    delays.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await done;
  await client.end();
  return delays;
}
