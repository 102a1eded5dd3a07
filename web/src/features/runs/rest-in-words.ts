import { duration } from '../../texts/duration.ts';

const MINUTE = 60;

/** What is left of a rest: by the minute, and at its end by the second, so that it moves only when that says something. */
export function restInWords(seconds: number): string {
  return duration(seconds < 2 * MINUTE ? seconds : Math.ceil(seconds / MINUTE) * MINUTE);
}
