import { sql } from 'kysely';
import { namesOf, rowsOf, satisfies } from '../library/condition-store.ts';
import type { KeptKind } from '../library/owned-store.ts';
import type { Condition, List } from '../library/predicate.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import { MAX_NAME_LENGTH, type TagName } from '../tags/tag-name.ts';
import { MAX_RULES, type Rule } from './contract.ts';

export const RULES: KeptKind<Rule> = {
  ...{ noun: 'rule', table: 'stored_rules', maxCount: MAX_RULES, maxNameLength: MAX_NAME_LENGTH },
  list: listRules,
};

/** The user's rules in the order of their names, or only the one with this id. */
export async function listRules(db: Queries, userId: number, id: number | null = null): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    with left_over as (
      select rule_id, publication_id from rule_effects where user_id = ${userId} and marked_read
      union all
      select unnest(rule_ids), publication_id from favorites where user_id = ${userId} and rule_ids is not null
      union all
      select unnest(k.rule_ids), k.publication_id from publication_tags k join tags t on t.id = k.tag_id where k.user_id = ${userId} and k.rule_ids is not null
    ), acted as (
      select o.rule_id, count(distinct p.canonical_id) as n from left_over o join publications p on p.id = o.publication_id group by 1
    )
    select r.id, r.name, r.search, r.mark_read, r.mark_favorite, r.is_enabled, (
        select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name_key), '[]')
        from tags t where t.user_id = r.user_id and t.id = any(r.tag_ids)) as tags,
      coalesce(a.n, 0) as acted_count
    from rules r left join acted a on a.rule_id = r.id where r.user_id = ${userId} and (${id}::bigint is null or r.id = ${id}) order by r.name_key`.execute(
    db,
  );
  return rows;
}

/** What a user says about a rule. */
export interface RuleContent extends TagName {
  readonly search: string;
  readonly tagIds: readonly number[];
  readonly markRead: boolean;
  readonly markFavorite: boolean;
  readonly isEnabled: boolean;
}

export async function findRule(db: Queries, userId: number, id: number): Promise<RuleContent | undefined> {
  const { rows } = await sql<RuleContent>`
    select name, name_key as key, search, array(select t.id from tags t where t.user_id = r.user_id and t.id = any(r.tag_ids) order by 1) as "tagIds",
      mark_read as "markRead", mark_favorite as "markFavorite", is_enabled as "isEnabled"
    from rules r where user_id = ${userId} and id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Adds a rule for entries that arrive from now on. The caller has locked the library and checked the name and the
 * limit. Returns the rule's id.
 */
export async function insertRule(tx: Tx, userId: number, rule: RuleContent): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into stored_rules (user_id, name, name_key, search, tag_ids, mark_read, mark_favorite, is_enabled, after_entry_number)
    select user_id, ${rule.name}, ${rule.key}, ${rule.search}, ${rule.tagIds}::bigint[], ${rule.markRead}, ${rule.markFavorite}, ${rule.isEnabled},
      last_entry_number
    from libraries where user_id = ${userId} returning id`.execute(tx);
  return one(rows, `the library of user ${userId}`).id;
}

/**
 * Changes a rule. If it `startsAnew`, it acts only on entries that arrive from now on. Without `hasNewTags`, it keeps
 * its tags, also the deleted ones, which may be restored. The caller has locked the library.
 */
export async function updateRule(
  tx: Tx,
  userId: number,
  id: number,
  rule: RuleContent,
  { startsAnew, hasNewTags }: { startsAnew: boolean; hasNewTags: boolean },
): Promise<void> {
  await sql`
    update stored_rules r set name = ${rule.name}, name_key = ${rule.key}, search = ${rule.search},
      tag_ids = case when ${hasNewTags} then ${rule.tagIds}::bigint[] else r.tag_ids end,
      mark_read = ${rule.markRead}, mark_favorite = ${rule.markFavorite}, is_enabled = ${rule.isEnabled},
      after_entry_number = case when ${startsAnew} then l.last_entry_number else r.after_entry_number end
    from libraries l where l.user_id = ${userId} and r.user_id = ${userId} and r.id = ${id}`.execute(tx);
}

/** A publication, and the places of the conditions that it satisfies. */
interface Matched {
  readonly publicationId: number;
  readonly places: readonly number[];
}

/**
 * Which conditions the visible entries of these publications satisfy. One statement for all conditions reads each
 * publication once: a hundred conditions cost little more than one.
 */
export async function listMatched(
  db: Queries,
  userId: number,
  publicationIds: readonly number[],
  conditions: readonly Condition[],
): Promise<Matched[]> {
  if (conditions.length === 0) return [];
  const list: List = { condition: { kind: 'publications', ids: publicationIds } };
  const names = namesOf(userId, list, 'user_publications');
  const places = conditions.map((one, at) => sql`case when ${satisfies(one, names)} then ${sql.lit(at)} end`);
  const { rows } = await sql<Matched>`
    select u.publication_id as "publicationId", array_remove(array[${sql.join(places)}], null) as places
    from ${rowsOf(userId, list, 'user_publications', { publication: true })}`.execute(db);
  return rows;
}
