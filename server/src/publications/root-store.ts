import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

/** The works that stand for these after all merges, by the id asked for: itself, as a rule; none for an id that no work has. */
export async function findRoots(q: Queries, publicationIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ asked: number; id: number }>`
    with recursive merged as (
      select id as asked, id, merged_into from publications where id = any(${publicationIds})
      union
      select m.asked, p.id, p.merged_into from merged m join publications p on p.id = m.merged_into
    )
    select asked, id from merged where merged_into is null`.execute(q);
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}

/** The work that stands for this one after all merges; undefined when there is none with this id. */
export async function findRoot(q: Queries, publicationId: number): Promise<number | undefined> {
  return (await findRoots(q, [publicationId])).get(publicationId);
}

/** Those of the works that others were merged into. */
export async function findWinners(q: Queries, publicationIds: readonly number[]): Promise<Set<number>> {
  if (publicationIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select distinct merged_into as id from publications where merged_into = any(${publicationIds})`.execute(q);
  return new Set(rows.map(({ id }) => id));
}
