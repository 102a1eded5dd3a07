import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { fetchDueImage } from './fetch-due-image.ts';
import { fetchPhotos } from './fetch-photos.ts';
import { saveFailedFetch, type WantedImage } from './fetched-store.ts';
import { sortDueImages } from './sort-due-images.ts';

/** Addresses of users at once, each on another host. */
const CONCURRENCY = 3;
const APART_MS = 1000;

/**
 * Fetches the pictures that are due: those of the source of profiles one at a time by its turn, others beside them, one a host at a time and a second
 * apart, while there is time. A host that cannot be reached is left alone until the next minute. Returns whether to go on at once: something was done,
 * and not all; then a second has passed, since the same host may be the next.
 * @throws what the database throws while it is away, when all that was under way is written down
 */
export async function fetchImages(services: Services, job: RunningJob): Promise<boolean> {
  const { config, db } = services;
  const due = await sortDueImages(db, config.googleScholar.baseUrl);
  for (const image of due.unusable) await saveFailedFetch(db, image);
  const hosts = groupByHost(due.others);
  let leftAlone = 0;
  const fetchOthers = async () => {
    let done = 0;
    for (let images = hosts.shift(); images; images = hosts.shift()) {
      for (const [index, image] of images.entries()) {
        if (index > 0) await pause(APART_MS, job.stopping);
        if (!job.hasTime()) return done;
        const answer = await fetchDueImage(services, { ...image, asked: 'other' }, job.signal);
        if (answer !== null) done += 1;
        if (answer?.kind === 'unreachable') {
          leftAlone += images.length - index - 1;
          break;
        }
      }
    }
    return done;
  };
  // whatever becomes of one of them, the others' answers are written down before the job ends
  const ends = await Promise.allSettled([
    fetchPhotos(services, due, job),
    ...Array.from({ length: CONCURRENCY }, fetchOthers),
  ]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  const done = ends.reduce((sum, end) => sum + (end.status === 'fulfilled' ? end.value : 0), 0);
  const isMore = done > 0 && done + leftAlone < due.photos.length + due.namedPhotos.length + due.others.length;
  if (isMore) await pause(APART_MS, job.stopping);
  return isMore;
}

function groupByHost(images: readonly WantedImage[]): WantedImage[][] {
  const groups = new Map<string, WantedImage[]>();
  for (const image of images) {
    const { host } = new URL(image.url);
    groups.set(host, [...(groups.get(host) ?? []), image]);
  }
  return [...groups.values()];
}
