import { medianMs } from './measure.ts';
import { cpuOfPostgres } from './watch-use.ts';

const TIMES = 60;
const WARM_UP = 10;
/** How often {@link medianWithCpu} calls. */
export const CALLS = WARM_UP + TIMES;

/** The median time of a call, and the processor time that PostgreSQL needs for one. */
export async function medianWithCpu(dataDir: string, call: () => Promise<unknown>) {
  await medianMs(call, { times: WARM_UP, warmUp: 0 });
  return withCpu(dataDir, TIMES, () => medianMs(call, { times: TIMES, warmUp: 0 }));
}

/** A measured median of `times` calls, and the processor time that PostgreSQL needs for one of them. */
export async function withCpu(dataDir: string, times: number, measure: () => Promise<number>) {
  const before = await cpuOfPostgres(dataDir);
  const ms = await measure();
  return { ms, cpuMs: (1000 * ((await cpuOfPostgres(dataDir)) - before)) / times };
}

/** How many seconds some work takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
