import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Locks all items to the end of the transaction: whoever saves an answer finishes first. */
export async function lockAllItems(tx: Tx): Promise<void> {
  await sql`select from queue_items order by id for update`.execute(tx);
}

/**
 * Replaces whatever is in the queue by a first crawl of each scholar that is enabled or had work there: whoever works on an item has lost it. Items
 * that were given up stay for those who get none. Returns how many scholars are queued. The caller wakes the source.
 */
export async function requeueAllScholars(tx: Tx, source: string): Promise<number> {
  await sql`
    insert into source_turns (source, user_id, asked_at) select ${source}, id, '-infinity' from users on conflict do nothing`.execute(
    tx,
  );
  const { rows: wanted } = await sql<{ id: number }>`
    select id from scholars s
    where is_enabled or exists (select from queue_items q where q.scholar_id = s.id and q.status <> 'dropped')`.execute(
    tx,
  );
  const ids = wanted.map(({ id }) => id);
  await sql`delete from queue_items where scholar_id = any(${ids})`.execute(tx);
  await sql`
    insert into queue_items (user_id, scholar_id, source, reason)
    select user_id, id, ${source}, 'first_crawl' from scholars where id = any(${ids}) order by id`.execute(tx);
  return ids.length;
}
