import type { IngestionPolicy } from '../platform/config.ts';
import type { SidePace } from './side-turn.ts';
import { GOOGLE_SCHOLAR_PHOTOS } from './source.ts';

/** Photos are not what the source is asked for: there is less of it, and far apart. */
const APART_SECONDS = 10;

/** How far apart requests for photos are, in seconds (`side-turn.ts`). */
export function photoPace({ minRequestDelaySeconds: floorSeconds }: IngestionPolicy): SidePace {
  // a floor that small is a stand-in's
  const apartSeconds = floorSeconds < 1 ? floorSeconds : Math.max(APART_SECONDS, floorSeconds);
  return { side: GOOGLE_SCHOLAR_PHOTOS, apartSeconds, floorSeconds };
}
