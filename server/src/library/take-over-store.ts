import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { rulesOfBoth } from './mark-store.ts';

/** The entries of `toId` take over from those of `fromId`: what a user said about `fromId` counts for `toId`. */
export interface TakeOver {
  readonly fromId: number;
  readonly toId: number;
}

/**
 * Lets entries of locked libraries take over from others, for these users or for all (null). An entry is then read if
 * any was read, a favorite if any was, visible if any was, and has all tags. A user without the entry gets one with the
 * numbers, the run and the time when it was first seen of the first of the others. The others stay as they are. The
 * caller refreshes the entries.
 */
export async function takeOver(
  tx: Tx,
  pairs: readonly TakeOver[],
  userIds: readonly number[] | null = null,
): Promise<void> {
  if (pairs.length === 0 || userIds?.length === 0) return;
  const [fromIds, toIds] = [pairs.map(({ fromId }) => fromId), pairs.map(({ toId }) => toId)];
  const sources = sql`(
    select w.to_id, w.at, e.* from unnest(${fromIds}::bigint[], ${toIds}::bigint[]) with ordinality as w (from_id, to_id, at)
    join library_entries e on e.publication_id = w.from_id
    where ${userIds}::bigint[] is null or e.user_id = any(${userIds}::bigint[]))`;
  // in this order: effects need the read marks as they were, and tags need the entries
  await takeOverEffects(tx, sources);
  await takeOverRead(tx, sources);
  await takeOverEntries(tx, sources);
  await takeOverTags(tx, sources);
}

/** Copies what rules did. If the user marked one of the publications as read, the combined mark is the user's. */
async function takeOverEffects(tx: Tx, sources: RawBuilder<unknown>): Promise<void> {
  await sql`
    with sources as materialized (select user_id, to_id, publication_id, is_read from ${sources} s), involved as materialized (
      select * from sources
      union
      select e.user_id, e.publication_id, e.publication_id, e.is_read from sources s join library_entries e on e.user_id = s.user_id and e.publication_id = s.to_id
    ), own as (
      select i.user_id, i.to_id, bool_or(i.is_read and not exists (
        select from rule_effects e where e.publication_id = i.publication_id and e.user_id = i.user_id and e.marked_read)) as is_read
      from involved i group by 1, 2
    )
    insert into rule_effects (rule_id, publication_id, user_id, acted_at, marked_read)
    select e.rule_id, i.to_id, i.user_id, min(e.acted_at), bool_or(e.marked_read) and not bool_or(o.is_read)
    from involved i join rule_effects e on e.publication_id = i.publication_id and e.user_id = i.user_id join own o on o.user_id = i.user_id and o.to_id = i.to_id
    group by 1, 2, 3
    on conflict (rule_id, publication_id) do update set marked_read = excluded.marked_read`.execute(tx);
}

/** Marks entries as read, as a batch, so that open lists can keep them. */
async function takeOverRead(tx: Tx, sources: RawBuilder<unknown>): Promise<void> {
  await sql`
    with read as materialized (
      select user_id, to_id from ${sources} s where is_read group by 1, 2
    ), marked as (
      delete from unread r using read w where r.user_id = w.user_id and r.publication_id = w.to_id returning r.user_id, r.publication_id
    ), hidden as (
      update user_publications u set hidden_as = 'read' from read w where u.user_id = w.user_id and u.publication_id = w.to_id and u.hidden_as = 'unread'
    ), numbered as (
      update libraries l set last_read_number = l.last_read_number + 1 from (select distinct user_id from marked) m where l.user_id = m.user_id
      returning l.user_id, l.last_read_number
    )
    insert into read_batches (user_id, read_number, publication_ids)
    select n.user_id, n.last_read_number, array_agg(m.publication_id) from numbered n join marked m using (user_id) group by 1, 2`.execute(
    tx,
  );
}

