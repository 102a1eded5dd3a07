import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { IMPORT } from '../publications/imported.ts';

/** Which of these scholars the user tracks. */
export async function listTracked(db: Queries, userId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from scholars where user_id = ${userId} and id = any(${ids})`.execute(db);
  return rows.map(({ id }) => id);
}

const TIME = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

/** The head of an export, up to its scholars: an object without its closing brace, as JSON text. */
export async function readExportHead(
  tx: Tx,
  userId: number,
  schemaVersion: number,
  ids: readonly number[] | null,
): Promise<string> {
  const { rows } = await sql<{ version: number; at: string; scholars: string }>`
    select to_char(now() at time zone 'UTC', ${TIME}) as at, coalesce((
      select json_agg(json_build_object('scholar_id', p.source_id, 'display_name', p.display_name, 'is_enabled', s.is_enabled,
        'profile_image_override_url', s.image_override_url) order by s.id)
      from scholars s join profiles p on p.id = s.profile_id
      where s.user_id = ${userId} and (${ids}::bigint[] is null or s.id = any(${ids}::bigint[]))
    ), '[]')::text as scholars`.execute(tx);
  const head = rows[0] ?? { at: '', scholars: '[]' };
  return `{"schema_version":${schemaVersion},"exported_at":"${head.at}","scholars":${head.scholars}`;
}

/** Any two keys for advisory locks that nobody else uses; the second is the user. */
const EXPORT_LOCK = 0x6c656374 + 17;

/** Until the transaction ends no other export of the user begins, here or in another process; false when one is under way. */
export async function lockExport(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${EXPORT_LOCK}, ${userId}::bigint::int) as got`.execute(tx);
  return rows[0]?.got ?? false;
}

/** Opens a cursor over the works of an export, in the order in which the library got them. */
export async function openExport(tx: Tx, userId: number, ids: readonly number[] | null): Promise<void> {
  // a batch is joined as a whole: whatever the planner believes of a table, none is read once for each work
  await sql`set local enable_nestloop = off`.execute(tx);
  // to plan such a join takes longer than to run it: once a connection is enough
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  // a declaration takes no parameters; these are numbers of our own
  const user = sql.lit(userId);
  const isWanted =
    ids === null
      ? sql`true`
      : sql`u.publication_id in (
          select publication_id from scholar_works
          where user_id = ${user} and scholar_id = any(array[${sql.join(ids.map((id) => sql.lit(id)))}]::bigint[]))`;
  await sql`
    declare library_export no scroll cursor for
    select u.publication_id from user_publications u
    where u.user_id = ${user} and not u.is_hidden and ${isWanted}
    order by u.link_number`.execute(tx);
}

/** The next works of the open cursor; none at its end. */
export async function fetchWorks(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ publication_id: number }>`fetch ${sql.lit(limit)} from library_export`.execute(tx);
  return rows.map(({ publication_id }) => publication_id);
}

/** The records of these works as JSON texts with commas between: one for each scholar and work, in the order of the library. */
export async function readRecords(
  tx: Tx,
  { userId, source, ids }: { userId: number; source: string; ids: readonly number[] | null },
  workIds: readonly number[],
): Promise<string> {
  // the ids are told once, and as text: the driver takes its time over a list
  const works = sql`any((select ids from asked)::bigint[])`;
  const isWanted = ids === null ? sql`true` : sql`x.scholar_id = any(${ids}::bigint[])`;
  const { rows } = await sql<{ records: string | null }>`
    with asked as materialized (select ${`{${workIds.join()}}`}::bigint[] as ids)
    select string_agg(record.json, ',') as records
    from (
      select u.publication_id, u.link_number, u.is_read, u.is_favorite, u.first_seen_at, w.scholar_id, w.source_id, keys.cluster,
        keys.imported_cluster, keys.imported_fingerprint, prints.fingerprint, named.identifiers
      from user_publications u
      left join (
        select l.publication_id, s.id as scholar_id, (select source_id from profiles f where f.id = s.profile_id) as source_id
        from (
          select publication_id, profile_id from profile_publications where publication_id = ${works}
          union
          -- found by the work alone: by the user, all that the user has would be read for each batch
          select publication_id, profile_id from scholar_publications where publication_id = ${works} and user_id + 0 = ${userId}
        ) l join scholars s on s.profile_id = l.profile_id and s.user_id = ${userId}
      ) w on w.publication_id = u.publication_id
      left join (
        select publication_id, min(key) filter (where source = ${sql.lit(source)} and key like 'cluster:%') as cluster,
          -- of what imports said, what the user's own did
          min(key) filter (where source = ${sql.lit(IMPORT)} and key like ${`${source} cluster:% ${userId}`}) as imported_cluster,
          min(key) filter (where source = ${sql.lit(IMPORT)} and key like ${`fingerprint % ${userId}`}) as imported_fingerprint
        from publication_sources where publication_id = ${works} group by publication_id
      ) keys on keys.publication_id = u.publication_id
      left join (
        select publication_id, min(encode(fingerprint, 'hex')) as fingerprint
        from publication_fingerprints where publication_id = ${works} group by publication_id
      ) prints on prints.publication_id = u.publication_id
      left join (
        -- sorted at once, not the few of each work
        select publication_id, json_agg(json_build_object('kind', kind, 'value', value)) as identifiers
        from (
          select publication_id, kind, value from publication_identifiers where publication_id = ${works} and not is_contradicted
          order by publication_id, confidence desc, kind, value
        ) i group by publication_id
      ) named on named.publication_id = u.publication_id
      where u.user_id = ${userId} and u.publication_id = ${works}
      order by u.link_number, w.scholar_id
    ) x
    -- long texts join late, and are neither sorted nor kept in a hash table: without the offset they would be
    cross join lateral (
      select row_to_json(r)::text as json from (
        select x.source_id as scholar_id, substr(coalesce(x.cluster, split_part(x.imported_cluster, ' ', 2)), 9) as cluster_id,
          coalesce(x.fingerprint, substr(x.imported_fingerprint, 13, 64)) as fingerprint_sha256,
          p.title, p.year, p.citation_count, p.author_text, p.venue_text, p.pub_url, p.doi,
          (select case when j.status = 'resolved' then j.pdf_url end from pdf_jobs j where j.publication_id = p.id) as pdf_url,
          coalesce(case when p.display_identifier is not null then x.identifiers end, '[]') as identifiers,
          x.is_read, x.is_favorite, to_char(x.first_seen_at at time zone 'UTC', ${TIME}) as first_seen_at
        from publications p where p.id = x.publication_id
      ) r offset 0
    ) record
    where ${isWanted}`.execute(tx);
  return rows[0]?.records ?? '';
}
