// npm run bench:soak [-- MINUTES]: 50 users, two API processes and three workers for an hour, with a kill every twelfth
// of the time

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { openEmbeddedDatabase } from '../src/platform/database/embedded.ts';
import { reportStep } from './measure.ts';
import { otherSources } from './other-sources.ts';
import { writeSection } from './performance-page.ts';
import { encoded, importFile } from './portability.ts';
import { Session } from './session.ts';
import { SoakClient } from './soak-client.ts';
import { drawPlot } from './soak-plot.ts';
import { Processes } from './soak-processes.ts';
import { killTimes, quartersOf, reportOf, type SoakResult } from './soak-report.ts';
import { countRows, SAMPLE_EVERY_MS, Sampler } from './soak-samples.ts';
import type { StandInPlan } from './soak-stand-in.ts';
import { followRuns } from './soak-stream.ts';
import { Tally } from './soak-tally.ts';
import { exportAndImport, SoakUser } from './soak-users.ts';

const FULL_MINUTES = 60;
const PLOT = 'docs/images/soak.svg';
const USERS = 50;
const PASSWORD = 'a phrase for the soak';
/** Publications in the file that users import at the start; the first user imports the larger one. */
const IMPORTED = { first: 10_000, others: 500, perScholar: 500 };
/** Profiles of the stand-in besides those of the imported files. */
const PROFILES = 120;
const PROFILES_PER_USER = 5;
const PUBLICATIONS = 60;
const EXPORT_EVERY_MS = 60_000;
const MAX_WARM_UP_SECONDS = 600;
/** How long active runs may take to end after the users have stopped starting new ones. */
const RUNS_END_WITHIN_MS = 300_000;

const minutes = Number(process.argv[2] ?? FULL_MINUTES);
if (!(minutes >= 1)) throw new Error('the number of minutes must be at least 1');
const isMet = await soak(minutes * 60);
// the thread of the stand-ins and the timers of clients would keep the process alive
process.exit(isMet ? 0 : 1);

