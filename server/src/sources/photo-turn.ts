import type { IngestionPolicy } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { takeSideTurn } from './side-turn.ts';
import { GOOGLE_SCHOLAR_PHOTOS } from './source.ts';

/** Photos are not what the source is asked for: there is less of it, and far apart. */
const APART_SECONDS = 10;

/** Takes the turn to ask the source for a photo (`side-turn.ts`): 0 when the request may be sent now, and is noted; else the milliseconds to wait. */
export async function takePhotoTurn(db: Database, policy: IngestionPolicy): Promise<number> {
  const { minRequestDelaySeconds: floorSeconds } = policy;
  // a floor that small is a stand-in's
  const apartSeconds = floorSeconds < 1 ? floorSeconds : Math.max(APART_SECONDS, floorSeconds);
  const turn = await takeSideTurn(db, { side: GOOGLE_SCHOLAR_PHOTOS, apartSeconds, floorSeconds });
  return turn.kind === 'granted' ? 0 : turn.milliseconds;
}
