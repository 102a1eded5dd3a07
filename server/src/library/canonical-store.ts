import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { LOCKS } from '../platform/database/locks.ts';

/**
 * The identity lock protects which records belong to which publication. A transaction that creates or matches public
 * records, or merges or unmerges publications, holds it exclusively. One that adds library entries or writes to
 * existing listings shares it. An import adds private records without it, because no other user matches them, and
 * shares it afterwards. Take it once, before locks on publications and libraries.
 */
export async function lockIdentity(tx: Tx, mode: 'exclusive' | 'shared' = 'exclusive'): Promise<void> {
  if (mode === 'shared') await sql`select ${identityShared}`.execute(tx);
  else await sql`select pg_advisory_xact_lock(${LOCKS.identity}, 0)`.execute(tx);
}

/** The shared lock, for a statement that also takes the locks after it. */
export const identityShared = sql`pg_advisory_xact_lock_shared(${sql.lit(LOCKS.identity)}, 0)`;

/** The canonical publications by the requested ids, without ids that do not exist. */
export async function findCanonical(db: Queries, publicationIds: readonly number[]): Promise<Map<number, number>> {
  if (publicationIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; canonical_id: number }>`
    select id, canonical_id from publications where id = any(${publicationIds})`.execute(db);
  return new Map(rows.map(({ id, canonical_id }) => [id, canonical_id]));
}

/**
 * The canonical publication of this one, which is itself unless it was merged; undefined if there is no publication
 * with this id.
 */
export async function findCanonicalOf(db: Queries, publicationId: number): Promise<number | undefined> {
  return (await findCanonical(db, [publicationId])).get(publicationId);
}
