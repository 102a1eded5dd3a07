import { reportStep } from './measure.ts';

/** A row of the table for one size of the database. `isTooMuch`: it misses its target. */
export interface Row {
  readonly name: string;
  readonly text: string;
  readonly target?: string;
  readonly isTooMuch?: boolean;
}

/**
 * The row of a measured value, with the unit in its text. `max` is the target for this size; the table shows `target`,
 * or `max`.
 */
export function rowOf(
  name: string,
  value: number,
  unit: string,
  { max, target }: { readonly max?: number | undefined; readonly target?: string } = {},
): Row {
  const digits = value < 10 ? (unit === 's' ? 2 : 1) : value < 100 ? 1 : 0;
  const text = `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
  reportStep(`${name}: ${text}`);
  const shown = target ?? (max === undefined ? undefined : `${max}${unit === '' ? '' : ` ${unit}`}`);
  return { name, text, ...(shown && { target: shown }), ...(max !== undefined && { isTooMuch: value > max }) };
}

/** The row of a median in milliseconds, with the processor time that PostgreSQL needs for one in brackets. */
export function rowOfMs(name: string, { ms, cpuMs }: { ms: number; cpuMs: number }, max?: number): Row {
  const text = `${ms.toFixed(1)} (${cpuMs.toFixed(1)})`;
  reportStep(`${name}: ${text} ms`);
  return { name, text, ...(max !== undefined && { target: `${max}`, isTooMuch: ms > max }) };
}

/** An empty row after a read. Somebody adds the figure of a comparable service there. */
export const PEER: Row = { name: 'the same, peer', text: '' };

/** One table of all sizes, as Markdown. Every size has the same rows. */
export function tableOf(columns: readonly { readonly publications: number; readonly rows: readonly Row[] }[]): string {
  const lines = (columns[0]?.rows ?? []).map(({ name, target = '' }, at) => {
    const cells = columns.map(({ rows }) => (rows[at]?.isTooMuch ? `**${rows[at].text}**` : rows[at]?.text));
    return `| ${name} | ${cells.join(' | ')} | ${target} |`;
  });
  return [
    'Without a unit: medians in ms, with one client. In brackets: the processor time of PostgreSQL. Bold: misses its target.',
    '',
    `| | ${columns.map(({ publications }) => `${publications.toLocaleString('en')} publications`).join(' | ')} | target |`,
    `|---|${columns.map(() => '---|').join('')}---|`,
    ...lines,
  ].join('\n');
}