async function soak(seconds: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-soak-'));
  const soakIds = Array.from({ length: PROFILES }, (_, n) => `Soak${String(n).padStart(8, '0')}`);
  const importedIds = Array.from(
    { length: IMPORTED.first / IMPORTED.perScholar + 1 },
    (_, n) => `Port${String(n).padStart(8, '0')}`,
  );
  const plan: StandInPlan = {
    profileIds: [...soakIds, ...importedIds],
    publications: PUBLICATIONS,
    blockEveryMs: (seconds * 1000) / 6,
  };
  const standIns = new Worker(new URL('./soak-stand-in.js', import.meta.url), { workerData: plan });
  const [sandboxEnv] = (await once(standIns, 'message')) as [Record<string, string>];
  const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => {} });
  const client = new pg.Client({ connectionString: database.url });
  const processes = new Processes(dataDir, { ...sandboxEnv, ...politeSources() });
  const tally = new Tally();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    await client.connect();
    reportStep('starting two API processes and signing in');
    await processes.startReplicas();
    const admin = await new Session(processes.urls()[0] ?? '').signIn();
    const users: SoakUser[] = [];
    for (let n = 0; n < USERS; n += 1) users.push(await addUser(n));
    await client.query('vacuum analyze');
    await processes.startWorkers();
    reportStep('waiting for the first crawls');
    await untilCrawled(client);
    const result = await run(users, admin);
    const { SOAK_OUT: out } = process.env;
    if (out) await writeFile(out, `${JSON.stringify(result, null, 1)}\n`);
    const { text, isMet } = reportOf(result);
    console.log(text);
    if (seconds === FULL_MINUTES * 60) {
      await writeSection('bench:soak', text);
      await writeFile(PLOT, drawPlot(result));
    }
    return isMet;
  } finally {
    await end();
  }

  /** Ends everything that this bench started. */
  async function end(): Promise<void> {
    await processes.stop();
    await client.end();
    await database.close();
    await standIns.terminate();
    await rm(dataDir, { recursive: true, force: true });
  }

  /** Adds an account, imports a library, and tracks profiles, some of them in common with other users. */
  async function addUser(n: number): Promise<SoakUser> {
    const admin = await new Session(processes.urls()[n % 2] ?? '').signIn();
    const account = { email: `reader${n}@lectern.example`, password: PASSWORD };
    await admin.call('POST', '/admin/users', { ...account, is_admin: false });
    const session = await new Session(processes.urls()[n % 2] ?? '').signIn(account);
    await importFile(session, encoded(n === 0 ? IMPORTED.first : IMPORTED.others, IMPORTED.perScholar));
    for (let at = 0; at < PROFILES_PER_USER; at += 1)
      await session.call('POST', '/scholars', { scholar_id: soakIds[(n * 5 + at * 7) % PROFILES] });
    await session.call('PUT', '/settings', { request_delay_seconds: 2 });
    return new SoakUser(new SoakClient(session, processes, tally));
  }

  async function run(users: readonly SoakUser[], admin: Session): Promise<SoakResult> {
    const warmUpSeconds = Math.min(MAX_WARM_UP_SECONDS, seconds / 6);
    const shift = { isOver: false };
    const sampler = new Sampler(dataDir, client, processes, tally);
    const startedAt = Date.now();
    let rowsAtStart: Record<string, number> = {};
    await sampler.begin();
    standIns.postMessage('start');
    reportStep(`${USERS} users begin`);
    const streams = users.map((user) => noted('stream', followRuns(user.client, processes, tally, shift)));
    const loops = [
      ...users.map((user) => noted('user', user.work(shift))),
      every(SAMPLE_EVERY_MS, async () => {
        const { second, reads, p50, p95, cores, postgres } = await sampler.take();
        if (second > warmUpSeconds && Object.keys(rowsAtStart).length === 0) rowsAtStart = await countRows(client);
        reportStep(
          `${second.toFixed(0)} s: ${reads} reads, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, cores ${cores.service.toFixed(2)} ` +
            `of ${cores.machine.toFixed(2)}, PostgreSQL ${postgres.own.toFixed(0)} MB, errors ${tally.sum('error')}`,
        );
      }),
      every(EXPORT_EVERY_MS, async (n) => {
        const user = users[(n * 7) % USERS];
        if (user) await exportAndImport(user);
      }),
      every((seconds * 1000) / 12, () => processes.killNext()),
    ];
    await pause(seconds * 1000);
    shift.isOver = true;
    await Promise.all(loops);
    reportStep('the users stop, and runs end');
    standIns.postMessage('end');
    const [counts] = (await once(standIns, 'message')) as [SoakResult['standIns']];
    await Promise.race([Promise.all(streams), pause(RUNS_END_WITHIN_MS)]);
    const rows = { start: rowsAtStart, end: await countRows(client) };
    const stuck = await client.query('select from runs where end_dt is null');
    let checkedFavorites = 0;
    for (const user of users) checkedFavorites += await user.checkFavorites(tally);
    return {
      startedAt: new Date(startedAt).toISOString(),
      seconds,
      warmUpSeconds,
      counts: Object.fromEntries(tally.counts),
      errors: tally.errors,
      errorLines: processes.errorLines,
      kills: killTimes(processes.kills, startedAt),
      samples: sampler.samples,
      quarters: quartersOf(sampler.samples, sampler.reads, warmUpSeconds),
      rows,
      checkedFavorites,
      stuckRuns: stuck.rowCount ?? 0,
      integrity: await admin.call('GET', '/admin/db/integrity'),
      standIns: counts,
    };

    /** An error in one loop is listed, and the others go on. */
    async function noted(kind: string, work: Promise<void>): Promise<void> {
      await work.catch((error) => tally.addError(kind, error instanceof Error ? `${error.stack}` : String(error)));
    }

    /** Does the work at each multiple of `ms` until the end. Skips a time at which the work before it still runs. */
    async function every(ms: number, work: (n: number) => Promise<void>): Promise<void> {
      for (let n = 1; startedAt + n * ms < startedAt + seconds * 1000; ) {
        await pause(startedAt + n * ms - Date.now());
        await noted('bench', work(n));
        n = Math.max(n + 1, Math.ceil((Date.now() - startedAt) / ms));
      }
    }
  }
}

/** Waits until each tracked profile was crawled once, so that the run begins with libraries as they usually are. */
async function untilCrawled(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select from scholar_profiles where not baseline_completed limit 1');
    if (rows.length === 0) return;
    await pause(500);
  }
}

/** Polite to the stand-ins, as to the real sources, but faster, so that three workers have work all the time. */
function politeSources(): Record<string, string> {
  const intervals = Object.keys(otherSources(true)).filter((name) => name.endsWith('_MIN_INTERVAL_SECONDS'));
  return {
    ...otherSources(true),
    ...Object.fromEntries(intervals.map((name) => [name, '1'])),
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.2',
    PROFILE_FRESH_MINUTES: '0',
    // a 429 starts a cooldown of a few seconds
    INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: '2',
    INGESTION_SAFETY_COOLDOWN_NETWORK_SECONDS: '5',
    INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '10',
  };
}
