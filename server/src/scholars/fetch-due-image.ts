import { isPassing } from '../platform/database/is-database-away.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { SourceAnswer } from '../sources/source.ts';
import { fetchImage } from './fetch-image.ts';
import {
  claimImage,
  releaseImage,
  releaseUnasked,
  saveFailedFetch,
  saveFetched,
  type WantedImage,
} from './fetched-store.ts';
import type { KeptImage } from './shrink-image.ts';

/** A fetch lasts a quarter of a minute; who is killed meanwhile leaves the picture to others after this. */
const CLAIM_SECONDS = 120;

/**
 * Claims a picture, fetches it and writes down what came of it; `mayBeSent` is asked right before the sending. Null when nobody was asked: somebody else
 * has it, its turn is over, or the process stops. What goes wrong with one picture is its own failure.
 * @throws what the database throws while it is away
 */
export async function fetchDueImage(
  services: Services,
  image: WantedImage & { asked: 'source' | 'other' },
  signal: AbortSignal,
  mayBeSent: () => Promise<boolean> = async () => true,
): Promise<SourceAnswer<KeptImage> | null> {
  const { config, db, log } = services;
  const claimed = await claimImage(db, image, CLAIM_SECONDS);
  if (claimed === null) return null;
  try {
    if (!(await mayBeSent())) {
      await releaseUnasked(db, claimed);
      return null;
    }
    const answer = await fetchImage(image, config, signal);
    if (answer.kind === 'found') {
      await saveFetched(db, image, answer.value);
      return answer;
    }
    if (signal.aborted) {
      await releaseImage(db, image);
      return null;
    }
    log.debug({ image: image.id, answer: answer.kind, reason: answer.reason }, 'a picture could not be had');
    await saveFailedFetch(db, image);
    return answer;
  } catch (error) {
    if (isPassing(error)) throw error;
    log.error({ err: error, image: image.id }, 'a picture could not be looked at');
    // too many people upload at this moment: it is not the picture's fault
    if (error instanceof Problem) await releaseImage(db, image);
    else await saveFailedFetch(db, image);
    return null;
  }
}
