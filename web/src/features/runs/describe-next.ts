import { runsTexts as texts } from '../../texts/en/runs.ts';
import { formatDistance } from '../../ui/format.ts';

const SOON_MS = 30_000;

/** When work goes on, as it stands in a sentence. */
export function describeNext(time: string | null, now: number): string {
  if (time === null || new Date(time).getTime() - now < SOON_MS) return texts.soonInWords;
  return formatDistance(time, now);
}
