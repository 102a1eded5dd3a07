import { type RawBuilder, sql } from 'kysely';
import { scholarName } from '../library/scholar-name-store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { LOCKS } from '../platform/database/locks.ts';
import { one } from '../platform/database/one.ts';

/** A time as text, as JSON.stringify writes it. */
function timeText(time: RawBuilder<unknown>) {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The beginning of an export up to its publications, as JSON text: an object without its closing brace. An export of
 * some scholars has no views and rules.
 */
export async function readExportHead(
  tx: Tx,
  userId: number,
  schemaVersion: number,
  ids: readonly number[] | null,
): Promise<string> {
  const { rows } = await sql<{ at: string; parts: string; scholars: string; views: string; rules: string }>`
    select ${timeText(sql`now()`)} as at,
      coalesce((select to_json(reading_order_parts) from user_settings where user_id = ${userId} and ${ids === null}), 'null')::text as parts, coalesce((
      select json_agg(json_build_object('scholar_id', p.source_id, 'display_name', ${scholarName()}, 'is_enabled', s.is_enabled,
        'profile_image_override_url', s.image_override_url, 'profiles', ${profilesOf()}) order by s.id)
      from scholars s join profiles p on p.id = s.profile_id
      where s.user_id = ${userId} and (${ids}::bigint[] is null or s.id = any(${ids}::bigint[]))
    ), '[]')::text as scholars, coalesce((
      select json_agg(json_build_object('name', v.name, 'layout', v.layout, 'scholar_id', p.source_id,
        'parameters', v.parameters - 'scholar_profile_id') order by v.place, v.id)
      from saved_views v
      left join (scholars s join profiles p on p.id = s.profile_id) on s.user_id = v.user_id and s.id = (v.parameters ->> 'scholar_profile_id')::bigint
      -- a view of a scholar who is not tracked any more lists nothing
      where v.user_id = ${userId} and ${ids}::bigint[] is null and (s.id is not null or not v.parameters ? 'scholar_profile_id')
    ), '[]')::text as views, coalesce((
      select json_agg(json_build_object('name', r.name, 'search', r.search, 'tags', array(
          select t.name from tags t where t.user_id = ${userId} and t.id = any(r.tag_ids) order by t.name_key),
        'mark_read', r.mark_read, 'mark_favorite', r.mark_favorite, 'is_enabled', r.is_enabled) order by r.name_key)
      from rules r where r.user_id = ${userId} and ${ids}::bigint[] is null
    ), '[]')::text as rules`.execute(tx);
  const head = one(rows, 'the head of an export');
  return `{"schema_version":${schemaVersion},"exported_at":"${head.at}","reading_order_parts":${head.parts},"scholars":${head.scholars},"views":${head.views},"rules":${head.rules}`;
}

/** The other profiles of a scholar `s` as JSON: those that it uses, and those that the user rejected. */
function profilesOf() {
  return sql`(
    select coalesce(json_agg(json_build_object('source', source, 'id', source_id,
      'state', case when is_used then 'confirmed' else 'rejected' end, 'decision', decision) order by source, source_id), '[]')
    from (
      select f.source, f.source_id, f.id as profile_id, true as is_used from scholar_profiles c join profiles f on f.id = c.profile_id where c.scholar_id = s.id
    ) used full join (
      select source, source_id, decision from scholar_decisions where scholar_id = s.id
    ) decided using (source, source_id)
    where profile_id is distinct from s.profile_id and (is_used or decision = 'rejected')
  )`;
}

/** Locks the user's exports in all processes until the transaction ends; false if another export holds the lock. */
export async function lockExport(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.export}, ${userId}::bigint::int) as got`.execute(tx);
  return one(rows, 'the lock of an export').got;
}

/** Prepares the transaction for {@link readEntries}. */
export async function beginExport(tx: Tx): Promise<void> {
  await sql`
    select
      -- without nested loops, no plan reads a table once for each publication, even if the statistics are wrong
      set_config('enable_nestloop', 'off', true),
      -- planning this join takes longer than its execution, so each connection plans it only once
      set_config('plan_cache_mode', 'force_generic_plan', true),
      -- the transaction is idle while a slow client receives a part, which may take half a minute
      set_config('idle_in_transaction_session_timeout', '1min', true)`.execute(tx);
}

/** The snapshot of a transaction, which others can read as long as the transaction lasts. */
export async function shareSnapshot(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
  return one(rows, 'a snapshot').id;
}

/** Reads in a short transaction on another connection, which sees a shared snapshot. */
export function readBeside<T>(db: Database, snapshot: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx);
      await beginExport(tx);
      return read(tx);
    });
}

export interface ExportedEntry {
  readonly entry_number: number;
  readonly scholar_ids: readonly number[];
  /** the library has it without any scholar */
  readonly is_added: boolean;
  /** the item as JSON, except its scholar */
  readonly json: string;
}

/** The user's scholars that account for a visible entry, or those for which the user rejected the publication. */
export type ExportedList = 'listed' | 'rejected';

/** Whose entries are exported; `ids`: only those of some scholars. */
interface Exported {
  readonly userId: number;
  readonly ids: readonly number[] | null;
}

/** A part of a list: up to `size` entries from an entry number on, in order. */
export interface ExportPart {
  readonly list: ExportedList;
  readonly from: number;
  readonly size: number;
}

/** The exported entries of a list, with the user's scholars. */
function entriesOf(list: ExportedList, { userId, ids }: Exported) {
  const all =
    list === 'listed'
      ? sql`(
        select publication_id, entry_number, first_seen_at, scholar_ids from user_publications where user_id = ${userId} and hidden_as is null)`
      : sql`(
        select e.publication_id, e.entry_number, e.first_seen_at, array_agg(distinct r.scholar_id) as scholar_ids
        from scholar_rejections r join user_publications e using (user_id, publication_id) where r.user_id = ${userId} group by 1, 2, 3)`;
  return sql`${all} u where ${ids === null ? sql`true` : sql`u.scholar_ids && ${ids}::bigint[]`}`;
}

/** All parts of a list, each with `size` entries except the last. */
export async function listParts(tx: Tx, of: Exported, list: ExportedList, size: number): Promise<ExportPart[]> {
  const { rows } = await sql<{ from: number }>`
    select entry_number as "from"
    from (select entry_number, row_number() over (order by entry_number) as number from ${entriesOf(list, of)}) u
    where number % ${sql.lit(size)} = 1 order by number`.execute(tx);
  return rows.map(({ from }) => ({ list, from, size }));
}

/**
 * The entries of a part, in order. Keys, identifiers and PDFs are those of all members, except private members of a
 * public publication. The PDF from the user's import is used only if enrichment found none.
 */
export async function readEntries(tx: Tx, of: Exported, { list, from, size }: ExportPart): Promise<ExportedEntry[]> {
  const { userId } = of;
  const requested = sql`any((select array_agg(publication_id) from entries)::bigint[])`;
  const ofMembers = sql`any((select array_agg(id) from members)::bigint[])`;
  const { rows } = await sql<ExportedEntry>`
    with entries as materialized (
      select u.publication_id, u.entry_number, u.first_seen_at, u.scholar_ids
      from ${entriesOf(list, of)} and u.entry_number >= ${from}
      order by u.entry_number limit ${sql.lit(size)}
    ), shown as materialized (
      select id, owner_user_id, title, year, citation_count, author_text, venue_text, pub_url, doi, display_identifier
      from publications where id = ${requested}
    ), members as materialized (
      select m.id, m.canonical_id, p.owner_user_id as owner, m.owner_user_id is not distinct from p.owner_user_id as is_shown
      from publications m join shown p on p.id = m.canonical_id where m.canonical_id = ${requested}
    )
    select u.entry_number, u.scholar_ids, item.is_added, row_to_json(item)::text as json
    from entries u
    join shown p on p.id = u.publication_id
    left join (
      select canonical_id, json_agg(substr(piece, 5)) filter (where piece like 'row:%') as row_keys,
        json_agg(substr(piece, 8)) filter (where piece like 'record:%') as record_keys,
        min(piece) filter (where piece like 'cluster:%') as cluster_key, min(substr(piece, 4)) filter (where piece like 'fp:%') as fingerprint,
        min(substr(piece, 5)) filter (where piece like 'pdf:%') as pdf_url, bool_or(piece = 'added') as is_added
      from (
        select distinct m.canonical_id, e.piece collate "C" as piece
        from records r join members m on m.id = r.publication_id
        cross join lateral unnest(
          case when r.owner_user_id is not distinct from m.owner then r.evidence else '{}' end
          || case when r.owner_user_id = ${userId} then array['record:' || r.key] else '{}' end
          || case when r.owner_user_id = ${userId} and r.pdf_url is not null then array['pdf:' || r.pdf_url] else '{}' end
          -- no EXISTS, for which PostgreSQL may read all listings
          || case when r.owner_user_id = ${userId} and r.removed_at is null and (select l.record_id from listings l where l.record_id = r.id limit 1) is null
            then array['added'] else '{}' end) as e (piece)
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
      -- what the file of an import said of a private publication
      select distinct on (m.canonical_id) m.canonical_id, r.biblio, r.author_list -> 'authors' as authors
      from records r join members m on m.id = r.publication_id and m.owner = r.owner_user_id
      where r.publication_id = ${ofMembers} and r.owner_user_id = ${userId}
      order by m.canonical_id, r.biblio ->> 'type' is null, m.id <> m.canonical_id, r.id
    ) stated on stated.canonical_id = u.publication_id
    left join (
      select canonical_id, json_agg(json_build_object('kind', kind, 'value', value)) as identifiers
      from (
        select m.canonical_id, i.kind, i.value, max(i.confidence) as confidence
        from publication_identifiers i join members m on m.id = i.publication_id and m.is_shown
        where i.publication_id = ${ofMembers} and not i.is_contradicted
        group by 1, 2, 3 order by 1, 4 desc, 2, 3
      ) i group by canonical_id
    ) named on named.canonical_id = u.publication_id
    left join (
      select distinct on (m.canonical_id) m.canonical_id, k.key
      from cite_keys k join members m on m.id = k.publication_id where k.publication_id = ${ofMembers} and k.user_id = ${userId}
      order by m.canonical_id, m.id <> m.canonical_id, m.id
    ) cited on cited.canonical_id = u.publication_id
    left join (
      select k.publication_id, json_agg(json_build_object('name', t.name, 'color', t.color) order by t.name_key) as tags
      from publication_tags k join tags t on t.id = k.tag_id
      where k.user_id = ${userId} and t.user_id = ${userId} and k.publication_id = ${requested} group by 1
    ) tagged on tagged.publication_id = u.publication_id
    left join (
      select distinct on (m.canonical_id) m.canonical_id, k.mark, k.marked_at
      from reading_marks k join members m on m.id = k.publication_id where k.publication_id = ${ofMembers} and k.user_id = ${userId}
      -- "less" comes before "more", as in the reading order
      order by m.canonical_id, k.mark, k.marked_at desc
    ) marked on marked.canonical_id = u.publication_id
    left join (
      select m.canonical_id, max(k.read_at) as read_at
      from single_reads k join members m on m.id = k.publication_id where k.publication_id = ${ofMembers} and k.user_id = ${userId} group by 1
    ) chosen on chosen.canonical_id = u.publication_id
    left join (
      select m.canonical_id, json_agg(json_build_object('id', n.id, 'text', n.text,
        'created_at', ${timeText(sql`n.created_at`)}, 'updated_at', ${timeText(sql`n.updated_at`)}) order by n.created_at, n.id) as notes
      from notes n join members m on m.id = n.publication_id where n.publication_id = ${ofMembers} and n.user_id = ${userId} group by 1
    ) noted on noted.canonical_id = u.publication_id
    cross join lateral (
      select said.cluster_key as cluster_id, coalesce(said.row_keys, '[]') as row_keys, coalesce(said.record_keys, '[]') as record_keys,
        said.fingerprint as fingerprint_sha256,
        p.title, p.year, p.citation_count, p.author_text, stated.authors, p.venue_text, stated.biblio, p.pub_url, p.doi, coalesce(found.pdf_url, said.pdf_url) as pdf_url,
        coalesce(case when p.display_identifier is not null then named.identifiers end, '[]') as identifiers,
        -- not joins and not EXISTS, for which PostgreSQL may read all marks of the user for each batch
        (select r.user_id from unread r where r.user_id = ${userId} and r.publication_id = u.publication_id) is null as is_read,
        (select f.user_id from favorites f where f.user_id = ${userId} and f.publication_id = u.publication_id) is not null as is_favorite,
        ${sql.lit(list === 'listed')} and coalesce(said.is_added, false) as is_added,
        ${sql.lit(list === 'rejected')} as is_rejected,
        coalesce(tagged.tags, '[]') as tags,
        marked.mark as interest, ${timeText(sql`marked.marked_at`)} as interest_at,
        ${timeText(sql`chosen.read_at`)} as single_read_at,
        coalesce(noted.notes, '[]') as notes,
        ${timeText(sql`u.first_seen_at`)} as first_seen_at,
        cited.key as cite_key
    ) item
    order by u.entry_number`.execute(tx);
  return rows;
}
