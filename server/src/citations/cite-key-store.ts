import { sql } from 'kysely';
import { LOCKS } from '../platform/database/advisory-locks.ts';
import type { Tx } from '../platform/database/database.ts';

/** Prepares the transaction for the other functions. */
export async function beginKeys(tx: Tx): Promise<void> {
  // uses an index for each publication: plans from before the first export of a large library, when the table was
  // small, scan all of it for each batch
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    tx,
  );
}

/** Until the transaction ends, no other transaction gives keys to this user. */
export async function lockKeys(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.citeKeys}, ${userId}::bigint::int)`.execute(tx);
}

/**
 * The user's keys of these publications, by their ids: a publication's own, or else the first key of one merged into
 * it.
 */
export async function readKeys(
  tx: Tx,
  userId: number,
  publicationIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select distinct on (w.id) w.id, k.key
    from unnest(${publicationIds}::bigint[]) as w (id)
    cross join lateral (
      select w.id as publication_id
      union all
      select m.id from publications m where m.canonical_id = w.id and m.merged_into is not null
    ) p
    -- the offset keeps it a lookup by publication: the other way round, each batch would read all keys of the user
    cross join lateral (
      select key from cite_keys where publication_id = p.publication_id and user_id = ${userId} offset 0
    ) k
    order by w.id, p.publication_id <> w.id, p.publication_id`.execute(tx);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** The highest number of the user's keys with each of these stems. Stems without keys are left out. */
export async function readHighestNumbers(
  tx: Tx,
  userId: number,
  stems: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ stem: string; number: number | null }>`
    select s.stem, (select max(k.number) from cite_keys k where k.user_id = ${userId} and k.stem = s.stem) as number
    from unnest(${stems}::text[]) as s (stem)`.execute(tx);
  return new Map(rows.flatMap(({ stem, number }) => (number === null ? [] : [[stem, number]])));
}

export interface NewKey {
  readonly publicationId: number;
  readonly key: string;
  readonly stem: string;
  readonly number: number;
}

/**
 * Saves keys. Returns the publications whose keys were saved; the others' keys belong to other publications of the
 * user.
 */
export async function insertKeys(tx: Tx, userId: number, keys: readonly NewKey[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ publication_id: number }>`
    insert into cite_keys (user_id, publication_id, key, stem, number)
    select ${userId}, k.* from unnest(${keys.map(({ publicationId }) => publicationId)}::bigint[], ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ stem }) => stem)}::text[], ${keys.map(({ number }) => number)}::integer[]) as k
    on conflict (user_id, key) do nothing returning publication_id`.execute(tx);
  return new Set(rows.map(({ publication_id }) => publication_id));
}
