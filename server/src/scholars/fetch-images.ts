import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { isTransient } from '../platform/database/database-errors.ts';
import { fetchUrl, retryAfterSeconds } from '../platform/fetch.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import type { Services } from '../platform/services.ts';
import type { RunningJob } from '../platform/work-loop.ts';
import { reportRefusal } from '../sources/cooldown.ts';
import { ownerOfPhoto } from '../sources/google-scholar/parse-scholar-id.ts';
import { markOfAddress } from '../sources/google-scholar/recognize-block-page.ts';
import { atScholarHost, awaitSlot, photoIntervalSeconds } from '../sources/request-slots.ts';
import { GOOGLE_SCHOLAR_PHOTOS, type SourceResponse } from '../sources/source.ts';
import { saveSuccess } from '../sources/store.ts';
import { userAgentOf } from '../sources/write-request.ts';
import {
  type DueImage,
  listDueImages,
  type NeededImage,
  recordRequest,
  saveFailedFetch,
  saveFetched,
} from './image-store.ts';
import { type KeptImage, shrinkImage } from './shrink-image.ts';

/** How many hosts, besides the source, are fetched from at the same time. */
const CONCURRENCY = 3;
const HOST_INTERVAL_MS = 1000;
/** If the wait for a request slot is longer, the job of the next minute continues. */
const MAX_SLOT_WAIT_MS = 11_000;
/** How many pictures one run of the job fetches. Nearly all photos of profiles are at one host, the source. */
const MAX_DUE = { photosOfHost: 100, namedOfHost: 10, all: 300 };

/**
 * Fetches pictures that are due until the time is up. Pictures at the profiles' source are fetched one at a time, each
 * with a request slot. At the same time pictures at other hosts are fetched, one a second at each host. A host that
 * cannot be reached is skipped until the next minute. Returns whether the time was up, so that the caller can continue
 * at once.
 * @throws database errors that will pass, after all other responses were saved
 */
