import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { askedForPhoto } from '../sources/google-scholar/photo-address.ts';
import { takePhotoTurn } from '../sources/photo-turn.ts';
import { noteBlocked, noteUnreachable } from '../sources/politeness.ts';
import { GOOGLE_SCHOLAR_PHOTOS, type SourceAnswer } from '../sources/source.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { fetchImage } from './fetch-image.ts';
import {
  claimImage,
  listDueImages,
  openImages,
  releaseImage,
  saveFailedFetch,
  saveFetched,
  type WantedImage,
} from './fetched-store.ts';
import type { KeptImage } from './shrink-image.ts';

const BATCH = 200;
/** Others wait for the engine's workers, too; what is left is due still. */
const WORK_MS = 20_000;
/** A longer wait for the source's turn is left to the next minute. */
const PATIENCE_MS = 11_000;
/** A fetch lasts a quarter of a minute; who is killed meanwhile leaves the picture to others after this. */
const CLAIM_SECONDS = 120;
/** Addresses of users at once, each on another host. */
const CONCURRENCY = 3;
const APART_MS = 1000;

/**
 * Fetches the pictures that are due: those of the source of profiles one at a time by its turn, others beside them, one a host at a time and a second
 * apart. Returns whether to go on at once: something was done, and not all.
 */
export async function fetchImages(services: Services, job: RunningJob): Promise<boolean> {
  const { config, db } = services;
  await openImages(db);
  const endsAt = performance.now() + WORK_MS;
  const hasTime = () => !job.stopping.aborted && performance.now() < endsAt;
  // many photos that wait for their source keep nobody's own pictures waiting
  const due = [...(await listDueImages(db, 'scholar', BATCH)), ...(await listDueImages(db, 'profile', BATCH))];
  const of = (asked: ReturnType<typeof askedForPhoto>) =>
    due.filter(({ url }) => askedForPhoto(url, config.googleScholar.baseUrl) === asked);
  for (const image of of('nobody')) await saveFailedFetch(db, image);
  const others = groupByHost(of('other'));
  const fetchOthers = async () => {
    let done = 0;
    for (let images = others.pop(); images; images = others.pop()) {
      for (const [index, image] of images.entries()) {
        if (index > 0) await pause(APART_MS, job.stopping);
        if (!hasTime()) return done;
        if (await fetchOne(services, { ...image, asked: 'other' }, job.signal)) done += 1;
      }
    }
    return done;
  };
  const done = await Promise.all([
    fetchPhotos(services, of('source'), { ...job, hasTime }),
    ...Array.from({ length: CONCURRENCY }, fetchOthers),
  ]);
  const doneCount = done.reduce((sum, count) => sum + count, 0);
  return doneCount > 0 && doneCount + of('nobody').length < due.length;
}

async function fetchPhotos(
  services: Services,
  photos: readonly WantedImage[],
  { hasTime, stopping, signal }: RunningJob & { hasTime(): boolean },
): Promise<number> {
  const { config, db } = services;
  let done = 0;
  // the source's robots.txt allows the pages of profiles, and no photos
  if (!config.googleScholar.enabled || config.googleScholar.obeysRobots) return done;
  for (const photo of photos) {
    for (let waitMs = 1; waitMs > 0; ) {
      if (!hasTime()) return done;
      waitMs = await takePhotoTurn(db, config.ingestion);
      if (waitMs > PATIENCE_MS) return done;
      await pause(waitMs, stopping);
    }
    const answer = await fetchOne(services, { ...photo, asked: 'source' }, signal);
    if (answer === null) continue;
    done += 1;
    await notePhotoAnswer(services, answer);
  }
  return done;
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

/** Null when somebody else fetches it, or the process stops. */
async function fetchOne(
  { config, db, log }: Services,
  image: WantedImage & { asked: 'source' | 'other' },
  signal: AbortSignal,
): Promise<SourceAnswer<KeptImage> | null> {
  if (!(await claimImage(db, image, CLAIM_SECONDS))) return null;
  const answer = await fetchImage(image, config, signal);
  if (answer.kind === 'found') {
    await saveFetched(db, image, answer.value);
  } else if (signal.aborted) {
    await releaseImage(db, image);
    return null;
  } else {
    log.debug({ image: image.id, answer: answer.kind, reason: answer.reason }, 'a picture could not be had');
    await saveFailedFetch(db, image);
  }
  return answer;
}

function groupByHost(images: readonly WantedImage[]): WantedImage[][] {
  const groups = new Map<string, WantedImage[]>();
  for (const image of images) {
    const { host } = new URL(image.url);
    groups.set(host, [...(groups.get(host) ?? []), image]);
  }
  return [...groups.values()];
}
