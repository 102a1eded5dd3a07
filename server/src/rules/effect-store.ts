import { sql } from 'kysely';
import { rulesOfBoth } from '../library/mark-store.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

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
 * Takes up to `limit` new entries that the rules have not looked at. Their rows stay locked, so that a change that the
 * transaction does not see makes them due again. The caller has locked the library.
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

export async function listEnabledRules(db: Queries, userId: number) {
  const { rows } = await sql<{ id: number; search: string; afterEntryNumber: number }>`
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
 * Adds the tags and favorite marks of rules to publications of a locked library, except where a rule acted before. If
 * another rule set a tag or mark, it is from both; if the user did, it stays the user's. Records that the rules acted.
 * Returns the publications that they mark as read; the caller marks them.
 */
export async function saveEffects(tx: Tx, userId: number, matches: readonly Match[]): Promise<number[]> {
  const [ruleIds, publicationIds] = [matches.map((one) => one.ruleId), matches.map((one) => one.publicationId)];
  const { rows } = await sql<{ id: number }>`
    with found as materialized (
      select m.rule_id, m.publication_id from unnest(${ruleIds}::bigint[], ${publicationIds}::bigint[]) as m (rule_id, publication_id)
      except
      select e.rule_id, p.canonical_id from rule_effects e join publications p on p.id = e.publication_id
      where e.user_id = ${userId} and p.canonical_id = any(${publicationIds})
    ), saved as (
      insert into rule_effects (rule_id, publication_id, user_id, marked_read)
      select f.rule_id, f.publication_id, ${userId}, r.mark_read and (
        exists (select from unread u where u.user_id = ${userId} and u.publication_id = f.publication_id)
        or exists (select from rule_effects e where e.user_id = ${userId} and e.publication_id = f.publication_id and e.marked_read))
      from found f join rules r on r.id = f.rule_id returning publication_id, marked_read
    ), tagged as (
      insert into publication_tags (user_id, publication_id, tag_id, rule_ids)
      select ${userId}::bigint, f.publication_id, t.id, array_agg(f.rule_id order by f.rule_id)
      from found f join rules r on r.id = f.rule_id join tags t on t.user_id = ${userId} and t.id = any(r.tag_ids) group by f.publication_id, t.id
      on conflict (tag_id, publication_id) do update set rule_ids = ${rulesOfBoth('publication_tags')} where publication_tags.rule_ids is not null
    ), liked as (
      insert into favorites
      select u.user_id, u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids, f.rule_ids
      from (
        select f.publication_id, array_agg(f.rule_id order by f.rule_id) as rule_ids from found f join rules r on r.id = f.rule_id where r.mark_favorite group by 1
      ) f join user_publications u on u.user_id = ${userId} and u.publication_id = f.publication_id
      on conflict (user_id, publication_id) do update set rule_ids = ${rulesOfBoth('favorites')} where favorites.rule_ids is not null
    )
    select distinct publication_id as id from saved where marked_read`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Removes from a locked library what is left of a rule's tags and favorite marks, except those that another rule set,
 * too. Returns how many publications changed, which ones are no longer favorites, and which ones the caller must mark
 * as unread, because this rule alone marked them as read.
 */
export async function takeBackEffects(
  tx: Tx,
  userId: number,
  ruleId: number,
): Promise<{ changed: number; unliked: number[]; unread: number[] }> {
  const { rows } = await sql<{ changed: number; unliked: number[]; unread: number[] }>`
    with untagged as (
      delete from publication_tags where user_id = ${userId} and rule_ids = array[${ruleId}::bigint] returning publication_id, tag_id
    ), kept_tags as (
      update publication_tags set rule_ids = array_remove(rule_ids, ${ruleId}::bigint)
      where user_id = ${userId} and ${ruleId}::bigint = any(rule_ids) and cardinality(rule_ids) > 1
    ), unliked as (
      delete from favorites where user_id = ${userId} and rule_ids = array[${ruleId}::bigint] returning publication_id
    ), kept_favorites as (
      update favorites set rule_ids = array_remove(rule_ids, ${ruleId}::bigint)
      where user_id = ${userId} and ${ruleId}::bigint = any(rule_ids) and cardinality(rule_ids) > 1
    ), unmarked as (
      update rule_effects set marked_read = false where rule_id = ${ruleId} and marked_read returning publication_id
    ), unread as materialized (
      select publication_id from unmarked n where not exists (
        select from rule_effects e where e.publication_id = n.publication_id and e.user_id = ${userId} and e.rule_id <> ${ruleId} and e.marked_read)
    ), changed as (
      select k.publication_id from untagged k join tags t on t.id = k.tag_id union select publication_id from unliked union select publication_id from unread
    )
    select (select count(distinct p.canonical_id) from changed join publications p on p.id = publication_id) as changed,
      array(select publication_id from unliked) as unliked, array(select publication_id from unread) as unread`.execute(
    tx,
  );
  return one(rows, 'the undone effects of a rule');
}
