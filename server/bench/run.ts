import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '@lectern/sandbox';
import { benchAccess } from './access.ts';
import { benchCollecting } from './collect.ts';
import { benchCrawling } from './crawl.ts';
import { benchDigests } from './digests.ts';
import { benchDuplicates } from './duplicates-search.ts';
import { benchLargeLibrary } from './large-library.ts';
import { benchList } from './list-publications.ts';
import { benchLookups } from './lookups.ts';
import { below, type Figure, forComparison, median, tell } from './measure.ts';
import { benchParsing } from './parse-profile-page.ts';
import { writeSection } from './performance-page.ts';
import { benchPersons } from './persons.ts';
import { benchPortability } from './portability.ts';
import { residentMegabytes, startService } from './service-process.ts';
import { Session } from './session.ts';
import { benchStreams } from './streams.ts';
import { withDatabase } from './with-database.ts';

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
  async persons() {
    tell('persons');
    note(...(await benchPersons()));
  },
  async digests() {
    tell('daily mails');
    note(...(await benchDigests()));
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
if (wanted.length === 0) await writeSection('bench', table);

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
