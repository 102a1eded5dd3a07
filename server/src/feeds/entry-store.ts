import { sql } from 'kysely';
import { scholarLabel } from '../library/scholar-name-store.ts';
import { SHOWN_ABSTRACT, SHOWN_PDF } from '../library/shown-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { AUTHOR_LIST_SOURCES } from '../publications/metadata-store.ts';

/** More are a matter of large collaborations, whose names no feed reader needs. */
export const MAX_AUTHORS = 50;

/** A publication of a feed. Texts are as the sources wrote them. */
export interface EntryRow {
  readonly id: number;
  /** the first number of the entry in the library, which never changes */
  readonly first_number: number;
  readonly first_seen_at: Date;
  readonly title: string;
  readonly author_text: string | null;
  /** up to `MAX_AUTHORS` names from a source that lists them one by one; null: no source does */
  readonly authors: readonly string[] | null;
  readonly author_count: number | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly doi: string | null;
  readonly pub_url: string | null;
  /** the first 300 characters */
  readonly abstract_start: string | null;
  /** the open PDF that was checked */
  readonly pdf_url: string | null;
  /** the names of the user's scholars who list it */
  readonly scholars: readonly string[];
}

/** These publications of a user's library in the order of the ids. */
export async function readEntries(tx: Tx, userId: number, publicationIds: readonly number[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select p.id, coalesce(u.first_number, u.entry_number) as first_number, u.first_seen_at, p.title, p.author_text, p.venue_text, p.year, p.doi, p.pub_url,
      listed.authors, listed.author_count, ${SHOWN_ABSTRACT} as abstract_start, case when j.status = 'resolved' then j.pdf_url end as pdf_url,
      array(
        select ${scholarLabel('f')} from unnest(u.scholar_ids) as k (id) join scholars s on s.id = k.id join profiles f on f.id = s.profile_id order by s.id
      ) as scholars
    from unnest(${publicationIds}::bigint[]) with ordinality as w (id, at)
    join user_publications u on u.user_id = ${userId} and u.publication_id = w.id
    join publications p on p.id = w.id
    left join lateral ${SHOWN_PDF} j on true
    left join lateral (
      select jsonb_path_query_array(d.authors, '$[0 to $last].name', jsonb_build_object('last', ${sql.lit(MAX_AUTHORS - 1)})) as authors,
        jsonb_array_length(d.authors) as author_count
      from shown_members m join publication_metadata d using (publication_id)
      where m.canonical_id = p.id and d.authors <> '[]'
      order by d.has_all_authors desc, array_position(${sql.val(AUTHOR_LIST_SOURCES)}::text[], d.source::text), m.publication_id = p.id desc, m.publication_id
      limit 1
    ) listed on true
    order by w.at`.execute(tx);
  return rows;
}
