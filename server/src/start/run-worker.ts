import { EventEmitter } from 'node:events';
import {
  Logger as EngineLogger,
  parseCrontab,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import { pause } from '../platform/clock.ts';
import { WorkerLeases } from '../platform/database/worker-leases.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { Logger } from '../platform/logger.ts';
import { VERSION } from '../platform/version.ts';
import { reviveQueue } from '../queue/store.ts';
import { type Job, jobs } from './jobs.ts';
import { schedule } from './schedule.ts';

const CONCURRENCY = 4;
/** How often the engine looks for jobs that became due; new ones are told to it at once. */
const POLL_MS = 1000;
const CHECK_MS = 5000;
const RESTART_MS = 1000;

/**
 * Works on background jobs until stopped. Jobs of processes that were killed are freed and done again: at the start, and when others die
 * meanwhile. The engine ends itself when it loses the database; it is then started anew. `url` is the database's, for the connection that
 * says that this process lives.
 */
export async function runWorker(
  services: Services,
  { pool, url }: { pool: pg.Pool; url: string },
): Promise<{ stop(): Promise<void> }> {
  const { db, log } = services;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const stopping = new AbortController();
  const leases = new WorkerLeases(url, warn('the worker lost its database connection'));
  const freeJobs = async () => {
    const dead = await leases.freeDeadPools();
    if (dead.length > 0) log.warn({ pools: dead.length }, 'freed the jobs of workers that are gone');
    await db.transaction().execute(reviveQueue);
  };
  const startEngine = () =>
    run({
      pgPool: pool,
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      taskList: taskListOf(services, stopping.signal),
      parsedCronItems: parseCrontab(schedule),
      logger: engineLogger(log),
      events: leaseEvents(leases, warn('the workers could not give their lease back')),
      preset: {
        plugins: [leasePlugin(leases, warn('the workers could not take their lease'))],
        // only so does the engine try again to say that a job is done: without it a lost connection there would end the process
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    });

  await freeJobs();
  let engine: Runner = await startEngine();
  const supervise = async () => {
    while (!stopping.signal.aborted) {
      await engine.promise.catch(warn('the job queue stopped'));
      await pause(RESTART_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      engine = await startEngine().catch((error) => {
        warn('the job queue cannot start')(error);
        return engine;
      });
      if (stopping.signal.aborted) await engine.stop().catch(() => undefined);
    }
  };
  const supervised = supervise();
  let checking: Promise<void> | null = null;
  const timer = setInterval(() => {
    checking ??= freeJobs()
      .catch(warn('could not look for dead workers'))
      .finally(() => {
        checking = null;
      });
  }, CHECK_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await engine.stop().catch(warn('the job queue did not stop in order'));
      await supervised;
      await checking;
      await leases.close();
    },
  };
}

function taskListOf(services: Services, stopping: AbortSignal): TaskList {
  const taskOf =
    (job: Job): TaskList[string] =>
    async (payload, helpers) =>
      job.run(services, payload as never, {
        id: Number(helpers.job.id),
        stopping,
        signal: helpers.abortSignal ?? stopping,
      });
  return Object.fromEntries(jobs.map((job) => [job.name, taskOf(job)]));
}

/** No worker looks for a job before its pool has the lease which says that it lives. */
function leasePlugin(leases: WorkerLeases, onError: (error: unknown) => void): GraphileConfig.Plugin {
  const take = (poolId: string) =>
    leases.take(poolId).then(
      () => true,
      (error) => {
        onError(error);
        return false;
      },
    );
  return {
    name: 'lectern-leases',
    version: VERSION,
    worker: {
      hooks: {
        async startWorker(_context, { worker: { workerPool } }) {
          while (!workerPool.abortSignal.aborted && !(await take(workerPool.id))) {
            await pause(RESTART_MS, workerPool.abortSignal);
          }
        },
      },
    },
  };
}

/** A pool that ended gives its lease back, so that what it could not finish is freed like the work of a dead process. */
function leaseEvents(leases: WorkerLeases, onError: (error: unknown) => void): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:release', ({ workerPool }) => void leases.drop(workerPool.id).catch(onError));
  return events;
}

/** The engine's own log: what it does all the time is of no interest, what goes wrong is. */
function engineLogger(log: Logger): EngineLogger {
  return new EngineLogger((scope) => (level, message, meta) => {
    const wanted = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'trace';
    log[wanted]({ job: scope.taskIdentifier, err: meta?.error }, message);
  });
}
