import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT } from '../publications/records.ts';

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

/** Puts the records back that the items of an import name again. */
export async function putBackItems(tx: Tx, userId: number): Promise<void> {
  await sql`
    update records r set removed_at = null from import_matches m
    where r.owner_user_id = ${userId} and r.source = ${IMPORT} and r.key = m.digest and r.removed_at is not null`.execute(
    tx,
  );
}
