/** What became of a request. `refused`: as the scenario explains, such as a second run of a user. */
export type Outcome = 'ok' | 'unavailable' | 'refused' | 'lost' | 'error';

/** How many requests of a kind had which outcome. */
export type Counts = Record<Outcome, number>;

/** Counts requests by kind and outcome, and keeps the times of reads. */
export class Tally {
  readonly counts = new Map<string, Counts>();
  /** each error as text, the first ones only */
  readonly errors: string[] = [];
  #reads: number[] = [];

  /** @param ms the time of a successful read, null for everything else */
  add(kind: string, outcome: Outcome, ms: number | null = null): void {
    const counts = this.counts.get(kind) ?? { ok: 0, unavailable: 0, refused: 0, lost: 0, error: 0 };
    counts[outcome] += 1;
    this.counts.set(kind, counts);
    if (ms !== null) this.#reads.push(ms);
  }

  addError(kind: string, text: string): void {
    this.add(kind, 'error');
    if (this.errors.length < 100) this.errors.push(`${new Date().toISOString()} ${kind}: ${text}`);
  }

  sum(outcome: Outcome): number {
    return [...this.counts.values()].reduce((sum, counts) => sum + counts[outcome], 0);
  }

  /** Returns the times of reads in ms since the last call. */
  takeReads(): number[] {
    const reads = this.#reads;
    this.#reads = [];
    return reads;
  }
}

/** The value that the given share of all values does not exceed; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
