import type { Queries } from '../platform/database/database.ts';

/** Spaces a user's own requests to a source; the operator's floor still holds. */
export async function saveRequestDelay(db: Queries, userId: number, seconds: number): Promise<void> {
  await db.updateTable('user_settings').set({ request_delay_seconds: seconds }).where('user_id', '=', userId).execute();
}
