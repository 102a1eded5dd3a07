import { pause } from '../platform/clock.ts';
import type { Figure } from '../platform/metrics.ts';
import type { Services } from '../platform/services.ts';
import { OTHER_SOURCES } from '../platform/sources-config.ts';
import { VERSION } from '../platform/version.ts';
import { describeSources, type SourceDescription } from '../sources/describe-sources.ts';
import { listSourceFacts } from '../sources/source-facts-store.ts';
import {
  MAX_COUNTED,
  RECENT_RUNS,
  readStalledSeconds,
  readTallies,
  readWithin,
  type Tallies,
  type Tally,
} from './tally-store.ts';

const CAPPED = `Counted up to ${MAX_COUNTED}.`;

/** The figures read from the database. */
export interface Reading {
  readonly tallies: Tallies;
  /** for how long due work has not progressed */
  readonly stalledSeconds: number;
  readonly sources: readonly SourceDescription[];
}

/** The connections of this process to the database. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number };
}

/** Figures of this process. `isUp`: the database responded. `lastJobFinishedAt`: in this process. */
export function figuresOfProcess(
  version: string,
  pool: PoolState,
  { isUp, lastJobFinishedAt }: { isUp: boolean; lastJobFinishedAt: Date | null },
): Figure[] {
  const busy = pool.totalCount - pool.idleCount;
  return [
    { name: 'lectern_info', help: 'The version that runs.', values: [{ labels: { version }, value: 1 }] },
    single('lectern_database_up', 'Whether the database answered within its time.', isUp ? 1 : 0),
    by('lectern_database_pool_connections', 'Connections to the database.', 'state', { busy, idle: pool.idleCount }),
    single('lectern_database_pool_connections_max', 'As many there may be.', pool.options.max ?? 0),
    single('lectern_database_pool_waiting', 'Who waits for a connection.', pool.waitingCount),
    single(
      'lectern_worker_last_job_timestamp_seconds',
      'When this process last finished a background job.',
      seconds(lastJobFinishedAt),
    ),
  ];
}

/** Figures of all processes on the database. */
export function figuresOfDatabase({ tallies, stalledSeconds, sources }: Reading): Figure[] {
  const { queueItems, activeRuns, recentRuns } = tallies;
  return [
    single('lectern_worker_pools', 'Processes that do background work.', tallies.workerPools),
    by('lectern_queue_items', 'Profiles that wait to be crawled.', 'status', { ...QUEUE, ...queueItems }),
    single(
      'lectern_queue_oldest_due_seconds',
      'How long the longest wait is for work that is due.',
      tallies.oldestDueSeconds,
    ),
    single('lectern_queue_stalled_seconds', 'For how long work that is due has not moved.', stalledSeconds),
    by('lectern_runs_active', 'Runs under way.', 'status', { running: 0, resolving: 0, ...activeRuns }),
    by('lectern_runs_recent', `The latest ${RECENT_RUNS} runs that ended.`, 'status', { ...ENDED, ...recentRuns }),
    by('lectern_lookups_waiting', `Publications that a source is queried for next. ${CAPPED}`, 'source', {
      ...LOOKUPS,
      ...tallies.lookups,
    }),
    by('lectern_pdf_searches', `Searches for PDFs. ${CAPPED}`, 'status', tallies.pdfs),
    ...figuresOfBackups(tallies.backups),
    ...figuresOfSources(sources),
  ];
}

function figuresOfBackups({ success, failure, bytes }: Tallies['backups']): Figure[] {
  const isFailing = success === null && failure === null ? null : Number((failure ?? 0) > (success ?? 0));
  return [
    single('lectern_backup_last_success_timestamp_seconds', 'The last scheduled backup that succeeded.', success),
    single('lectern_backup_last_success_bytes', 'The size of its file.', bytes),
    single('lectern_backup_last_failure_timestamp_seconds', 'The last scheduled backup that failed.', failure),
    single('lectern_backup_failing', 'Whether the latest scheduled backup failed.', isFailing),
  ];
}

const QUEUE: Tally = { queued: 0, retrying: 0, dropped: 0 };
/** Sources that enrichment may wait for. `web`: the hosts of links. */
const LOOKUPS: Tally = Object.fromEntries([...OTHER_SOURCES, 'web'].map((source) => [source, 0]));
const ENDED: Tally = { success: 0, partial_failure: 0, failed: 0, canceled: 0 };

