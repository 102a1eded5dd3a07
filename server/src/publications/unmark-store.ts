import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { UndoToken } from './undo-token.ts';

/**
 * Makes what a batch marked as read unread again in a locked library, visible or hidden; returns how many. What a later batch has too stays read: it was marked
 * as unread and read again since. So does a publication that others were merged into since: any of them may have been read before.
 */
export async function undoReadBatch(
  tx: Tx,
  userId: number,
  { readNumber, issuedAtMs }: Pick<UndoToken, 'readNumber' | 'issuedAtMs'>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with undone as materialized (
      select unnest(publication_ids) as publication_id from read_batches where user_id = ${userId} and read_number = ${readNumber}
      except
      select unnest(publication_ids) from read_batches where user_id = ${userId} and read_number > ${readNumber}
      except
      select winner_id from merges where created_at >= to_timestamp(${issuedAtMs}::float8 / 1000) and undone_at is null
    ), shown as (
      insert into unread
      select u.user_id, u.publication_id, u.first_seen_at, u.link_number, u.scholar_ids from undone join user_publications u using (publication_id)
      where u.user_id = ${userId} and u.hidden_as is null
      on conflict do nothing returning 1
    ), hidden as (
      update user_publications u set hidden_as = 'unread' from undone n
      where u.user_id = ${userId} and u.publication_id = n.publication_id and u.hidden_as = 'read' returning 1
    )
    select (select count(*) from shown) + (select count(*) from hidden) as n`.execute(tx);
  return rows[0]?.n ?? 0;
}
