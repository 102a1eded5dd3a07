import { isPassing } from '../platform/database/is-database-away.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { SourceAnswer } from '../sources/source.ts';
import { fetchImage } from './fetch-image.ts';
import { noteAsked, noteUnasked, saveFailedFetch, saveFetched, type WantedImage } from './fetched-store.ts';
import type { KeptImage } from './shrink-image.ts';

/**
 * Fetches a picture and saves what came of it; `mayBeSent` is asked right before the sending. Null when there is no answer: the picture is no longer due,
 * there is no request slot, or the process stops. What goes wrong with one picture is its own failure.
 * @throws what the database throws while it is away
 */
export async function fetchDueImage(
  services: Services,
  image: WantedImage & { asked: 'source' | 'other' },
  signal: AbortSignal,
  mayBeSent: () => Promise<boolean> = async () => true,
): Promise<SourceAnswer<KeptImage> | null> {
  const { config, db, log } = services;
  const asked = await noteAsked(db, image);
  if (asked === null) return null;
  try {
    if (!(await mayBeSent())) {
      await noteUnasked(db, asked);
      return null;
    }
    const answer = await fetchImage(image, config, signal);
    if (answer.kind === 'found') {
      await saveFetched(db, image, answer.value);
      return answer;
    }
    // it is due still
    if (signal.aborted) return null;
    log.debug({ image: image.id, answer: answer.kind, reason: answer.reason }, 'a picture could not be had');
    await saveFailedFetch(db, image);
    return answer;
  } catch (error) {
    if (isPassing(error)) throw error;
    log.error({ err: error, image: image.id }, 'a picture could not be looked at');
    // too many people upload at this moment: it is not the picture's fault
    if (!(error instanceof Problem)) await saveFailedFetch(db, image);
    return null;
  }
}
