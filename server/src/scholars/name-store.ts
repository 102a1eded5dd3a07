import { sql } from 'kysely';
import { scholarLabel } from '../library/scholar-name-store.ts';
import type { Queries } from '../platform/database/database.ts';

export interface NamedScholar {
  id: number;
  name: string;
  /** the ids of its profiles at the sources */
  profile_ids: string[];
}

/** The names and profile ids of a user's scholars, ordered by name. */
export async function listNamedScholars(db: Queries, userId: number): Promise<NamedScholar[]> {
  const { rows } = await sql<NamedScholar>`
    select s.id, ${scholarLabel()} as name, f.profile_ids
    from scholars s
    join profiles p on p.id = s.profile_id
    join (
      select c.scholar_id, array_agg(i.source_id) as profile_ids
      from scholar_profiles c join profiles i on i.id = c.profile_id where c.user_id = ${userId} group by 1
    ) f on f.scholar_id = s.id
    where s.user_id = ${userId}
    order by lower(${scholarLabel()}), s.id`.execute(db);
  return rows;
}
