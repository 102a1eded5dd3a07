import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { reportRefusal } from '../sources/cooldown.ts';
import { awaitSlot, photoIntervalSeconds, scholarSlot } from '../sources/request-slots.ts';
import { GOOGLE_SCHOLAR_PHOTOS, type SourceAnswer } from '../sources/source.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { fetchDueImage } from './fetch-due-image.ts';
import type { WantedImage } from './fetched-store.ts';

/** A longer wait for a request slot is left to the next minute. */
const PATIENCE_MS = 11_000;

/**
 * Fetches pictures from the source of profiles, one after another, each with a request slot: a profile's photo and one that a user named there
 * alternate. Returns how many were asked for. What becomes of an address that a user named says nothing of the source: only profiles' photos
 * start and end its cooldowns.
 */
export async function fetchPhotos(
  services: Services,
  { photos, namedPhotos }: { photos: readonly WantedImage[]; namedPhotos: readonly WantedImage[] },
  { hasTime, stopping, signal }: RunningJob,
): Promise<number> {
  const { config, db } = services;
  let done = 0;
  // the source's robots.txt allows the pages of profiles, and no photos
  if (!config.googleScholar.enabled || config.googleScholar.obeysRobots) return done;
  const floorSeconds = config.ingestion.minRequestDelaySeconds;
  const intervalSeconds = photoIntervalSeconds(floorSeconds);
  const request = scholarSlot(floorSeconds, { source: GOOGLE_SCHOLAR_PHOTOS, intervalSeconds });
  const ofProfiles = new Set(photos);
  for (const photo of alternate(photos, namedPhotos)) {
    if (!hasTime()) return done;
    let isRefused = false;
    const mayBeSent = async () => {
      const slot = await awaitSlot(db, request, { patienceMs: PATIENCE_MS, signal: stopping });
      isRefused = !slot.isGranted;
      return slot.isGranted;
    };
    const answer = await fetchDueImage(services, { ...photo, asked: 'source' }, signal, mayBeSent);
    if (isRefused) return done;
    if (answer === null) continue;
    done += 1;
    if (ofProfiles.has(photo)) await notePhotoAnswer(services, answer);
  }
  return done;
}

function alternate<T>(some: readonly T[], others: readonly T[]): T[] {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, at) => [...some.slice(at, at + 1), ...others.slice(at, at + 1)]).flat();
}

/** What refuses photos is not asked for more, as with pages; but that is a cooldown of photos alone. */
async function notePhotoAnswer(services: Services, answer: SourceAnswer<unknown>): Promise<void> {
  if (answer.kind === 'found') return saveGoodAnswer(services.db, GOOGLE_SCHOLAR_PHOTOS);
  if (answer.kind !== 'blocked' && answer.kind !== 'unreachable') return;
  const { kind, reason, retryAfterSeconds } = answer;
  await reportRefusal(services, kind, { source: GOOGLE_SCHOLAR_PHOTOS, reason, retryAfterSeconds });
}
