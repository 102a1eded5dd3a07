import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Changes the search texts of the user's saved views, also of deleted ones, which may be restored. The caller has locked the library. */
export async function rewriteSearches(tx: Tx, userId: number, rewrite: (text: string) => string): Promise<void> {
  const { rows } = await sql<{ id: number; search: string }>`
    select id, parameters ->> 'search' as search from stored_views where user_id = ${userId} and parameters ? 'search'`.execute(
    tx,
  );
  for (const { id, search } of rows) {
    const rewritten = rewrite(search);
    if (rewritten === search) continue;
    await sql`
      update stored_views set parameters = jsonb_set(parameters, '{search}', to_jsonb(${rewritten}::text)) where id = ${id}`.execute(
      tx,
    );
  }
}
