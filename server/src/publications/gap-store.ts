import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT, IMPORT_CONFIDENCE } from './imported.ts';

/** What a file has for a work's empty fields; null where it has nothing or nothing is missing. */
export interface Gap {
  readonly id: number;
  readonly author_text: string | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly pub_url: string | null;
  readonly identifiers: readonly (readonly [kind: string, value: string])[] | null;
}

const OTHERS_LINK = (userId: number) =>
  sql`exists (select from user_publications u where u.publication_id = p.id and u.user_id <> ${userId})`;

/**
 * Finds the works of `import_matches` that lack what the file says of them and that no other user links, locks them in the order of their ids
 * against new links, and keeps them in a table. It passes over what somebody holds, and so waits for nobody. Returns how many there are.
 */
export async function findGaps(tx: Tx, userId: number): Promise<number> {
  await sql`
    create temporary table import_gaps on commit drop as
    select p.id from publications p
    where p.merged_into is null and not ${OTHERS_LINK(userId)} and exists (
      select from import_matches m join import_items i on i.position = m.position
      where m.publication_id = p.id and m.maker is distinct from m.position and (
        p.author_text is null and i.author_text is not null or p.venue_text is null and i.venue_text is not null
        or p.year is null and i.year is not null or p.pub_url is null and i.pub_url is not null
        or exists (select from json_array_elements(i.identifiers) one where not exists (
          select from publication_identifiers k where k.publication_id = p.id and k.kind = one ->> 0))))
      and p.id in (select publication_id from import_matches where maker is distinct from position)`.execute(tx);
  // no weaker lock: who is about to link one waits, and then sees what was filled
  const { rows } = await sql<{ n: number }>`
    with locked as materialized (
      select p.id from publications p where p.id in (select id from import_gaps) order by p.id for update skip locked
    ), held as (
      delete from import_gaps g where not exists (select from locked l where l.id = g.id)
    )
    select count(*) as n from locked`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The next gaps after a work, of works that nobody else has come to link meanwhile. */
export async function listGaps(tx: Tx, userId: number, afterId: number, limit: number): Promise<Gap[]> {
  const first = (column: 'author_text' | 'venue_text' | 'year' | 'pub_url') => sql`
    case when p.${sql.ref(column)} is null then (array_agg(i.${sql.ref(column)} order by m.position) filter (where i.${sql.ref(column)} is not null))[1] end`;
  const { rows } = await sql<Gap>`
    select p.id, ${first('author_text')} as author_text, ${first('venue_text')} as venue_text, ${first('year')} as year,
      ${first('pub_url')} as pub_url, (
        select json_agg(distinct jsonb_build_array(one ->> 0, one ->> 1))
        from import_matches mm join import_items ii on ii.position = mm.position, json_array_elements(ii.identifiers) one
        where mm.publication_id = p.id and not exists (
          select from publication_identifiers k where k.publication_id = p.id and k.kind = one ->> 0)
      ) as identifiers
    from (select id from import_gaps where id > ${afterId} order by id limit ${limit}) g
    join publications p on p.id = g.id
    join import_matches m on m.publication_id = p.id join import_items i on i.position = m.position
    where not ${OTHERS_LINK(userId)}
    group by p.id order by p.id`.execute(tx);
  return rows;
}

/** Fills gaps of works that the caller has locked; `words` are all words of the work's text. */
export async function saveGaps(tx: Tx, gaps: readonly (Gap & { readonly words: readonly string[] })[]): Promise<void> {
  if (gaps.length === 0) return;
  await sql`
    update publications p set
      author_text = coalesce(p.author_text, g.author_text), venue_text = coalesce(p.venue_text, g.venue_text), year = coalesce(p.year, g.year),
      pub_url = coalesce(p.pub_url, g.pub_url), updated_at = now(),
      search_vector = array_to_tsvector(array(select json_array_elements_text(g.words))),
      imported_fields = p.imported_fields || array_remove(array[
        case when g.author_text is not null then 'author_text' end, case when g.venue_text is not null then 'venue_text' end,
        case when g.year is not null then 'year' end, case when g.pub_url is not null then 'pub_url' end,
        case when json_typeof(g.identifiers) = 'array' and not 'identifiers' = any (p.imported_fields) then 'identifiers' end], null)
    from json_to_recordset(${JSON.stringify(gaps)}::json) as g
      (id bigint, author_text text, venue_text text, year integer, pub_url text, identifiers json, words json)
    where p.id = g.id`.execute(tx);
  const identifiers = gaps.flatMap(({ id, identifiers: found }) =>
    (found ?? []).map(([kind, value]) => ({ id, kind, value })),
  );
  if (identifiers.length === 0) return;
  await sql`
    insert into publication_identifiers (publication_id, kind, value, confidence, source)
    select k.id, k.kind, k.value, ${IMPORT_CONFIDENCE}, ${IMPORT}
    from json_to_recordset(${JSON.stringify(identifiers)}::json) as k (id bigint, kind text, value text)
    on conflict do nothing`.execute(tx);
}
