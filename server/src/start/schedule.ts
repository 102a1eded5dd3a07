import type { Config } from '../platform/config.ts';

/** All that happens by the clock at the same times everywhere, in graphile-worker's crontab form: one replica acts, whatever their number. */
export const schedule = `
* * * * * revive-queue
* * * * * retry-due-pdfs
* * * * * review-images
17 * * * * forget-old-logins
41 * * * * prune-run-events
53 * * * * prune-answers
`;

export interface Tick {
  readonly job: string;
  /** null: this process leaves it to others */
  everySeconds(config: Config): number | null;
}

/** What happens by the clock at the operator's pace: every process with workers asks for the job that often, and of those that wait there is one. */
export const ticks: readonly Tick[] = [
  { job: 'start-due-runs', everySeconds: ({ scheduler }) => (scheduler.enabled ? scheduler.tickSeconds : null) },
];
