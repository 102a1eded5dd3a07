import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { Paper } from './paper-terms.ts';
import type { Part, SignalKind } from './parts.ts';

/** A publication with which a user did something. */
export interface SignalRow {
  readonly id: number;
  readonly kind: SignalKind;
}

/** What an order is made of, apart from the publications. */
export interface Basis {
  readonly signals: readonly SignalRow[];
  /** the parts that the user has not switched off */
  readonly parts: readonly Part[];
}

/** More do not change the order much. */
const MAX_SIGNALS = 1000;

/**
 * What the user reads now: up to a thousand signals, what the user said before what the user only read, and the newest
 * of each first. A mark counts for the canonical publication. Only visible entries count.
 */
export async function readBasis(db: Queries, userId: number): Promise<Basis> {
  const { rows } = await sql<Basis>`
    with said as (
      select p.canonical_id as id, m.mark as kind, case m.mark when 'less' then 0 else 2 end as rank, m.marked_at as at
      from reading_marks m join publications p on p.id = m.publication_id where m.user_id = ${userId}
      union all
      select publication_id, 'favorite', 1, first_seen_at from favorites where user_id = ${userId}
      union all
      select p.canonical_id, 'read', 3, r.read_at from single_reads r join publications p on p.id = r.publication_id
      where r.user_id = ${userId} and not exists (select from unread n where n.user_id = ${userId} and n.publication_id = p.canonical_id)
    ), signals as (
      select distinct on (id) id, kind, rank, at from said
      where exists (select from user_publications u where u.user_id = ${userId} and u.publication_id = said.id and u.hidden_as is null)
      order by id, rank, at desc
    )
    select s.reading_order_parts as parts, (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind) order by rank = 3, at desc, id), '[]')
      from (select * from signals order by rank = 3, at desc, id limit ${sql.lit(MAX_SIGNALS)}) k
    ) as signals
    from user_settings s where s.user_id = ${userId}`.execute(db);
  return one(rows, `the basis of user ${userId}`);
}

/**
 * Keeps a basis for a day, so that all pages of a list have the same order. Returns its number. A basis that has not
 * changed keeps its number.
 */
export async function keepBasis(db: Database, userId: number, { signals, parts }: Basis): Promise<number> {
  const [signalsJson, partNames] = [JSON.stringify(signals), [...parts]];
  const { rows } = await sql<{ id: number }>`
    with old as (
      delete from reading_bases where user_id = ${userId} and used_at < now() - interval '1 day'
    ), latest as (
      select id, signals, parts from reading_bases where user_id = ${userId} and used_at >= now() - interval '1 day' order by id desc limit 1
    ), reused as (
      update reading_bases b set used_at = now() from latest l
      where b.id = l.id and l.signals = ${signalsJson}::jsonb and l.parts = ${partNames}::text[] returning b.id
    ), added as (
      insert into reading_bases (user_id, signals, parts) select ${userId}, ${signalsJson}::jsonb, ${partNames}::text[]
      where not exists (select from reused) returning id
    )
    select id from reused union all select id from added`.execute(db);
  return one(rows, `the basis of user ${userId}`).id;
}

/** A kept basis of the user; undefined if it was deleted, or belongs to another user. */
export async function findBasis(db: Queries, userId: number, id: number): Promise<Basis | undefined> {
  const { rows } = await sql<Basis>`
    select signals, parts from reading_bases where user_id = ${userId} and id = ${id}`.execute(db);
  return rows[0];
}

/**
 * A number for each publication that changes whenever its text, its identifiers or its references do. Leaves out ids
 * that do not exist.
 */
export async function readVersions(db: Queries, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ ids: number[] | null; versions: number[] | null }>`
    select json_agg(p.id) as ids, json_agg(extract(epoch from p.updated_at) + coalesce((
      select sum(extract(epoch from d.fetched_at)) from shown_members m join publication_metadata d using (publication_id) where m.canonical_id = p.id
    ), 0)) as versions
    from publications p where p.id = any(${ids})`.execute(db);
  const { ids: found, versions } = rows[0] ?? {};
  return new Map((found ?? []).map((id, at) => [id, versions?.[at] ?? 0]));
}

/** The texts, ids and references of publications. The longest abstract counts, whichever source has it. */
export async function readPapers(db: Queries, ids: readonly number[]): Promise<(Paper & { readonly id: number })[]> {
  const { rows } = await sql<Paper & { readonly id: number }>`
    select p.id, p.title, p.author_text as "authorText", p.venue_text as "venueText", (
        select d.abstract from shown_members m join publication_metadata d using (publication_id)
        where m.canonical_id = p.id and d.abstract is not null order by length(d.abstract) desc, d.abstract limit 1
      ) as abstract, array(
        select distinct i.value from shown_members m join publication_identifiers i using (publication_id)
        where m.canonical_id = p.id and i.kind in ('doi', 'openalex') and not i.is_contradicted order by 1
      ) as "publicationIds", array(
        select distinct w.id from shown_members m join publication_metadata d using (publication_id) cross join unnest(d.referenced_works) as w (id)
        where m.canonical_id = p.id order by 1
      ) as references
    from publications p where p.id = any(${ids}) order by p.id`.execute(db);
  return rows;
}

/**
 * Saves what a user said of a canonical publication, in place of what the user said of its members; null deletes it.
 */
export async function saveMark(
  tx: Tx,
  userId: number,
  canonicalId: number,
  mark: 'more' | 'less' | null,
): Promise<void> {
  await sql`
    delete from reading_marks r using publications p
    where r.user_id = ${userId} and p.id = r.publication_id and p.canonical_id = ${canonicalId}`.execute(tx);
  if (mark !== null)
    await sql`insert into reading_marks (user_id, publication_id, mark) values (${userId}, ${canonicalId}, ${mark})`.execute(
      tx,
    );
}

/** What a user said of canonical publications; for each, what was said last. */
export async function readMarks(
  db: Queries,
  userId: number,
  canonicalIds: readonly number[],
): Promise<Map<number, 'more' | 'less'>> {
  const { rows } = await sql<{ id: number; mark: 'more' | 'less' }>`
    select distinct on (p.canonical_id) p.canonical_id as id, m.mark
    from reading_marks m join publications p on p.id = m.publication_id
    where m.user_id = ${userId} and p.canonical_id = any(${canonicalIds})
    order by p.canonical_id, (m.mark = 'less') desc`.execute(db);
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