function figuresOfSources(sources: readonly SourceDescription[]): Figure[] {
  const of = (name: string, help: string, read: (source: SourceDescription) => number | null): Figure => ({
    name: `lectern_source_${name}`,
    help,
    values: sources.flatMap((one) => {
      const value = read(one);
      return value === null ? [] : [{ labels: { source: one.source }, value }];
    }),
  });
  return [
    of('enabled', 'Whether requests to the source are enabled.', ({ enabled }) => (enabled ? 1 : 0)),
    of('ready', 'Whether a request may be sent now.', ({ state }) => (state === 'ready' ? 1 : 0)),
    of('cooldown_seconds', 'How long its cooldown still lasts.', ({ cooldown_seconds }) => cooldown_seconds),
    of('refusals_in_a_row', 'Refusals since it last answered.', ({ blocked_in_a_row }) => blocked_in_a_row),
    of('failures_in_a_row', 'Requests without an answer in a row.', ({ unreachable_in_a_row }) => unreachable_in_a_row),
    of('last_request_timestamp_seconds', 'The last request.', ({ last_request_at }) => seconds(last_request_at)),
    of('last_success_timestamp_seconds', 'The last good answer.', ({ last_success_at }) => seconds(last_success_at)),
    of('next_request_timestamp_seconds', 'The next request, if one is planned.', (one) => seconds(one.next_request_at)),
    of('budget_limit', "The operator's budget of today.", ({ budget_limit }) => budget_limit),
    of('budget_spent', 'What was spent of it.', (one) => (one.budget_limit === null ? null : (one.spent ?? 0))),
    of('own_keys_used', "Users' own keys that were used today.", ({ own_key_count }) => own_key_count),
    of('own_keys_refused', "Users' own keys that it refused lately.", ({ refused_key_count }) => refused_key_count),
  ];
}

function seconds(time: Date | null): number | null {
  return time && time.getTime() / 1000;
}

/** A figure without labels; null: it has no value yet. */
function single(name: string, help: string, value: number | null): Figure {
  return { name, help, values: value === null ? [] : [{ labels: {}, value }] };
}

function by(name: string, help: string, label: string, tally: Tally): Figure {
  return { name, help, values: Object.entries(tally).map(([key, value]) => ({ labels: { [label]: key }, value })) };
}

/** A scrape within this time gets the figures of the previous one. */
const FRESH_MS = 5000;
const STATEMENT_MS = 2000;
/** How long a scrape waits. If the pool is exhausted or the server is down, no statement begins. */
const READ_WITHIN_MS = 3000;

/**
 * Returns a function that reads the figures of this process and of the database. However many clients scrape, the
 * database is read at most once every few seconds. If it does not respond in time, its figures are missing and those of
 * the process are still there.
 */
export function figureReader({ db, config, log, worker }: Services, pool: PoolState): () => Promise<Figure[]> {
  let kept: { reading: Reading; at: number } | null = null;
  let underWay: Promise<Reading | null> | null = null;
  const read = async (): Promise<Reading | null> => {
    try {
      const reading = await readWithin(db, STATEMENT_MS, async (tx) => ({
        tallies: await readTallies(tx),
        stalledSeconds: await readStalledSeconds(tx, config),
        sources: describeSources(config, await listSourceFacts(tx)),
      }));
      kept = { reading, at: performance.now() };
      return reading;
    } catch (error) {
      log.warn({ err: error }, 'the figures of the database could not be read');
      return null;
    } finally {
      underWay = null;
    }
  };
  return async () => {
    let reading = kept && performance.now() - kept.at < FRESH_MS ? kept.reading : null;
    if (!reading) {
      underWay ??= read();
      const inTime = new AbortController();
      reading = await Promise.race([underWay, pause(READ_WITHIN_MS, inTime.signal).then(() => null)]);
      inTime.abort();
    }
    return [
      ...figuresOfProcess(VERSION, pool, { isUp: reading !== null, lastJobFinishedAt: worker?.lastFinishedAt ?? null }),
      ...(reading ? figuresOfDatabase(reading) : []),
    ];
  };
}
