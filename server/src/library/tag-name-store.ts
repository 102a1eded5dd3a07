import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** The user's tags with their names in the form that is compared. */
export async function listTagKeys(db: Queries, userId: number): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('tags').select(['id', 'name_key as key']).where('user_id', '=', userId).execute();
}

/** Changes the search texts of the user's saved views and rules, also of deleted ones, which may be restored. The caller has locked the library. */
export async function rewriteSearches(tx: Tx, userId: number, rewrite: (text: string) => string): Promise<void> {
  const { rows } = await sql<{ search: string }>`
    select parameters ->> 'search' as search from stored_views where user_id = ${userId} and parameters ? 'search'
    union select search from stored_rules where user_id = ${userId}`.execute(tx);
  for (const { search } of rows) {
    const rewritten = rewrite(search);
    if (rewritten === search) continue;
    await sql`
      update stored_views set parameters = jsonb_set(parameters, '{search}', to_jsonb(${rewritten}::text))
      where user_id = ${userId} and parameters ->> 'search' = ${search}`.execute(tx);
    await sql`update stored_rules set search = ${rewritten} where user_id = ${userId} and search = ${search}`.execute(
      tx,
    );
  }
}
