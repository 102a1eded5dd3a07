import { isPassing } from '../platform/database/is-database-away.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { backoffSeconds } from '../queue/item.ts';
import { settleSteps, type TellNews } from './settle-steps.ts';
import type { StepResult } from './step-outcome.ts';

const FULL = 25;
const LONGEST_MS = 150;
/** After so many failures at one step a search goes on without it. */
export const MOST_FAILURES = 3;

/**
 * Collects what comes of steps and writes it down, some steps a transaction: one at a time while the sources are slow, many when they are fast.
 * What cannot be saved is tried again later and then passed over, so that one hard row never keeps others waiting.
 */
export class StepBuffer {
  readonly #services: Services;
  readonly #tell: TellNews;
  #results: StepResult[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #error: unknown = null;

  constructor(services: Services, tell: TellNews) {
    this.#services = services;
    this.#tell = tell;
  }

  add(...results: readonly StepResult[]): void {
    this.#results.push(...results);
    if (this.#results.length >= FULL) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), LONGEST_MS);
  }

  /** Writes what is left. @throws what stood in the way of writing, since the last call */
  async flush(): Promise<void> {
    this.#write();
    await this.#writing;
    const error = this.#error;
    this.#error = null;
    if (error !== null) throw error;
  }

  #write(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const results = this.#results;
    this.#results = [];
    if (results.length === 0) return;
    this.#writing = this.#writing
      .then(() => this.#settle(results))
      .catch((error) => {
        this.#error ??= error;
      });
  }

  async #settle(results: readonly StepResult[]): Promise<void> {
    const { db, config, log } = this.#services;
    const save = (some: readonly StepResult[]) =>
      db.transaction().execute((tx) => settleSteps(tx, config, some, this.#tell));
    try {
      await save(results);
    } catch (error) {
      if (isPassing(error)) throw error;
      const [only, ...others] = results;
      if (others.length > 0) await this.#settleEach(results);
      else if (only) {
        log.error(
          { err: error, publication_id: only.lookup.publicationId },
          'what a source answered could not be saved',
        );
        await save([passOver(only, backoffSeconds(only.lookup.failureCount + 1, config.ingestion, Math.random()))]);
      }
    }
  }

  /** One by one, to the last: a row of which not even the delay can be saved keeps none behind it waiting. */
  async #settleEach(results: readonly StepResult[]): Promise<void> {
    const errors: unknown[] = [];
    for (const result of results) {
      await this.#settle([result]).catch((error) => {
        if (isPassing(error)) throw error;
        errors.push(error);
      });
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** A step that failed: tried again after a while, and left out when it failed too often. */
export function passOver(result: StepResult, afterSeconds: number): StepResult {
  const isLast = result.lookup.failureCount + 1 >= MOST_FAILURES;
  return { ...result, outcome: isLast ? { kind: 'skipped' } : { kind: 'deferred', afterSeconds, hasFailed: true } };
}
