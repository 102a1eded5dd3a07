/**
 * A measured figure. `target` is the product's promise as text; `met` says whether the figure keeps it (null: only for
 * comparison).
 */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: string;
  readonly met: boolean | null;
}

export function below(name: string, value: number, unit: string, limit: number): Figure {
  return { name, value, unit, target: `under ${limit} ${unit}`, met: value < limit };
}

export function above(name: string, value: number, unit: string, limit: number): Figure {
  return { name, value, unit, target: `over ${limit} ${unit}`, met: value > limit };
}

export function forComparison(name: string, value: number, unit: string): Figure {
  return { name, value, unit, target: '', met: null };
}

/** An empty row after a read. Somebody adds the figure of a comparable service there. */
export const PEER: Figure = { name: 'the same, peer', value: Number.NaN, unit: '', target: '', met: null };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The median time of a call in milliseconds, after a warm-up. */
export async function medianMs(
  call: () => Promise<unknown>,
  { times, warmUp }: { times: number; warmUp: number },
): Promise<number> {
  for (let n = 0; n < warmUp; n++) await call();
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    await call();
    taken.push(performance.now() - start);
  }
  return median(taken);
}

/** Says on standard error how far a bench is. */
export const reportStep = (text: string) => console.error(`· ${text}`);
