import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { UndoToken } from './undo-token.ts';

/**
 * Makes links of a locked library unread that have this read number, seen or hidden; returns how many. A work that others were merged into since stays
 * read: the highest of their numbers is its own, and any of them may have been read by hand before.
 */
export async function unmarkLinks(
  tx: Tx,
  userId: number,
  { readNumber, issuedAtMs }: Pick<UndoToken, 'readNumber' | 'issuedAtMs'>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with changed as (
      update user_publications u set is_read = false, read_number = null
      where u.user_id = ${userId} and u.is_read and u.read_number = ${readNumber} and not exists (
        select from publications m
        where m.merged_into = u.publication_id and m.updated_at >= to_timestamp(${issuedAtMs}::float8 / 1000))
      returning 1
    ) select count(*) as n from changed`.execute(tx);
  return rows[0]?.n ?? 0;
}
