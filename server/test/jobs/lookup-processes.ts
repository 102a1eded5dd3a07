import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { until } from './crawl-service.ts';
import type { LookupWorld } from './lookup-world.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** One more process that does background work alone. */
export function startWorker({ service, env }: LookupWorld): ServiceProcess {
  return startServiceProcess(service, env, 'worker.js');
}

/** Asks for a job of the clock now, and waits until it is done. */
export async function runJob(db: Database, name: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from graphile_worker.add_job(${name})`.execute(db);
  await until(async () => {
    const left = await sql`select from graphile_worker.jobs where id = ${rows[0]?.id}`.execute(db);
    expect(left.rows).toEqual([]);
  });
}
