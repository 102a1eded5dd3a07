import { formatNumber } from '../ui/format.ts';

const plurals = new Intl.PluralRules('en');

/** `1 run`, `12 runs`. */
export function count(n: number, one: string, other: string): string {
  return `${formatNumber(n)} ${plurals.select(n) === 'one' ? one : other}`;
}
