import type { Database } from '../platform/database/database.ts';
import { askedForPhoto } from '../sources/google-scholar/photo-address.ts';
import { type ImageOwner, listDueImages, type WantedImage } from './fetched-store.ts';

/** Of each kind: so many are worked on in one go. */
const MOST = 200;
const PAGE = 500;

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
 * wait before it: those that wait for the source's turns keep no other host's waiting, nor the reverse.
 */
export async function sortDueImages(db: Database, baseUrl: string): Promise<DueImages> {
  const ofProfiles = await sortDue(db, 'profile', baseUrl);
  const named = await sortDue(db, 'scholar', baseUrl);
  return {
    photos: ofProfiles.source,
    namedPhotos: named.source,
    others: [...named.other, ...ofProfiles.other],
    unusable: [...named.nobody, ...ofProfiles.nobody],
  };
}

async function sortDue(db: Database, of: ImageOwner, baseUrl: string) {
  const sorted: Record<ReturnType<typeof askedForPhoto>, WantedImage[]> = { source: [], other: [], nobody: [] };
  const isFull = () => sorted.source.length === MOST && sorted.other.length === MOST;
  for (let after = 0, isMore = true; isMore && !isFull(); after += PAGE) {
    const due = await listDueImages(db, of, { most: PAGE, after });
    for (const image of due) {
      const kind = sorted[askedForPhoto(image.url, baseUrl)];
      if (kind.length < MOST) kind.push(image);
    }
    isMore = due.length === PAGE;
  }
  return sorted;
}
