import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom } from '@lectern/sandbox';
import { expect } from 'vitest';
import { startOwnDatabaseServer } from '../support/own-database-server.ts';
import { until } from '../support/wait.ts';
import { finish, makeWorld, startRuns, trackAll, untilRequested, type World, type WorldSize } from './crawl-world.ts';
import { describeRows, expectSameRows } from './describe-rows.ts';
import { type Program, type ServiceProcess, startServiceProcess } from './service-process.ts';
import { visitProcess } from './visit-process.ts';

export interface RestartPlan {
  readonly size: WorldSize;
  readonly programs: readonly Program[];
  /** the number of restarts during the first crawls and during the runs after them */
  readonly restarts: readonly [number, number];
  /** how long the work may take on a machine that does much else */
  readonly seconds: number;
}

/**
 * Restarts PostgreSQL while processes crawl, every second time as after a crash. The processes survive, their API
 * responds with 503 meanwhile, and the result is that of an undisturbed crawl.
 */
export async function crawlThroughRestarts({ size, programs, restarts, seconds }: RestartPlan): Promise<void> {
  const calm = await makeWorld(size, 1);
  await trackAll(calm);
  await finish(calm, [], seconds);
  await finish(calm, await startRuns(calm), seconds);

  const server = await startOwnDatabaseServer();
  const world = await makeWorld(size, 0, { databaseUrl: server.url });
  const processes = programs.map((program) => startServiceProcess(world.service, size.env, program));
  await Promise.all(processes.map(({ ready }) => ready));
  const random = randomFrom('restart');
  const restart = async (count: number) => {
    for (let time = 1; time <= count; time += 1) {
      await untilRequested(world, 1, seconds);
      await delay(random() * 300);
      await server.stop(time % 2 === 0 ? 'at-once' : 'in-order');
      await expectUnavailable(world, processes);
      await server.start();
      await untilAvailable(processes);
    }
  };
  await trackAll(world);
  await restart(restarts[0]);
  await finish(world, [], seconds);
  const runIds = await startRuns(world);
  await restart(restarts[1]);
  await finish(world, runIds, seconds);

  expectSameRows(await describeRows(world.service.db), await describeRows(calm.service.db));
  for (const process of processes) {
    expect(process.child.exitCode, `it ended by itself:\n${process.output().slice(-2000)}`).toBeNull();
    expect((await process.terminate()).exitCode, process.output().slice(-2000)).toBe(0);
  }
}

function listening(processes: readonly ServiceProcess[]): readonly ServiceProcess[] {
  return processes.filter((process) => process.url() !== '');
}

async function expectUnavailable({ clients: [client] }: World, processes: readonly ServiceProcess[]): Promise<void> {
  if (!client) return;
  for (const process of listening(processes)) {
    const health = await fetch(`${process.url()}/healthz`);
    expect(health.status, 'GET /healthz while PostgreSQL is away').toBe(503);
    await visitProcess(client, process).fails(503, 'not_ready', 'GET', '/runs');
  }
}

async function untilAvailable(processes: readonly ServiceProcess[]): Promise<void> {
  for (const process of listening(processes)) {
    await until(async () => {
      const health = await fetch(`${process.url()}/healthz`);
      expect(health.status, 'GET /healthz when PostgreSQL is back').toBe(200);
    });
  }
}
