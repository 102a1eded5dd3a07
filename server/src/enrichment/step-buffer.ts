import { backoffSeconds } from '../platform/backoff.ts';
import { isTransient } from '../platform/database/transient-errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { StepResult } from './enrichment.ts';
import { type ReportResults, settleSteps } from './settle-steps.ts';

const FULL = 25;
const MAX_DELAY_MS = 150;
/** After this many failures of a step, enrichment continues without it. */
export const MAX_FAILURES = 3;

/**
 * Collects the results of steps and saves several in one transaction. If a result cannot be saved, its step is retried later and finally
 * skipped, so that one row never blocks the others.
 */
export class StepBuffer {
  readonly #services: Services;
  readonly #report: ReportResults;
  #results: StepResult[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #error: unknown = null;

  constructor(services: Services, report: ReportResults) {
    this.#services = services;
    this.#report = report;
  }

  add(...results: readonly StepResult[]): void {
    this.#results.push(...results);
    if (this.#results.length >= FULL) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), MAX_DELAY_MS);
  }

  /**
   * Saves the rest.
   * @throws the first error since the last call
   */
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
      db.transaction().execute((tx) => settleSteps(tx, config, some, this.#report));
    try {
      await save(results);
    } catch (error) {
      if (isTransient(error)) throw error;
      const [only, ...others] = results;
      if (others.length > 0) await this.#settleEach(results);
      else if (only) {
        log.error(
          { err: error, publication_id: only.enrichment.publicationId },
          'a response of a source could not be saved',
        );
        await save([
          retryOrSkip(only, backoffSeconds(only.enrichment.failureCount + 1, config.ingestion, Math.random())),
        ]);
      }
    }
  }

  /** Saves the results one by one, and continues if a row fails. */
  async #settleEach(results: readonly StepResult[]): Promise<void> {
    const errors: unknown[] = [];
    for (const result of results) {
      await this.#settle([result]).catch((error) => {
        if (isTransient(error)) throw error;
        errors.push(error);
      });
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Defers a failed step, or skips it after too many failures. */
export function retryOrSkip(result: StepResult, afterSeconds: number): StepResult {
  const isLast = result.enrichment.failureCount + 1 >= MAX_FAILURES;
  return { ...result, outcome: isLast ? { kind: 'skipped' } : { kind: 'deferred', afterSeconds, hasFailed: true } };
}
