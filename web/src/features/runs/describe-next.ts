import { runsTexts as texts } from '../../texts/en/runs.ts';
import { formatDistance } from '../../ui/format.ts';

const SOON_MS = 30_000;

/** When work continues, to be used in a sentence: "in 5 minutes" or "soon". */
export function describeNext(time: string | null, now: number): string {
  if (time === null || new Date(time).getTime() - now < SOON_MS) return texts.soon;
  return formatDistance(time, now);
}
