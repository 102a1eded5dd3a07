import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Whether the user's library has a canonical publication without any scholar. */
export function isAdded(userId: number, canonicalId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from publications q join records r on r.publication_id = q.id
    where q.canonical_id = ${canonicalId} and r.owner_user_id = ${userId} and r.removed_at is null
      and not exists (select from listings l where l.record_id = r.id))`;
}

/**
 * Removes what the user added of a canonical publication without a scholar, or puts it back. Returns whether the user
 * ever added it.
 */
export async function setRemoved(
  tx: Tx,
  { userId, canonicalId }: { readonly userId: number; readonly canonicalId: number },
  isRemoved: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    update records r set removed_at = case when ${isRemoved} then coalesce(r.removed_at, now()) end
    from publications p
    where p.canonical_id = ${canonicalId} and r.publication_id = p.id and r.owner_user_id = ${userId}
      and not exists (select from listings l where l.record_id = r.id)
    returning r.id`.execute(tx);
  return rows.length > 0;
}

/** Puts back what an import without a scholar names again. */
export async function putBackItems(tx: Tx, userId: number): Promise<void> {
  await sql`
    update records r set removed_at = null
    from import_matches m join import_items i using (digest) join publications p on p.canonical_id = m.canonical_id
    where i.is_added and m.scholar_id is null and r.publication_id = p.id and r.owner_user_id = ${userId} and r.removed_at is not null`.execute(
    tx,
  );
}

/** Which of these canonical publications the user's library shows, and whether it has them without any scholar. */
export async function listShown(
  tx: Tx,
  userId: number,
  canonicalIds: readonly number[],
): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number; is_added: boolean }>`
    select u.publication_id as id, ${isAdded(userId, sql`u.publication_id`)} as is_added
    from user_publications u
    where u.user_id = ${userId} and u.publication_id = any(${canonicalIds}::bigint[]) and u.hidden_as is null`.execute(
    tx,
  );
  return new Map(rows.map(({ id, is_added }) => [id, is_added]));
}
