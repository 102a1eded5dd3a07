import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { photoPace } from '../sources/photo-pace.ts';
import { noteBlocked, noteUnreachable } from '../sources/politeness.ts';
import { mayStillSendSide, takeSideTurn } from '../sources/side-turn.ts';
import { GOOGLE_SCHOLAR_PHOTOS, type SourceAnswer } from '../sources/source.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { fetchDueImage } from './fetch-due-image.ts';
import type { WantedImage } from './fetched-store.ts';

/** A longer wait for the source's turn is left to the next minute. */
const PATIENCE_MS = 11_000;

/**
 * Fetches pictures from the source of profiles, one at a time by its turn: a profile's photo and one that a user named there by turns. Returns how many were
 * asked for. What becomes of an address that a user named says nothing of the source: only profiles' photos start and end its pauses.
 */
export async function fetchPhotos(
  services: Services,
  { photos, namedPhotos }: { photos: readonly WantedImage[]; namedPhotos: readonly WantedImage[] },
  { hasTime, stopping, signal }: RunningJob & { hasTime(): boolean },
): Promise<number> {
  const { config, db } = services;
  let done = 0;
  // the source's robots.txt allows the pages of profiles, and no photos
  if (!config.googleScholar.enabled || config.googleScholar.obeysRobots) return done;
  const pace = photoPace(config.ingestion);
  const ofProfiles = new Set(photos);
  for (const photo of alternate(photos, namedPhotos)) {
    const takenAt = await awaitTurn();
    if (takenAt === null) return done;
    const mayBeSent = () => mayStillSendSide(db, pace, takenAt);
    const answer = await fetchDueImage(services, { ...photo, asked: 'source' }, signal, mayBeSent);
    if (answer === null) continue;
    done += 1;
    if (ofProfiles.has(photo)) await notePhotoAnswer(services, answer);
  }
  return done;

  async function awaitTurn(): Promise<Date | null> {
    while (hasTime()) {
      const turn = await takeSideTurn(db, pace);
      if (turn.kind === 'granted') return turn.takenAt;
      if (turn.milliseconds > PATIENCE_MS) return null;
      await pause(turn.milliseconds, stopping);
    }
    return null;
  }
}

function alternate<T>(some: readonly T[], others: readonly T[]): T[] {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, at) => [...some.slice(at, at + 1), ...others.slice(at, at + 1)]).flat();
}

/** What refuses photos is not asked for more, as with pages; but that is a pause of the photos alone. */
async function notePhotoAnswer({ db, config, log }: Services, answer: SourceAnswer<unknown>): Promise<void> {
  if (answer.kind === 'found') return saveGoodAnswer(db, GOOGLE_SCHOLAR_PHOTOS);
  if (answer.kind !== 'blocked' && answer.kind !== 'unreachable') return;
  const wait = answer.retryAfterSeconds;
  const cooldown = await db
    .transaction()
    .execute((tx) =>
      answer.kind === 'blocked'
        ? noteBlocked(tx, GOOGLE_SCHOLAR_PHOTOS, config.ingestion, wait)
        : noteUnreachable(tx, GOOGLE_SCHOLAR_PHOTOS, config.ingestion, wait ?? 0),
    );
  if (cooldown) log.warn({ until: cooldown.until, reason: answer.reason }, 'photos of profiles are not asked for');
}
