import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

/**
 * Notes that marks that rules made are gone, because the user removed them. `changed` has the canonical publications as `publication_id`, and `change` sets
 * columns of `rule_effects`. If the user makes such a mark again, the undo of the rule leaves it.
 */
export function releaseEffects(userId: number, changed: RawBuilder<unknown>, change: RawBuilder<unknown>) {
  return sql`
    update rule_effects e set ${change} from ${changed} c, publications p
    where p.canonical_id = c.publication_id and e.publication_id = p.id and e.user_id = ${userId}`;
}

/** Lets rules look again at the new entries of publications that changed. Waits for rules that look at them now, because those may not see the change. */
export async function reopenCandidates(db: Queries, publicationIds: readonly number[]): Promise<void> {
  await sql`
    with changed as materialized (
      select c.user_id, c.publication_id from rule_candidates c join publications p on p.id = c.publication_id
      where p.canonical_id = any(${publicationIds}) order by 1, 2 for update of c
    )
    update rule_candidates c set is_due = true from changed k where c.user_id = k.user_id and c.publication_id = k.publication_id`.execute(
    db,
  );
}
