import type { Queries } from '../platform/database/database.ts';

/** The user's tags with their names in the form that is compared. */
export async function listTagKeys(db: Queries, userId: number): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('tags').select(['id', 'name_key as key']).where('user_id', '=', userId).execute();
}