/** Inserts missing entries, and shows hidden ones if any of the others is visible. */
async function takeOverEntries(tx: Tx, sources: RawBuilder<unknown>): Promise<void> {
  await sql`
    with sources as materialized (select * from ${sources} s), wanted as materialized (
      select distinct on (user_id, to_id) s.*, bool_or(is_read) over w as is_any_read, bool_or(not is_hidden) over w as is_any_visible
      from sources s window w as (partition by user_id, to_id) order by user_id, to_id, at
    ), shown as (
      update user_publications u set hidden_as = null, hidden_favorite = null from wanted w
      where u.user_id = w.user_id and u.publication_id = w.to_id and u.hidden_as is not null and w.is_any_visible
    ), added as (
      insert into user_publications (user_id, publication_id, entry_number, first_number, first_seen_at, first_seen_run_id, first_scholar_id, hidden_as,
        year, citations, title_prefix, pdf_rank)
      select w.user_id, w.to_id, w.entry_number, nullif(w.first_number, w.entry_number), w.first_seen_at, w.first_seen_run_id, w.first_scholar_id,
        case when not w.is_any_visible then case when w.is_any_read then 'read' else 'unread' end end, o.year, o.citations, o.title_prefix, o.pdf_rank
      from wanted w join publication_order o on o.publication_id = w.to_id
      where not exists (select from user_publications u where u.user_id = w.user_id and u.publication_id = w.to_id)
      returning user_id, publication_id, first_seen_at, entry_number, scholar_ids
    )
    insert into unread
    select a.* from added a join wanted w on w.user_id = a.user_id and w.to_id = a.publication_id where w.is_any_visible and not w.is_any_read`.execute(
    tx,
  );
}

/** Copies tags and favorites. One that several entries have is from rules only if the user set it on none of them. */
async function takeOverTags(tx: Tx, sources: RawBuilder<unknown>): Promise<void> {
  await sql`
    with sources as materialized (select user_id, to_id, publication_id, is_favorite from ${sources} s), liked as (
      insert into favorites (user_id, publication_id, first_seen_at, entry_number, scholar_ids, rule_ids)
      select u.user_id, u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids, l.rule_ids
      from (
        select s.user_id, s.to_id, case when bool_and(f.rule_ids is not null) then array_agg(distinct k.id order by k.id) end as rule_ids
        from sources s left join favorites f on f.user_id = s.user_id and f.publication_id = s.publication_id left join unnest(f.rule_ids) as k (id) on true
        where s.is_favorite group by 1, 2
      ) l join user_publications u on u.user_id = l.user_id and u.publication_id = l.to_id
      on conflict (user_id, publication_id) do update set rule_ids = ${rulesOfBoth('favorites')}
    )
    insert into publication_tags (user_id, publication_id, tag_id, rule_ids)
    select s.user_id, s.to_id, t.tag_id, case when bool_and(t.rule_ids is not null) then array_agg(distinct k.id order by k.id) end
    from sources s join publication_tags t on t.user_id = s.user_id and t.publication_id = s.publication_id left join unnest(t.rule_ids) as k (id) on true
    group by 1, 2, 3
    on conflict (tag_id, publication_id) do update set rule_ids = ${rulesOfBoth('publication_tags')}`.execute(tx);
}

/** Hides the entries of merged publications, for these users or for all (null). They keep their marks and tags. */
export async function hideMerged(
  tx: Tx,
  publicationIds: readonly number[],
  userIds: readonly number[] | null = null,
): Promise<void> {
  await sql`
    update user_publications u set
      hidden_as = case when exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id) then 'unread' else 'read' end,
      hidden_favorite = (select coalesce(f.rule_ids, '{}') from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id)
    where u.publication_id = any(${publicationIds}) and u.hidden_as is null and (${userIds}::bigint[] is null or u.user_id = any(${userIds}::bigint[]))`.execute(
    tx,
  );
}

/** A publication that is or was merged, and its canonical publication while it is merged. */
export interface MergedPair {
  readonly mergedId: number;
  readonly canonicalId: number;
}

