import type { Services } from '../platform/http/endpoint.ts';
import { ticks } from './schedule.ts';
import { addTick } from './tick-store.ts';

/** Asks for the jobs of the schedule's ticks, at once and then again and again until it is stopped. A lost database costs ticks, no more. */
export function runTicks({ db, config, log }: Services): { stop(): void } {
  let stopped = false;
  const start = (job: string, seconds: number) => {
    let adding = false;
    const tick = async () => {
      if (adding) return;
      adding = true;
      await addTick(db, job).catch((error) => {
        if (!stopped) log.warn({ err: error, job }, 'a tick of the clock was lost');
      });
      adding = false;
    };
    void tick();
    return setInterval(tick, seconds * 1000);
  };
  const timers = ticks.flatMap(({ job, everySeconds }) => {
    const seconds = everySeconds(config);
    return seconds === null ? [] : [start(job, seconds)];
  });
  return {
    stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}
