import { createHash } from 'node:crypto';

/** PostgreSQL cuts longer names off. */
const LONGEST_NAME_BYTES = 63;
const SUFFIX_BYTES = '_restore_20260131T235959Z'.length;

/** A moment as file names and database names carry it: 20260131T235959Z. */
export function stampOf(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Names of the databases that a restore makes beside `name`: the new one, and what the old one is called when its time is over. */
export function restoredNames(name: string, moment: Date): { replacement: string; before: string } {
  const stamp = stampOf(moment);
  return { replacement: `${stemOf(name)}_restore_${stamp}`, before: `${stemOf(name)}_before_${stamp}` };
}

/** Whether a database was left by a restore of `name` that was interrupted. */
export function isLeftOver(name: string, database: string): boolean {
  const stem = stemOf(name);
  return database.startsWith(`${stem}_`) && /^_(?:restore|before)_\d{8}T\d{6}Z$/.test(database.slice(stem.length));
}

/** A long name is shortened so that no other one is shortened to the same. */
function stemOf(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES - SUFFIX_BYTES) return name;
  return `lectern_${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;
}
