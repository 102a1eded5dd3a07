import { MOST_MEMBERS } from './near-duplicate.ts';

/** Ids in order, to the base of 36, with points between: of the same works always the same, and they can be read from it again. */
export function clusterKeyOf(ids: readonly number[]): string {
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => id.toString(36))
    .join('.');
}

/** The works of a key, in order; null when it is none. */
export function idsOfKey(key: string): number[] | null {
  const ids = key.split('.').map((part) => Number.parseInt(part, 36));
  const isWhole = ids.length > 1 && ids.length <= MOST_MEMBERS && ids.every((id) => Number.isSafeInteger(id) && id > 0);
  return isWhole && clusterKeyOf([...new Set(ids)]) === key ? ids : null;
}