export async function fetchImages(services: Services, job: RunningJob): Promise<boolean> {
  const { config, db } = services;
  const atSource: DueImage[] = [];
  const others = new Map<string, DueImage[]>();
  for (const image of await listDueImages(db, MAX_DUE)) {
    const owner = ownerOfPhoto(image.url, config.googleScholar.baseUrl);
    if (owner === 'nobody') await saveFailedFetch(db, image);
    else if (owner === 'source') atSource.push(image);
    else {
      const { host } = new URL(image.url);
      others.set(host, [...(others.get(host) ?? []), image]);
    }
  }
  const hosts = [...others.values()];
  const fetchHosts = async () => {
    for (let images = hosts.shift(); images; images = hosts.shift()) await fetchOfHost(services, images, job);
  };
  const ends = await Promise.allSettled([
    fetchAtSource(services, atSource, job),
    ...Array.from({ length: CONCURRENCY }, fetchHosts),
  ]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (job.hasTime()) return false;
  // the next run may start with the same host
  await pause(HOST_INTERVAL_MS, job.stopping);
  return true;
}

async function fetchOfHost(services: Services, images: readonly DueImage[], job: RunningJob): Promise<void> {
  for (const [index, image] of images.entries()) {
    if (index > 0) await pause(HOST_INTERVAL_MS, job.stopping);
    if (!job.hasTime()) return;
    const response = await fetchImage(services, { ...image, isAtSource: false }, job.signal);
    if (response?.kind === 'unreachable') return;
  }
}

async function fetchAtSource(services: Services, images: readonly DueImage[], job: RunningJob): Promise<void> {
  const { config, db } = services;
  // the source's robots.txt allows profile pages, but no photos
  if (!config.googleScholar.enabled || config.googleScholar.obeysRobots) return;
  const floorSeconds = config.ingestion.minRequestDelaySeconds;
  const intervalSeconds = photoIntervalSeconds(floorSeconds);
  const request = atScholarHost(floorSeconds, { source: GOOGLE_SCHOLAR_PHOTOS, intervalSeconds });
  for (const image of images) {
    if (!job.hasTime()) return;
    const slot = await awaitSlot(db, request, { maxWaitMs: MAX_SLOT_WAIT_MS, signal: job.stopping });
    if (!slot.isGranted) return;
    const response = await fetchImage(services, { ...image, isAtSource: true }, job.signal);
    // an address that a user entered may fail for reasons of its own, so its response does not count against the source
    if (response && image.isPhoto) await recordPhotoResponse(services, response);
  }
}

/** A refusal starts a cooldown for photos. Profile pages have their own. */
async function recordPhotoResponse(services: Services, response: SourceResponse<unknown>): Promise<void> {
  if (response.kind === 'found') return saveSuccess(services.db, GOOGLE_SCHOLAR_PHOTOS);
  if (response.kind !== 'blocked' && response.kind !== 'unreachable') return;
  const { kind, reason, retryAfterSeconds } = response;
  await reportRefusal(services, kind, { source: GOOGLE_SCHOLAR_PHOTOS, reason, retryAfterSeconds });
}

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;

/**
 * No request waits for fetched pictures, so they are decoded one at a time and do not delay uploads (`own-image.ts`).
 */
const limitDecoding = limitConcurrency({
  running: 1,
  waiting: Number.POSITIVE_INFINITY,
  refusal: 'Too many pictures are being fetched. Try again later.',
});

/** A picture, and whether its address belongs to the profiles' source. */
export type ImageRequest = NeededImage & { readonly isAtSource: boolean };

/**
 * Fetches a picture that is due and saves the result. Returns null if the picture is no longer due, if the response
 * cannot be saved, or if the process stops.
 * @throws database errors that will pass, such as a lost connection
 */
export async function fetchImage(
  { config, db, log }: Services,
  image: ImageRequest,
  signal: AbortSignal,
): Promise<SourceResponse<KeptImage> | null> {
  if (!(await recordRequest(db, image))) return null;
  try {
    const response = await requestImage(image, config, signal);
    if (response.kind === 'found') {
      await saveFetched(db, image, response.value);
      return response;
    }
    // the picture stays due
    if (signal.aborted) return null;
    log.debug({ image: image.id, outcome: response.kind, reason: response.reason }, 'a picture could not be fetched');
    await saveFailedFetch(db, image);
    return response;
  } catch (error) {
    if (isTransient(error)) throw error;
    log.error({ err: error, image: image.id }, 'a picture could not be saved');
    await saveFailedFetch(db, image);
    return null;
  }
}

/**
 * Requests and decodes a picture. Redirects between the source and other hosts, and to a block page, are not followed.
 */
async function requestImage(
  { url, isAtSource }: ImageRequest,
  config: Config,
  signal: AbortSignal,
): Promise<SourceResponse<KeptImage>> {
  const { baseUrl } = config.googleScholar;
  const owner = isAtSource ? 'source' : 'other';
  const outcome = await fetchUrl({
    url,
    outbound: config.outbound,
    userAgent: userAgentOf(config),
    accept: 'image/webp,image/png,image/jpeg,image/gif',
    timeoutMs: TIMEOUT_MS,
    maxBytes: config.imageMaxBytes,
    maxRedirects: MAX_REDIRECTS,
    followRedirect: (_from, to) => ownerOfPhoto(to.href, baseUrl) === owner && markOfAddress(to.href) === null,
    ...(isAtSource ? { trustedOrigin: new URL(baseUrl).origin } : {}),
    signal,
  });
  if (outcome.kind === 'failed') {
    const { reason } = outcome;
    return reason === 'too_large'
      ? { kind: 'absent', reason }
      : { kind: 'unreachable', reason, retryAfterSeconds: null };
  }
  if (outcome.kind === 'redirected') {
    const mark = markOfAddress(outcome.location.href);
    if (mark !== null) return { kind: 'blocked', reason: mark, retryAfterSeconds: null };
    return { kind: 'changed', reason: 'unexpected_redirect' };
  }
  const { status, headers, body } = outcome;
  const wait = retryAfterSeconds(headers, Date.now());
  if (status === 403 || status === 429) return { kind: 'blocked', reason: `status_${status}`, retryAfterSeconds: wait };
  if (status >= 500) return { kind: 'unreachable', reason: `status_${status}`, retryAfterSeconds: wait };
  if (status !== 200) return { kind: 'absent', reason: `status_${status}` };
  const kept = await limitDecoding(() => shrinkImage(body));
  return 'refusal' in kept ? { kind: 'absent', reason: 'no_image' } : { kind: 'found', value: kept };
}