/**
 * After the undo of a merge, shows the entries of the other publication as they were when it was merged. The canonical
 * entries keep what they took over and what the user said since. The caller has locked the libraries, and refreshes the
 * entries of both publications.
 */
export async function separateEntries(tx: Tx, { mergedId, canonicalId }: MergedPair): Promise<void> {
  // The merge made the canonical entry if both have one first number. The entry number may differ, because the entry
  // was hidden and shown since.
  const made = sql`select user_id as id from library_entries c join library_entries u using (user_id, first_number)
    where c.publication_id = ${canonicalId} and u.publication_id = ${mergedId}`;
  const lists = (id: number) => sql`exists (
    select from scholar_listings w where w.scholar_id = k.id and w.publication_id = ${id} and w.is_processed)`;
  // removes the scholars of the other entry: all if the merge made the canonical entry, else those whose profiles list
  // only the other publication
  await sql`
    update user_publications u set scholar_ids = array(
      select k.id from unnest(u.scholar_ids) as k (id)
      where u.user_id not in (${made}) and (${lists(canonicalId)} or not ${lists(mergedId)}) order by 1)
    where u.publication_id = ${canonicalId}`.execute(tx);
  await sql`
    update user_publications u set hidden_as = null, hidden_favorite = null
    where u.publication_id = ${mergedId} and u.hidden_as is not null and (u.hidden_favorite is not null or ${isAccounted(sql`u.user_id`, mergedId)})`.execute(
    tx,
  );
  // these users have no entry of it, because their scholars list it only since the merge
  const added = await selectUsers(
    tx,
    sql`select user_id as id from user_publications c where publication_id = ${canonicalId} and ${isAccounted(sql`c.user_id`, mergedId)}
      and not exists (select from user_publications u where u.user_id = c.user_id and u.publication_id = ${mergedId})`,
  );
  const pair = { fromId: canonicalId, toId: mergedId };
  await takeOver(tx, [pair], added);
  await giveNextNumber(tx, mergedId, added);
  // nothing accounts for the canonical entries of these users, so they would lose sight of what they said
  const left = await selectUsers(
    tx,
    sql`select user_id as id from user_publications u where publication_id = ${mergedId} and (hidden_as is null or user_id in (${made}))
      and not ${isAccounted(sql`u.user_id`, canonicalId)}`,
  );
  await takeOver(tx, [pair], left);
  const madeFor = await selectUsers(tx, made);
  await deleteEntries(
    tx,
    [canonicalId],
    madeFor.filter((id) => left.includes(id)),
  );
  await giveNextNumber(
    tx,
    canonicalId,
    madeFor.filter((id) => !left.includes(id)),
  );
}

/** Whether something accounts for the publication in a user's library. */
function isAccounted(userId: RawBuilder<unknown>, publicationId: number): RawBuilder<unknown> {
  return sql`exists (select from accounts a where a.user_id = ${userId} and a.publication_id = ${publicationId})`;
}

async function selectUsers(tx: Tx, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from (${query}) k order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Gives entries the next number of their library. It is also their first number, by which feeds name them. */
async function giveNextNumber(tx: Tx, publicationId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    with numbered as (
      update libraries set last_entry_number = last_entry_number + 1 where user_id = any(${userIds}) returning user_id, last_entry_number
    )
    update user_publications u set entry_number = n.last_entry_number, first_number = null from numbered n
    where u.user_id = n.user_id and u.publication_id = ${publicationId}`.execute(tx);
}

/** Deletes entries of locked libraries and their rule effects, because a later entry counts as new. */
export async function deleteEntries(
  tx: Tx,
  publicationIds: readonly number[],
  userIds: readonly number[],
): Promise<void> {
  await sql`
    with forgotten as (
      delete from rule_effects where publication_id = any(${publicationIds}) and user_id = any(${userIds})
    )
    delete from user_publications where publication_id = any(${publicationIds}) and user_id = any(${userIds})`.execute(
    tx,
  );
}
