import { EventEmitter } from 'node:events';
import { Logger as EngineLogger, parseCrontab, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { pause } from '../platform/clock.ts';
import { WorkerLeases } from '../platform/database/worker-leases.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { Logger } from '../platform/logger.ts';
import { reviveQueue } from '../queue/store.ts';
import { type Job, jobs } from './jobs.ts';
import { schedule } from './schedule.ts';

const CONCURRENCY = 4;
/** How often the engine looks for jobs that became due; new ones are told to it at once. */
const POLL_MS = 1000;
const CHECK_MS = 10_000;
const RESTART_MS = 1000;

/**
 * Works on background jobs until stopped. Jobs of processes that were killed are freed and done again: at the start, and when others die
 * meanwhile. The engine ends itself when it loses the database; it is then started anew. `url` is the database's, for the connection that
 * says that this process lives.
 */
export async function runWorker(services: Services, { pool, url }: { pool: pg.Pool; url: string }): Promise<{ stop(): Promise<void> }> {
  const { db, log } = services;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const stopping = new AbortController();
  const leases = new WorkerLeases(url, warn('the worker lost its database connection'));
  const freeJobs = async () => {
    const dead = await leases.freeDeadWorkers();
    if (dead.length > 0) log.warn({ workers: dead.length }, 'freed the jobs of workers that are gone');
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
      events: leaseEvents(leases, warn('a worker could not take its lease')),
    });

  await freeJobs();
  let engine: Runner = await startEngine();
  const supervise = async () => {
    while (!stopping.signal.aborted) {
      await engine.promise.catch(warn('the job queue stopped'));
      await pause(RESTART_MS, stopping.signal);
      if (!stopping.signal.aborted) engine = await startEngine().catch((error) => { warn('the job queue cannot start')(error); return engine; });
    }
  };
  const supervised = supervise();
  const timer = setInterval(() => freeJobs().catch(warn('could not look for dead workers')), CHECK_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await engine.stop().catch(warn('the job queue did not stop in order'));
      await supervised;
      await leases.close();
    },
  };
}

function taskListOf(services: Services, stopping: AbortSignal): TaskList {
  const taskOf = (job: Job): TaskList[string] => async (payload, helpers) =>
    job.run(services, payload as never, { id: Number(helpers.job.id), stopping, signal: helpers.abortSignal ?? stopping });
  return Object.fromEntries(jobs.map((job) => [job.name, taskOf(job)]));
}

function leaseEvents(leases: WorkerLeases, onError: (error: unknown) => void): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => void leases.take(worker.workerId).catch(onError));
  return events;
}

/** The engine's own log: what it does all the time is of no interest, what goes wrong is. */
function engineLogger(log: Logger): EngineLogger {
  return new EngineLogger((scope) => (level, message, meta) => {
    const wanted = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'trace';
    log[wanted]({ job: scope.taskIdentifier, err: meta?.['error'] }, message);
  });
}
