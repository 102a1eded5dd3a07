import { below, type Figure, forComparison } from './measure.ts';
import type { Kill } from './soak-processes.ts';
import type { Sample } from './soak-samples.ts';
import { type Counts, quantile } from './soak-tally.ts';

/** Everything that a run measured. Times are in seconds since its start. */
export interface SoakResult {
  readonly startedAt: string;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly counts: Readonly<Record<string, Counts>>;
  readonly errors: readonly string[];
  readonly errorLines: readonly string[];
  readonly kills: readonly { readonly name: string; readonly second: number; readonly downSeconds: number }[];
  readonly samples: readonly Sample[];
  /** p95 of the reads of each quarter of the time after the warm-up, in ms */
  readonly quarters: readonly number[];
  /** exact rows of each table after the warm-up and at the end */
  readonly rows: { readonly start: Readonly<Record<string, number>>; readonly end: Readonly<Record<string, number>> };
  readonly checkedFavorites: number;
  readonly stuckRuns: number;
  readonly integrity: {
    readonly status: string;
    readonly failures: readonly string[];
    readonly warnings: readonly string[];
  };
  readonly standIns: { readonly news: number; readonly faults: number; readonly requests: number };
}

/** p95 may grow by this factor from the first quarter to the last. */
const MAX_P95_RATIO = 1.25;
const MAX_SLOPE = 1;
/** A table with its indexes may grow by this factor more than its rows. */
const MAX_BLOAT = 1.5;
/** The tables that grew most are reported. */
const MAX_TABLES = 3;
/** Smaller tables are some pages, whatever is in them. */
const LARGE_BYTES = 2 ** 20;
/** A series that is shorter says nothing about a slope. */
const MIN_POINTS = 6;

/** p95 in ms of the reads of each quarter after the warm-up. */
export function quartersOf(samples: readonly Sample[], reads: readonly number[][], warmUpSeconds: number): number[] {
  const first = samples.findIndex(({ second }) => second > warmUpSeconds);
  const measured = reads.slice(first);
  return [0, 1, 2, 3].map((n) => {
    const part = measured.slice((n * measured.length) / 4, ((n + 1) * measured.length) / 4);
    return quantile(part.flat(), 0.95);
  });
}

/** The figures of a run, each with its verdict. */
export function judge(result: SoakResult): Figure[] {
  const { counts, kills, quarters, samples, warmUpSeconds, integrity } = result;
  const sum = (outcome: keyof Counts) => Object.values(counts).reduce((total, one) => total + one[outcome], 0);
  const [first = 0, , , last = 0] = quarters;
  return [
    forComparison('requests that succeeded', sum('ok'), 'requests'),
    below('errors', sum('error'), 'errors', 1),
    forComparison(`connections lost by ${kills.length} kills, then repeated`, sum('lost'), 'connections'),
    forComparison('p95 of reads, first quarter after the warm-up', first, 'ms'),
    forComparison('p95 of reads, last quarter', last, 'ms'),
    below('p95 of the last quarter to that of the first', last / first, 'times', MAX_P95_RATIO),
    ...slopes(samples, warmUpSeconds),
    ...bloat(result),
    below('runs that did not end', result.stuckRuns, 'runs', 1),
    below(
      'failures of the integrity report',
      integrity.failures.length + (integrity.status === 'passed' ? 0 : 1),
      '',
      1,
    ),
  ];
}

