import type { Queries } from './database/database.ts';

/** Due work that has not moved for this long, or loops that have not looked for work for this long, are stalled. */
const STALLED_AFTER_SECONDS = 120;

/** How the background work of a process is. */
export interface WorkerReport {
  /** null: none since the process started */
  readonly last_job_finished_at: string | null;
  readonly state: 'working' | 'stalled';
}

/**
 * What the background loops of this process report, for `/healthz` and `/metrics`. Every loop and every job reports here; nothing else is needed
 * of it.
 */
export class WorkerState {
  readonly #readStalledSeconds: (db: Queries) => Promise<number>;
  #lastFinishedAt: Date | null = null;
  readonly #lastLookedAt = new Map<string, number>();

  /** `readStalledSeconds`: for how many seconds due work of any process has not moved. */
  constructor(readStalledSeconds: (db: Queries) => Promise<number>) {
    this.#readStalledSeconds = readStalledSeconds;
  }

  /** A loop looks for work, whether there is any or not. */
  looked(loop: string): void {
    this.#lastLookedAt.set(loop, performance.now());
  }

  /** A job, or one step of a loop, was finished. */
  finished(): void {
    this.#lastFinishedAt = new Date();
  }

  get lastFinishedAt(): Date | null {
    return this.#lastFinishedAt;
  }

  async report(db: Queries): Promise<WorkerReport> {
    const now = performance.now();
    const silentSeconds = [...this.#lastLookedAt.values()].map((lookedAt) => (now - lookedAt) / 1000);
    const stalledSeconds = Math.max(...silentSeconds, await this.#readStalledSeconds(db));
    return {
      last_job_finished_at: this.#lastFinishedAt?.toISOString() ?? null,
      state: stalledSeconds > STALLED_AFTER_SECONDS ? 'stalled' : 'working',
    };
  }
}
