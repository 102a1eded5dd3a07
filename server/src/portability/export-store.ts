import { sql } from 'kysely';
import { scholarName } from '../library/scholar-name-store.ts';
import { LOCKS } from '../platform/database/advisory-locks.ts';
import type { Queries, Tx } from '../platform/database/database.ts';

/** Which of these scholars the user tracks. */
export async function listTracked(db: Queries, userId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from scholars where user_id = ${userId} and id = any(${ids})`.execute(db);
  return rows.map(({ id }) => id);
}

const TIME = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

/** The beginning of an export up to its scholars, as JSON text: an object without its closing brace. */
export async function readExportHead(
  tx: Tx,
  userId: number,
  schemaVersion: number,
  ids: readonly number[] | null,
): Promise<string> {
  const { rows } = await sql<{ version: number; at: string; scholars: string }>`
    select to_char(now() at time zone 'UTC', ${TIME}) as at, coalesce((
      select json_agg(json_build_object('scholar_id', p.source_id, 'display_name', ${scholarName()}, 'is_enabled', s.is_enabled,
        'profile_image_override_url', s.image_override_url) order by s.id)
      from scholars s join profiles p on p.id = s.profile_id
      where s.user_id = ${userId} and (${ids}::bigint[] is null or s.id = any(${ids}::bigint[]))
    ), '[]')::text as scholars`.execute(tx);
  const head = rows[0] ?? { at: '', scholars: '[]' };
  return `{"schema_version":${schemaVersion},"exported_at":"${head.at}","scholars":${head.scholars}`;
}

/** Locks the user's exports in all processes until the transaction ends; false if another export holds the lock. */
export async function lockExport(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.export}, ${userId}::bigint::int) as got`.execute(tx);
  return rows[0]?.got ?? false;
}

/** Opens a cursor over the publications of an export, in the order of their entry numbers. */
export async function openExport(tx: Tx, userId: number, ids: readonly number[] | null): Promise<void> {
  // without nested loops, no plan reads a table once for each publication, even if the statistics are wrong
  await sql`set local enable_nestloop = off`.execute(tx);
  // planning this join takes longer than its execution, so each connection plans it only once
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  // the transaction is idle while a slow client receives a part, which may take half a minute
  await sql`set local idle_in_transaction_session_timeout = '1min'`.execute(tx);
  // DECLARE accepts no parameters; these literals are trusted numbers
  const user = sql.lit(userId);
  const isWanted =
    ids === null ? sql`true` : sql`u.scholar_ids && array[${sql.join(ids.map((id) => sql.lit(id)))}]::bigint[]`;
  await sql`
    declare library_export no scroll cursor for
    select u.publication_id from user_publications u
    where u.user_id = ${user} and u.hidden_as is null and ${isWanted}
    order by u.entry_number`.execute(tx);
}

/** The next publications of the open cursor; empty at its end. */
export async function fetchIds(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ publication_id: number }>`fetch ${sql.lit(limit)} from library_export`.execute(tx);
  return rows.map(({ publication_id }) => publication_id);
}

/**
 * The items of these publications as JSON texts separated by commas: one for each scholar and publication, in the order of the library. Keys,
 * identifiers and PDFs are those of all members, except private members of a public publication. The PDF from the user's import is used
 * only if enrichment found none.
 */
