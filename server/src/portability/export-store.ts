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

/** Opens a cursor over the publications of an export: a record for each scholar and work, in the order in which the library got them. */
export async function openExport(tx: Tx, userId: number, source: string, ids: readonly number[] | null): Promise<void> {
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  const isWanted =
    ids === null ? sql`true` : sql`w.scholar_id = any(array[${sql.join(ids.map((id) => sql.lit(id)))}]::bigint[])`;
  // a declaration takes no parameters; the user's id is a number of our own
  await sql`
    declare library_export no scroll cursor for
    select row_to_json(r)::text as record
    from user_publications u
    join publications p on p.id = u.publication_id
    left join lateral (
      select s.id as scholar_id, s.profile_id from profile_publications l
      join scholars s on s.profile_id = l.profile_id and s.user_id = ${sql.lit(userId)} where l.publication_id = u.publication_id
      union all
      -- found by the work alone: by the user, all that the user has would be read for each work
      select s.id, s.profile_id from scholar_publications o
      join scholars s on s.profile_id = o.profile_id and s.user_id = ${sql.lit(userId)}
      where o.publication_id = u.publication_id and o.user_id + 0 = ${sql.lit(userId)} and not exists (
        select from profile_publications l where l.profile_id = o.profile_id and l.publication_id = o.publication_id)
    ) w on true
    left join profiles f on f.id = w.profile_id
    cross join lateral (
      select min(key) filter (where source = ${sql.lit(source)} and key like 'cluster:%') as cluster,
        min(key) filter (where source = ${sql.lit(IMPORT)} and key like ${sql.lit(`${source} cluster:%`)}) as imported_cluster,
        min(key) filter (where source = ${sql.lit(IMPORT)} and key like 'fingerprint %') as imported_fingerprint
      from publication_sources k where k.publication_id = p.id
    ) keys
    cross join lateral (
      select f.source_id as scholar_id, substr(coalesce(keys.cluster, substr(keys.imported_cluster, ${sql.lit(source.length + 2)})), 9) as cluster_id,
        coalesce((select min(encode(fingerprint, 'hex')) from publication_fingerprints k where k.publication_id = p.id),
          substr(keys.imported_fingerprint, 13)) as fingerprint_sha256,
        p.title, p.year, p.citation_count, p.author_text, p.venue_text, p.pub_url, p.doi,
        (select pdf_url from pdf_jobs j where j.publication_id = p.id and j.status = 'resolved') as pdf_url,
        coalesce(case when p.display_identifier is not null then (
          select json_agg(json_build_object('kind', k.kind, 'value', k.value) order by k.confidence desc, k.kind, k.value)
          from publication_identifiers k where k.publication_id = p.id and not k.is_contradicted) end, '[]') as identifiers,
        u.is_read, u.is_favorite, to_char(u.first_seen_at at time zone 'UTC', ${TIME}) as first_seen_at
    ) r
    where u.user_id = ${sql.lit(userId)} and not u.is_hidden and ${isWanted}
    order by u.link_number, w.scholar_id`.execute(tx);
}

/** The next records of the open cursor; none at its end. */
export async function fetchRecords(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ record: string }>`fetch ${sql.lit(limit)} from library_export`.execute(tx);
  return rows.map(({ record }) => record);
}
