import type { Database, Tx } from '../platform/database/database.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { KEY_NAMES, type KeyName, keyContext } from './own-key.ts';
import { listSealedKeys, type SettingsRow, updateSettings } from './store.ts';

export interface Resealed {
  /** keys, not users */
  readonly resealed: number;
  /** sealed with the new key before */
  readonly upToDate: number;
  /** sealed with a key that is not given; they stay as they are */
  readonly unreadable: number;
}

const ROWS_AT_ONCE = 500;
const MOST_USERS_NAMED = 20;

/**
 * Seals the users' keys with the key that seals today, in one transaction: all of them or none. Settings that are saved meanwhile wait.
 * May be done again at any time: what is up to date is left alone.
 * @throws OperatorError when some open with none of the keys, unless they may be left
 */
export async function resealKeys(
  db: Database,
  secrets: Secrets,
  { leaveUnreadable }: { leaveUnreadable: boolean },
): Promise<Resealed> {
  return db.transaction().execute(async (tx) => {
    const count = { resealed: 0, upToDate: 0, unreadable: 0 };
    const unreadableOf = new Set<number>();
    for await (const row of eachSealed(tx)) {
      const change: Partial<Record<KeyName, Buffer>> = {};
      for (const name of KEY_NAMES) {
        const sealed = row[name];
        if (sealed === null) continue;
        const context = keyContext(row.user_id, name);
        const key = secrets.decrypt(sealed, context);
        if (key === null) unreadableOf.add(row.user_id);
        if (key === null) count.unreadable += 1;
        else if (secrets.isUpToDate(sealed, context)) count.upToDate += 1;
        else change[name] = secrets.encrypt(key, context);
      }
      const changed = Object.keys(change).length;
      count.resealed += changed;
      if (changed > 0) await updateSettings(tx, row.user_id, change);
    }
    if (unreadableOf.size > 0 && !leaveUnreadable) throw tellUnreadable(count.unreadable, [...unreadableOf]);
    return count;
  });
}

async function* eachSealed(tx: Tx): AsyncGenerator<SettingsRow> {
  let after = 0;
  for (;;) {
    const rows = await listSealedKeys(tx, { after, limit: ROWS_AT_ONCE });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.user_id;
  }
}

function tellUnreadable(keys: number, users: readonly number[]): OperatorError {
  const more = users.length > MOST_USERS_NAMED ? ' and others' : '';
  return new OperatorError(
    `${keys} of the users' keys do not open: they were sealed with a key that is not given (users ${users.slice(0, MOST_USERS_NAMED).join(', ')}${more}). Nothing is changed. Give the key that was used before, or leave them as they are with --leave-unreadable: then their users enter them again.`,
  );
}
