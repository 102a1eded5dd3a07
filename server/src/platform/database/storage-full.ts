import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** https://www.postgresql.org/docs/15/errcodes-appendix.html: disk_full */
const DISK_FULL = '53100';

/** Whether PostgreSQL could not write because its disk is full. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DISK_FULL;
}

/**
 * Makes the server write a few hundred kilobytes of temporary files, which it removes at once, by a sort with too
 * little memory.
 * @throws the error of PostgreSQL; `isStorageFull` is true if the disk is full
 */
export async function tryToWrite(db: Kysely<Tables>): Promise<void> {
  await sql`
    select count(*) from (select n from generate_series(1, 30000) n, set_config('work_mem', '64kB', false) order by n desc offset 0) sorted`.execute(
    db,
  );
}
