import { EventEmitter, setMaxListeners } from 'node:events';
import { Logger as EngineLogger, parseCrontab, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { pause } from '../platform/clock.ts';
import type { WorkerLeases } from '../platform/database/worker-leases.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { Logger } from '../platform/logger.ts';
import { VERSION } from '../platform/version.ts';
import { type Job, jobs } from './jobs.ts';
import { schedule } from './schedule.ts';

/** Jobs at once: each source of lookups has one at most, and profiles are read beside them. */
const CONCURRENCY = 8;
/** How often the engine looks for jobs that became due; new ones are told to it at once. */
const POLL_MS = 1000;
const RETRY_MS = 1000;
/** At the end jobs may finish what they do this long; then their requests are cut off. */
const ABORT_AFTER_MS = 4000;
/** How long an engine that gave up may take to finish what it works on before it counts as ended. */
const GIVE_UP_MS = 2000;

export interface Engine {
  /** resolves when the engine takes no more jobs, whatever the reason */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a pool of workers that take jobs from the database until it is stopped, or gives up because the database was lost. One that gave
 * up may wait for ever for its own end (graphile-worker 0.17.3 counts its pending batches wrong after a failed one): it is not waited for,
 * and its lease is given back, so that its jobs are freed like those of a dead process.
 */
export async function runEngine(
  services: Services,
  { pool, leases, stopping }: { pool: pg.Pool; leases: WorkerLeases; stopping: AbortSignal },
): Promise<Engine> {
  const { log } = services;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const events: WorkerEvents = new EventEmitter();
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    taskList: taskListOf(services, stopping),
    parsedCronItems: parseCrontab(schedule),
    logger: engineLogger(log),
    events,
    preset: {
      plugins: [leasePlugin(leases, warn('the workers could not take their lease'))],
      // only so does the engine try again to say that a job is done: without it a lost connection there would end the process
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: ABORT_AFTER_MS },
    },
  });
  const dropLease = (poolId: string) =>
    void leases.drop(poolId).catch(warn('the workers could not give their lease back'));
  events.on('pool:release', ({ workerPool }) => dropLease(workerPool.id));
  const gaveUp = new Promise<void>((resolve) => {
    events.on('pool:gracefulShutdown', ({ workerPool }) => {
      if (stopping.aborted) return;
      void pause(GIVE_UP_MS, stopping).then(() => {
        dropLease(workerPool.id);
        runner.stop().catch(() => undefined);
        resolve();
      });
    });
  });
  const finished = runner.promise.catch(warn('the job queue stopped'));
  return {
    ended: Promise.race([finished, gaveUp]),
    stop: () => runner.stop().catch(warn('the job queue did not stop in order')),
  };
}

function taskListOf(services: Services, stopping: AbortSignal): TaskList {
  const taskOf =
    (job: Job): TaskList[string] =>
    async (payload, helpers) => {
      const signal = helpers.abortSignal ?? stopping;
      // each request under way, and each pause, listens
      setMaxListeners(0, stopping, signal);
      return job.run(services, payload as never, { id: Number(helpers.job.id), stopping, signal });
    };
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
            await pause(RETRY_MS, workerPool.abortSignal);
          }
        },
      },
    },
  };
}

/** The engine's own log: what it does all the time is of no interest, what goes wrong is. */
function engineLogger(log: Logger): EngineLogger {
  return new EngineLogger((scope) => (level, message, meta) => {
    const wanted = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'trace';
    log[wanted]({ job: scope.taskIdentifier, err: meta?.error }, message);
  });
}
