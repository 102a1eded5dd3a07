import type { Database } from '../platform/database/database.ts';
import { lockIdentity } from '../publications/discovery-store.ts';
import {
  areDismissalsWaiting,
  forgetReturnedDismissals,
  listReturnedDismissals,
} from '../publications/dropped-dismissals-store.ts';
import { replaceDismissals } from './dismissal-store.ts';

/** What was dismissed before all publications were dropped holds again for the works that have come back. Every search begins with it. */
export async function restoreDismissals(db: Database): Promise<void> {
  if (!(await areDismissalsWaiting(db))) return;
  await db.transaction().execute(async (tx) => {
    // none of them is merged meanwhile
    await lockIdentity(tx);
    await replaceDismissals(tx, [], await listReturnedDismissals(tx));
    await forgetReturnedDismissals(tx);
  });
}