export async function readItems(
  tx: Tx,
  { userId, ids }: { userId: number; ids: readonly number[] | null },
  publicationIds: readonly number[],
): Promise<string> {
  // the ids are sent once and as text, because the driver is slow with lists
  const requested = sql`any((select ids from requested)::bigint[])`;
  const ofMembers = sql`any((select array_agg(id) from members)::bigint[])`;
  const isWanted = ids === null ? sql`true` : sql`w.id = any(${ids}::bigint[])`;
  const { rows } = await sql<{ items: string | null }>`
    with requested as materialized (
      select ${`{${publicationIds.join()}}`}::bigint[] as ids
    ), members as materialized (
      select m.id, m.canonical_id, c.owner_user_id as owner, m.owner_user_id is not distinct from c.owner_user_id as is_shown
      from publications m join publications c on c.id = m.canonical_id where m.canonical_id = ${requested} and c.id = ${requested}
    )
    select string_agg('{"scholar_id":' || coalesce(to_json(w.source_id)::text, 'null') || ',' || substr(item.json, 2), ',' order by x.entry_number, w.id) as items
    from (
      select u.user_id, u.publication_id, u.entry_number, u.first_seen_at, u.scholar_ids, said.row_keys, said.record_keys,
        said.cluster_key, said.fingerprint, said.pdf_url as said_pdf_url, found.pdf_url as found_pdf_url, named.identifiers
      from user_publications u
      left join (
        select canonical_id, json_agg(substr(piece, 5)) filter (where piece like 'row:%') as row_keys,
          json_agg(substr(piece, 8)) filter (where piece like 'record:%') as record_keys,
          min(piece) filter (where piece like 'cluster:%') as cluster_key, min(substr(piece, 4)) filter (where piece like 'fp:%') as fingerprint,
          min(substr(piece, 5)) filter (where piece like 'pdf:%') as pdf_url
        from (
          select distinct m.canonical_id, e.piece collate "C" as piece
          from records r join members m on m.id = r.publication_id
          cross join lateral unnest(
            case when r.owner_user_id is not distinct from m.owner then r.evidence else '{}' end
            || case when r.owner_user_id = ${userId} then array['record:' || r.key] else '{}' end
            || case when r.owner_user_id = ${userId} and r.pdf_url is not null then array['pdf:' || r.pdf_url] else '{}' end) as e (piece)
          where r.publication_id = ${ofMembers} and coalesce(r.owner_user_id, ${userId}) = ${userId}
          order by 1, 2
        ) p group by canonical_id
      ) said on said.canonical_id = u.publication_id
      left join (
        select distinct on (m.canonical_id) m.canonical_id, j.pdf_url from enrichment j join members m on m.id = j.publication_id and m.is_shown
        where j.publication_id = ${ofMembers} and j.status = 'resolved'
        order by m.canonical_id, m.id = m.canonical_id desc, m.id
      ) found on found.canonical_id = u.publication_id
      left join (
        select canonical_id, json_agg(json_build_object('kind', kind, 'value', value)) as identifiers
        from (
          select m.canonical_id, i.kind, i.value, max(i.confidence) as confidence
          from publication_identifiers i join members m on m.id = i.publication_id and m.is_shown
          where i.publication_id = ${ofMembers} and not i.is_contradicted
          group by 1, 2, 3 order by 1, 4 desc, 2, 3
        ) i group by canonical_id
      ) named on named.canonical_id = u.publication_id
      where u.user_id = ${userId} and u.publication_id = ${requested}
    ) x
    -- the offset makes this text once for all scholars of the entry
    cross join lateral (
      select row_to_json(r)::text as json from (
        select x.cluster_key as cluster_id, coalesce(x.row_keys, '[]') as row_keys,
          coalesce(x.record_keys, '[]') as record_keys, x.fingerprint as fingerprint_sha256,
          p.title, p.year, p.citation_count, p.author_text, p.venue_text, p.pub_url, p.doi, coalesce(x.found_pdf_url, x.said_pdf_url) as pdf_url,
          coalesce(case when p.display_identifier is not null then x.identifiers end, '[]') as identifiers,
          -- not joins, which would read all marks of the user for each batch
          not exists (select from unread r where r.user_id = x.user_id and r.publication_id = x.publication_id) as is_read,
          exists (select from favorites f where f.user_id = x.user_id and f.publication_id = x.publication_id) as is_favorite,
          to_char(x.first_seen_at at time zone 'UTC', ${TIME}) as first_seen_at
        from publications p where p.id = x.publication_id
      ) r offset 0
    ) item
    left join lateral (
      select k.id, (select f.source_id from profiles f where f.id = (select s.profile_id from scholars s where s.id = k.id)) as source_id
      from unnest(x.scholar_ids) as k (id)
    ) w on true
    where ${isWanted}`.execute(tx);
  return rows[0]?.items ?? '';
}
