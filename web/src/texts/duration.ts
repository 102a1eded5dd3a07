import { count } from './count.ts';

const UNITS = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
] as const;

/** The two largest units: `45 seconds`, `1 hour 30 minutes`, `2 days`. */
export function duration(seconds: number): string {
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [size, one, other] of UNITS) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0) parts.push(count(n, one, other));
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ') || count(0, 'second', 'seconds');
}
