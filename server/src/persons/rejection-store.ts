import { sql } from 'kysely';
import { refreshEntries } from '../library/entry-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

/**
 * Records that a publication is not by a scholar, for all profiles of the scholar. Returns false, and records nothing,
 * if the scholar does not account for a visible entry of it and the rejection was not recorded before. The caller has
 * locked the library.
 */
export async function rejectPublication(
  tx: Tx,
  userId: number,
  scholarId: number,
  publicationId: number,
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean; is_known: boolean }>`
    with added as (
      insert into rejected_publications (user_id, profile_id, publication_id)
      select u.user_id, c.profile_id, u.publication_id from user_publications u join scholar_profiles c on c.scholar_id = ${scholarId}
      where u.user_id = ${userId} and u.publication_id = ${publicationId} and u.hidden_as is null and ${scholarId} = any(u.scholar_ids)
      on conflict do nothing returning 1
    )
    select exists (select from added) as is_new, exists (
      select from scholar_rejections where scholar_id = ${scholarId} and publication_id = ${publicationId}) as is_known`.execute(
    tx,
  );
  const { is_new: isNew, is_known: isKnown } = one(rows, 'a rejection');
  if (isNew) await refreshEntries(tx, [userId], [publicationId]);
  return isNew || isKnown;
}

/**
 * Takes back that a publication is not by a scholar. Does nothing if that was not recorded. The caller has locked the
 * library.
 */
export async function acceptPublication(
  tx: Tx,
  userId: number,
  scholarId: number,
  publicationId: number,
): Promise<void> {
  const { rows } = await sql`
    delete from rejected_publications r using publications p, scholar_profiles c
    where c.scholar_id = ${scholarId} and r.user_id = c.user_id and r.profile_id = c.profile_id
      and p.id = r.publication_id and p.canonical_id = ${publicationId} returning 1`.execute(tx);
  const listed = sql`
    select publication_id from scholar_listings where scholar_id = ${scholarId} and publication_id = ${publicationId}`;
  if (rows.length > 0) await refreshEntries(tx, [userId], listed, scholarId);
}
