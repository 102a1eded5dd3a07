import type { Database, Queries } from '../platform/database/database.ts';
import { type Features, featuresOf } from './features.ts';
import { readPapers, readVersions } from './store.ts';

interface Cached {
  readonly features: Features;
  readonly version: number;
  checkedAtMs: number;
}

/** About a kilobyte each. */
const MAX_PAPERS = 25_000;
/** A changed abstract counts after this time. */
const CHECK_AFTER_MS = 30_000;
/** Reading texts in steps lets other requests in between. */
const STEP = 500;

/**
 * The features of publications by their ids, the same for all users. Computing them takes most of the time of an order,
 * and they hardly ever change. The first was checked the longest ago.
 */
export type PaperCache = Map<number, Cached>;

/** An id means another publication in another database. */
const caches = new WeakMap<Database, PaperCache>();

/** What this process knows of a database's publications. */
export function paperCacheOf(db: Database): PaperCache {
  const cache = caches.get(db) ?? new Map();
  caches.set(db, cache);
  return cache;
}

/**
 * Reads the features of publications, from memory if it has them and the publications have not changed. Leaves out ids
 * that do not exist.
 */
export async function readFeatures(
  db: Queries,
  cache: PaperCache,
  ids: readonly number[],
): Promise<Map<number, Features>> {
  const now = performance.now();
  const unchecked = ids.filter(
    (id) => !(now - (cache.get(id)?.checkedAtMs ?? Number.NEGATIVE_INFINITY) < CHECK_AFTER_MS),
  );
  const versions = unchecked.length === 0 ? new Map<number, number>() : await readVersions(db, unchecked);
  const found = new Map<number, Features>();
  const changed: number[] = [];
  for (const id of ids) {
    const cached = cache.get(id);
    const version = versions.get(id) ?? cached?.version;
    if (cached && cached.version === version) {
      if (versions.has(id)) {
        cached.checkedAtMs = now;
        cache.delete(id);
        cache.set(id, cached);
      }
      found.set(id, cached.features);
    } else if (version !== undefined) changed.push(id);
  }
  for (let from = 0; from < changed.length; from += STEP) {
    for (const { id, ...paper } of await readPapers(db, changed.slice(from, from + STEP))) {
      const features = featuresOf(paper);
      cache.set(id, { features, version: versions.get(id) ?? 0, checkedAtMs: now });
      found.set(id, features);
    }
  }
  forgetOldest(cache);
  return found;
}

function forgetOldest(cache: PaperCache): void {
  for (const id of cache.keys()) {
    if (cache.size <= MAX_PAPERS) return;
    cache.delete(id);
  }
}
