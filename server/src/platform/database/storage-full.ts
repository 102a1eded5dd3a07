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
 * little memory. The connection keeps that setting.
 * @throws the error of PostgreSQL; `isStorageFull` is true if the disk is full
 */
export async function tryToWrite(db: Kysely<Tables>): Promise<void> {
  // two statements in one message; the sort takes the memory that is set when it begins
  await sql`
    set work_mem = '64kB';
    select sum(octet_length(line)) from (select repeat('x', 8000) as line from generate_series(1, 40) n order by n desc offset 0) sorted`.execute(
    db,
  );
}
