import type { Queries } from './database/database.ts';

/** The worker counts as stalled if due work has not progressed or a loop has not polled for this long. */
const STALLED_AFTER_SECONDS = 120;

/** The state of the background work of a process. */
export interface WorkerReport {
  /** null: no job has finished since the start of the process */
  readonly last_job_finished_at: string | null;
  readonly state: 'working' | 'stalled';
}

/**
 * The state of this process's background loops, for `/healthz` and `/metrics`. Every loop and every job reports here.
 */
export class WorkerState {
  readonly #readStalledSeconds: (db: Queries, atLeastSeconds: number) => Promise<number>;
  #lastFinishedAt: Date | null = null;
  readonly #lastPolledAt = new Map<string, number>();

  /**
   * @param readStalledSeconds returns for how many seconds due work of any process has not progressed, or less than
   * `atLeastSeconds` if it has progressed within these
   */
  constructor(readStalledSeconds: (db: Queries, atLeastSeconds: number) => Promise<number>) {
    this.#readStalledSeconds = readStalledSeconds;
  }

  /** Call at each poll of a loop. */
  polled(loop: string): void {
    this.#lastPolledAt.set(loop, performance.now());
  }

  /** Call when a job or one step of a loop has finished. */
  finished(): void {
    this.#lastFinishedAt = new Date();
  }

  get lastFinishedAt(): Date | null {
    return this.#lastFinishedAt;
  }

  async report(db: Queries): Promise<WorkerReport> {
    const now = performance.now();
    const silentSeconds = [...this.#lastPolledAt.values()].map((polledAt) => (now - polledAt) / 1000);
    const stalledSeconds = Math.max(...silentSeconds, await this.#readStalledSeconds(db, STALLED_AFTER_SECONDS));
    return {
      last_job_finished_at: this.#lastFinishedAt?.toISOString() ?? null,
      state: stalledSeconds > STALLED_AFTER_SECONDS ? 'stalled' : 'working',
    };
  }
}
