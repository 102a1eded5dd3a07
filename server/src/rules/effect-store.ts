import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { HAS_EFFECT } from './store.ts';

/** The users with new entries that their rules have not looked at. */
export async function listUsersWithCandidates(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from rule_candidates where is_due order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes entries that arrived more than `days` ago, and are no longer new. */
export async function deleteOldCandidates(db: Database, days: number): Promise<void> {
  await sql`delete from rule_candidates where arrived_at < now() - make_interval(days => ${days})`.execute(db);
}

/** A new entry, by its canonical publication. */
export interface Candidate {
  readonly publicationId: number;
  /** the number that the entry had first */
  readonly entryNumber: number;
}

/**
 * Takes up to `limit` new entries that the rules have not looked at. Their rows stay locked, so that a change that the transaction does not see makes them due
 * again. The caller has locked the library.
 */
export async function takeCandidates(tx: Tx, userId: number, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with due as materialized (
      select publication_id from rule_candidates where user_id = ${userId} and is_due order by publication_id limit ${limit} for update
    )
    update rule_candidates c set is_due = false from due join publications p on p.id = due.publication_id
    where c.user_id = ${userId} and c.publication_id = due.publication_id
    returning p.canonical_id as "publicationId", c.entry_number as "entryNumber"`.execute(tx);
  return rows;
}

interface EnabledRule {
  readonly id: number;
  readonly search: string;
  readonly afterEntryNumber: number;
}

export async function listEnabledRules(db: Queries, userId: number): Promise<EnabledRule[]> {
  const { rows } = await sql<EnabledRule>`
    select id, search, after_entry_number as "afterEntryNumber" from rules where user_id = ${userId} and is_enabled order by id`.execute(
    db,
  );
  return rows;
}

/** A canonical publication that matches a rule. */
export interface Match {
  readonly ruleId: number;
  readonly publicationId: number;
}

/**
 * Adds the tags and favorite marks of rules to publications of a locked library, except where a rule acted before. Records for each rule what it did: what the
 * publication did not have before, or had from another rule. If the publication was merged, this is recorded for all that were, because the undo of the merge gives
 * each of them these tags and marks. Returns the publications to mark as read.
 */
export async function saveEffects(tx: Tx, userId: number, matches: readonly Match[]): Promise<number[]> {
  const [ruleIds, publicationIds] = [matches.map((one) => one.ruleId), matches.map((one) => one.publicationId)];
  const { rows } = await sql<{ id: number }>`
    with found as materialized (
      select m.rule_id, m.publication_id from unnest(${ruleIds}::bigint[], ${publicationIds}::bigint[]) as m (rule_id, publication_id)
      except
      select e.rule_id, p.canonical_id from rule_effects e join publications p on p.id = e.publication_id
      where e.user_id = ${userId} and p.canonical_id = any(${publicationIds})
    ), earlier as materialized (
      select p.canonical_id as publication_id, bool_or(e.marked_read) as marked_read, bool_or(e.marked_favorite) as marked_favorite,
        coalesce(array_agg(k.id) filter (where k.id is not null), '{}') as tag_ids
      from rule_effects e join publications p on p.id = e.publication_id left join unnest(e.tag_ids) as k (id) on true
      where e.user_id = ${userId} and p.canonical_id = any(${publicationIds}) and ${HAS_EFFECT} group by 1
    ), effects as materialized (
      select f.rule_id, f.publication_id,
        r.mark_read and (s.marked_read is true or exists (
          select from unread u where u.user_id = ${userId} and u.publication_id = f.publication_id)) as marked_read,
        r.mark_favorite and (s.marked_favorite is true or not exists (
          select from favorites u where u.user_id = ${userId} and u.publication_id = f.publication_id)) as marked_favorite,
        array(
          select t.id from tags t where t.user_id = ${userId} and t.id = any(r.tag_ids) and (t.id = any(s.tag_ids) or not exists (
            select from publication_tags k where k.tag_id = t.id and k.publication_id = f.publication_id)) order by t.id) as tag_ids
      from found f join rules r on r.id = f.rule_id left join earlier s using (publication_id)
    ), saved as (
      insert into rule_effects (rule_id, publication_id, user_id, tag_ids, marked_read, marked_favorite)
      select f.rule_id, p.id, ${userId}, f.tag_ids, f.marked_read, f.marked_favorite from effects f join publications p on p.canonical_id = f.publication_id
    ), tagged as (
      insert into publication_tags (user_id, publication_id, tag_id)
      select distinct ${userId}::bigint, publication_id, unnest(tag_ids) from effects on conflict do nothing
    ), liked as (
      insert into favorites
      select u.user_id, u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids
      from user_publications u where u.user_id = ${userId} and u.publication_id in (select publication_id from effects where marked_favorite)
      on conflict do nothing
    )
    select distinct publication_id as id from effects where marked_read`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The tags and marks of a row as texts: ids of tags, `read` and `favorite`. */
function marksOf(tagIds: RawBuilder<unknown>, isRead: RawBuilder<unknown>, isFavorite: RawBuilder<unknown>) {
  return sql`(${tagIds}::text[] || case when ${isRead} then '{read}'::text[] else '{}' end || case when ${isFavorite} then '{favorite}'::text[] else '{}' end)`;
}

/**
 * Removes from a locked library what is left of a rule's effects, except marks that another rule made, too, or that a merged publication had itself before the
 * merge. Removes them also from the entries that the undo of a merge gives back. Returns how many publications changed, and those whose entries have
 * to be marked as unread.
 */
export async function takeBackEffects(
  tx: Tx,
  userId: number,
  ruleId: number,
): Promise<{ changed: number; unread: number[] }> {
  const { rows } = await sql<{ id: number; is_unread: boolean; is_changed: boolean }>`
    with recursive effects as materialized (
      select e.rule_id = ${ruleId} as is_own, e.publication_id, p.canonical_id, k.mark
      from rule_effects e join publications p on p.id = e.publication_id
      cross join unnest(${marksOf(sql`e.tag_ids`, sql`e.marked_read`, sql`e.marked_favorite`)}) as k (mark)
      where e.user_id = ${userId} and p.canonical_id in (
        select o.canonical_id from rule_effects e join publications o on o.id = e.publication_id where e.rule_id = ${ruleId} and ${HAS_EFFECT})
    ), before as materialized (
      -- the tags and marks of each publication before each of its merges
      select s.merge_id, s.publication_id, p.canonical_id, k.mark
      from merge_marks s join publications p on p.id = s.publication_id
      cross join unnest(${marksOf(sql`s.tag_ids`, sql`s.is_read`, sql`s.is_favorite`)}) as k (mark)
      where s.user_id = ${userId} and p.canonical_id in (select canonical_id from effects)
    ), members as (
      -- what it was then: itself, and what was merged into it earlier
      select merge_id, publication_id, publication_id as member_id from before
      union
      select m.merge_id, m.publication_id, g.merged_id
      from members m join merges g on g.target_id = m.member_id and g.id < m.merge_id and g.undone_at is null
    ), made as materialized (
      -- those that rules made, for it or for what was merged into it
      select b.merge_id, b.publication_id, b.mark, bool_and(e.is_own) as is_own
      from before b join members m using (merge_id, publication_id) join effects e on e.publication_id = m.member_id and e.mark = b.mark group by 1, 2, 3
    ), own as materialized (
      -- those that no rule made
      select b.* from before b where not exists (
        select from made k where k.merge_id = b.merge_id and k.publication_id = b.publication_id and k.mark = b.mark)
    ), taken as materialized (
      select canonical_id, mark from effects where is_own
      except select canonical_id, mark from effects where not is_own
      except select canonical_id, mark from own
    ), restored as (
      update merge_marks m set tag_ids = array(select id from unnest(m.tag_ids) as k (id) where id::text <> all(t.marks)),
        is_read = m.is_read and 'read' <> all(t.marks), is_favorite = m.is_favorite and 'favorite' <> all(t.marks)
      from (
        select k.merge_id, k.publication_id, array_agg(k.mark) as marks from made k
        where k.is_own and not exists (
          select from members g join own o on o.publication_id = g.member_id and o.mark = k.mark and o.merge_id < k.merge_id
          where g.merge_id = k.merge_id and g.publication_id = k.publication_id)
        group by 1, 2
      ) t where m.user_id = ${userId} and m.merge_id = t.merge_id and m.publication_id = t.publication_id
    ), untagged as (
      delete from publication_tags k using taken t where k.user_id = ${userId} and k.publication_id = t.canonical_id and k.tag_id::text = t.mark
    ), unliked as (
      delete from favorites f using taken t where f.user_id = ${userId} and f.publication_id = t.canonical_id and t.mark = 'favorite'
    ), hidden as (
      update user_publications u set hidden_as = 'unread' from taken t
      where u.user_id = ${userId} and u.publication_id = t.canonical_id and t.mark = 'read' and u.hidden_as = 'read'
    ), cleared as (
      update rule_effects e set tag_ids = '{}', marked_read = false, marked_favorite = false where e.rule_id = ${ruleId} and ${HAS_EFFECT}
    )
    select canonical_id as id, bool_or(mark = 'read') as is_unread, bool_or(mark in (
      -- the tags that are not deleted
      select id::text from tags where user_id = ${userId} union all values ('read'), ('favorite'))) as is_changed
    from taken group by 1`.execute(tx);
  return {
    changed: rows.filter(({ is_changed }) => is_changed).length,
    unread: rows.flatMap(({ id, is_unread }) => (is_unread ? id : [])),
  };
}
