import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Entry } from './unmerge-entries.ts';

/** An entry to write, and the user whose library it belongs to. */
export type NewEntry = Entry & { readonly userId: number };

/**
 * Replaces the entries, marks and tags of some publications in locked libraries: those of these users, or all. An entry without a number gets
 * the library's next one; among several, the one that was first seen last comes first. A first scholar that was deleted becomes null, and tags
 * that were deleted are left out. Returns what was written.
 */
export async function replaceEntries(
  tx: Tx,
  replaced: { publicationIds: readonly number[]; userIds: readonly number[] | null },
  entries: readonly NewEntry[],
): Promise<{ publication_id: number; entry: Record<string, unknown> }[]> {
  // deletes the marks and tags, too, so it must be a statement before the insertion
  await sql`
    delete from user_publications
    where publication_id = any(${replaced.publicationIds}) and (${replaced.userIds}::bigint[] is null or user_id = any(${replaced.userIds}::bigint[]))`.execute(
    tx,
  );
  if (entries.length === 0) return [];
  const { rows } = await sql<{ publication_id: number; entry: Record<string, unknown> }>`
    with wanted as materialized (
      select e."userId" as user_id, e.publication_id, coalesce(e.entry_number, l.last_entry_number + row_number() over (
          partition by e."userId", e.entry_number is null order by e.first_seen_at desc, e.publication_id)) as entry_number,
        e.first_number, e.is_read, e.is_favorite, e.is_hidden, e.first_seen_at, e.first_seen_run_id, s.id as first_scholar_id,
        array(select id::bigint from jsonb_array_elements_text(e.scholar_ids) as k (id)) as scholar_ids,
        array(select t.id from jsonb_array_elements_text(e.tag_ids) as k (id) join stored_tags t on t.id = k.id::bigint order by 1) as tag_ids
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e
        ("userId" bigint, publication_id bigint, entry_number bigint, first_number bigint, is_read boolean, is_favorite boolean, is_hidden boolean,
         first_seen_at timestamptz, first_seen_run_id bigint, first_scholar_id bigint, scholar_ids jsonb, tag_ids jsonb)
      join libraries l on l.user_id = e."userId"
      left join scholars s on s.id = e.first_scholar_id and s.user_id = e."userId"
    ), numbered as (
      update libraries l set last_entry_number = greatest(l.last_entry_number, n.last)
      from (select user_id, max(entry_number) as last from wanted group by 1) n where n.user_id = l.user_id
    ), saved as (
      insert into user_publications (user_id, publication_id, entry_number, first_seen_at, first_seen_run_id, first_scholar_id, hidden_as, scholar_ids,
        year, citations, title_prefix, pdf_rank, first_number)
      select user_id, publication_id, entry_number, first_seen_at, first_seen_run_id, first_scholar_id,
        case when is_hidden then case when is_read then 'read' else 'unread' end end, scholar_ids, o.year, o.citations, o.title_prefix, o.pdf_rank,
        nullif(first_number, entry_number)
      from wanted join publication_order o using (publication_id)
    ), marked as (
      insert into unread select user_id, publication_id, first_seen_at, entry_number, scholar_ids from wanted where not is_read and not is_hidden
    ), liked as (
      insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from wanted where is_favorite and not is_hidden
    ), tagged as (
      insert into publication_tags (user_id, publication_id, tag_id) select user_id, publication_id, unnest(tag_ids) from wanted
    )
    select publication_id, to_jsonb(wanted) - 'user_id' as entry from wanted`.execute(tx);
  return rows;
}
