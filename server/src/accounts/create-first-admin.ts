import type { Database } from '../platform/database/database.ts';
import { insertFirstAdmin } from './insert-first-admin.ts';
import { prepareFirstAdmin } from './prepare-first-admin.ts';
import { hasUsers } from './store.ts';

/**
 * Makes this the first user, an administrator; false when there is a user already. Replicas that start together make one.
 * @throws Problem `validation_error`, `invalid_password`
 */
export async function createFirstAdmin(db: Database, account: { email: string; password: string }): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const admin = await prepareFirstAdmin(account.email, account.password);
  return db.transaction().execute(async (tx) => (await insertFirstAdmin(tx, admin)) !== undefined);
}
