import { pause } from '../platform/clock.ts';
import type { RunningJob } from '../platform/running-job.ts';
import type { Services } from '../platform/services.ts';
import { reportRefusal } from '../sources/cooldown.ts';
import { ownerOfPhoto } from '../sources/google-scholar/photo-address.ts';
import { atScholarHost, awaitSlot, photoIntervalSeconds } from '../sources/request-slots.ts';
import { GOOGLE_SCHOLAR_PHOTOS, type SourceResponse } from '../sources/source.ts';
import { saveSuccess } from '../sources/store.ts';
import { fetchImage } from './fetch-image.ts';
import { type DueImage, listDueImages, saveFailedFetch } from './fetched-store.ts';

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
