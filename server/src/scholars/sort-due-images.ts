import type { Database } from '../platform/database/database.ts';
import { askedForPhoto } from '../sources/google-scholar/photo-address.ts';
import { type ImageOwner, listDueImages, type WantedImage } from './fetched-store.ts';

/** Of each kind: so many are worked on in one go. */
const MOST = 200;
const PAGE = 500;
/** Of each host but the source's: who names many at one keeps nobody else's waiting for long. */
const MOST_OF_HOST = 10;

export interface DueImages {
  /** profiles' photos at the source, and what users named there */
  readonly photos: readonly WantedImage[];
  readonly namedPhotos: readonly WantedImage[];
  readonly others: readonly WantedImage[];
  /** what may be asked of nobody */
  readonly unusable: readonly WantedImage[];
}

/**
 * The pictures whose time has come, by whom they are to be asked of. Each kind is looked for until there are enough of it, however many of another kind
 * wait before it: those that wait for the source's turns keep no other host's waiting, nor the reverse; nor does one of the other hosts another.
 */
export async function sortDueImages(db: Database, baseUrl: string): Promise<DueImages> {
  const ofHosts = new Map<string, number>();
  const named = await sortDue(db, 'scholar', { baseUrl, ofHosts });
  const ofProfiles = await sortDue(db, 'profile', { baseUrl, ofHosts });
  return {
    photos: ofProfiles.source,
    namedPhotos: named.source,
    others: [...named.other, ...ofProfiles.other],
    unusable: [...named.nobody, ...ofProfiles.nobody],
  };
}

/** `ofHosts`: how many there are of each host already; what is added is counted there. */
async function sortDue(
  db: Database,
  of: ImageOwner,
  { baseUrl, ofHosts }: { baseUrl: string; ofHosts: Map<string, number> },
) {
  const sorted: Record<ReturnType<typeof askedForPhoto>, WantedImage[]> = { source: [], other: [], nobody: [] };
  const isFull = () => sorted.source.length === MOST && sorted.other.length === MOST;
  for (let after = 0, isMore = true; isMore && !isFull(); after += PAGE) {
    const due = await listDueImages(db, of, { most: PAGE, after });
    for (const image of due) {
      const asked = askedForPhoto(image.url, baseUrl);
      if (sorted[asked].length === MOST) continue;
      if (asked === 'other') {
        const { host } = new URL(image.url);
        const count = ofHosts.get(host) ?? 0;
        if (count === MOST_OF_HOST) continue;
        ofHosts.set(host, count + 1);
      }
      sorted[asked].push(image);
    }
    isMore = due.length === PAGE;
  }
  return sorted;
}
