import type pg from 'pg';
import { pause } from '../platform/clock.ts';
import { WorkerLeases } from '../platform/database/worker-leases.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { reviveQueue } from '../queue/store.ts';
import { runEngine } from './run-engine.ts';
import { runTicks } from './run-ticks.ts';

const CHECK_MS = 5000;
const RESTART_MS = 1000;
/** A job may be stuck in a query for ever; the engine tells jobs to give up a second before. */
const JOBS_END_WITHIN_MS = 5000;

/**
 * Works on background jobs until stopped; one that does not come to an end then is left, and freed like those of processes that were
 * killed: these are done again, at the start, and when others die meanwhile. The engine ends itself when it loses the database; it is then started anew. `url` is the database's, for the connection that
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
  const startEngine = () => runEngine(services, { pool, leases, stopping: stopping.signal });

  await freeJobs();
  let engine = await startEngine();
  const supervise = async () => {
    while (!stopping.signal.aborted) {
      await engine.ended;
      await pause(RESTART_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      engine = await startEngine().catch((error) => {
        warn('the job queue cannot start')(error);
        return engine;
      });
      if (stopping.signal.aborted) await engine.stop();
    }
  };
  const supervised = supervise();
  const clock = runTicks(services);
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
      clock.stop();
      stopping.abort();
      const ended = new AbortController();
      const end = Promise.all([engine.stop(), supervised, checking]).finally(() => ended.abort());
      await Promise.race([end, pause(JOBS_END_WITHIN_MS, ended.signal)]);
      await leases.close();
    },
  };
}