/** The slope of the memory of each process that lives from the start to the end. A new one grows at first. */
function slopes(samples: readonly Sample[], warmUpSeconds: number): Figure[] {
  const figures: Figure[] = [];
  for (const name of namesOf(samples)) {
    const own = samples.filter(({ memory }) => name in memory);
    if (name.includes('life') || own.at(-1) !== samples.at(-1)) continue;
    const begin = own[0]?.second ?? 0;
    const points = own
      .filter(({ second }) => second - begin > warmUpSeconds)
      .map(({ second, memory }) => ({ x: second / 60, y: memory[name] ?? 0 }));
    if (points.length < MIN_POINTS) continue;
    const slope = slopeOf(points);
    const text = `memory of ${name}, slope (at the end ${points.at(-1)?.y.toFixed(0)} MB)`;
    figures.push(below(text, slope, 'MB/min', MAX_SLOPE));
  }
  const after = samples.filter(({ second }) => second > warmUpSeconds);
  for (const of of ['own', 'shared'] as const) {
    const slope = slopeOf(after.map(({ second, postgres }) => ({ x: second / 60, y: postgres[of] })));
    const end = samples.at(-1)?.postgres[of].toFixed(0);
    // the buffers are a fixed size that fills as more of the database is read
    const figure =
      of === 'own'
        ? below(`memory of PostgreSQL besides its buffers, slope (at the end ${end} MB)`, slope, 'MB/min', MAX_SLOPE)
        : forComparison(`shared memory of PostgreSQL, slope (at the end ${end} MB)`, slope, 'MB/min');
    figures.push(figure);
  }
  return figures;
}

/**
 * The growth of each large table with its indexes, in proportion to that of its rows. Rows that are gone again do not
 * count as growth.
 */
function bloat({ samples, warmUpSeconds, rows }: SoakResult): Figure[] {
  const start = samples.find(({ second }) => second > warmUpSeconds)?.tables ?? {};
  const end = samples.at(-1)?.tables ?? {};
  const figures: Figure[] = [];
  for (const [name, { table, indexes, dead }] of Object.entries(end)) {
    const now = table + indexes;
    if (now < LARGE_BYTES) continue;
    const before = Math.max(LARGE_BYTES, (start[name]?.table ?? 0) + (start[name]?.indexes ?? 0));
    const [rowsBefore, rowsNow] = [rows.start[name] ?? 0, rows.end[name] ?? 0];
    const growth = Math.max(1, rowsNow / Math.max(1, rowsBefore));
    const text =
      `${name}: ${megabytes(before)} to ${megabytes(now)} MB (indexes ${megabytes(indexes)}), ` +
      `${rowsBefore} to ${rowsNow} rows, ${dead} dead`;
    figures.push(below(text, now / before / growth, 'times its rows', MAX_BLOAT));
  }
  return figures.sort((a, b) => b.value - a.value).slice(0, MAX_TABLES);
}

/** The names of all processes and lives, in the order in which they appeared. */
export function namesOf(samples: readonly Sample[]): string[] {
  return [...new Set(samples.flatMap(({ memory }) => Object.keys(memory)))];
}

/** The slope of the least-squares line through the points. */
function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const above = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const square = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return square === 0 ? 0 : above / square;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);

/** The kills, with times in seconds since the start. */
export function killTimes(kills: readonly Kill[], startedAt: number): SoakResult['kills'] {
  return kills.map(({ name, at, backAt }) => ({
    name,
    second: (at - startedAt) / 1000,
    downSeconds: (backAt - at) / 1000,
  }));
}

/** Counts, figures and errors as Markdown, and whether all targets are met. */
export function reportOf(result: SoakResult): { readonly text: string; readonly isMet: boolean } {
  const figures = judge(result);
  const kills = result.kills.map(
    ({ name, second, downSeconds }) => `${name} at ${second.toFixed(0)} s (down ${downSeconds.toFixed(1)} s)`,
  );
  const { errors, errorLines, integrity } = result;
  const lines = [
    `${(result.seconds / 60).toFixed(0)} minutes from ${result.startedAt}, ${result.standIns.requests} requests to the stand-ins`,
    '',
    '| figure | measured | target | |',
    '|---|---|---|---|',
    ...figures.map(({ name, value, unit, target, met }) => {
      const shown = Number.isInteger(value) ? String(value) : value.toFixed(2);
      return `| ${name} | ${shown} ${unit} | ${target} | ${met === null ? '' : met ? 'met' : '**missed**'} |`;
    }),
    '',
    `Kills: ${kills.join(', ')}`,
    ...[...errors, ...errorLines, ...integrity.failures, ...integrity.warnings].map((text) => `- ${text}`),
  ];
  return { text: lines.join('\n'), isMet: figures.every(({ met }) => met !== false) };
}
