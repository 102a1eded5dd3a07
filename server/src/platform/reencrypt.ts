import { OperatorError } from './errors.ts';
import type { Secrets } from './secrets.ts';

/** An encrypted text of a user, and how another ciphertext is saved in its place. */
export interface StoredSecret {
  readonly userId: number;
  readonly context: string;
  readonly encrypted: Buffer;
  save(encrypted: Buffer): Promise<void>;
}

export interface ReencryptedSecrets {
  readonly reencrypted: number;
  /** encrypted with the new key already */
  readonly upToDate: number;
  /** encrypted with a key that is not given; they stay as they are */
  readonly unreadable: number;
}

const BATCH_SIZE = 500;
const MAX_LISTED_USERS = 20;

/** All rows of a table, read in batches: `list` returns those after an id, in the order of their ids. */
export async function* inBatches<Row>(
  list: (batch: { after: number; limit: number }) => Promise<Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<Row> {
  let after = 0;
  for (;;) {
    const rows = await list({ after, limit: BATCH_SIZE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_SIZE) return;
    after = idOf(last);
  }
}

/**
 * Encrypts stored secrets with the current key. It skips those that are up to date, so it can be repeated at any time.
 * @throws OperatorError if one cannot be decrypted, unless `leaveUnreadable` is set
 */
export async function reencrypt(
  stored: AsyncIterable<StoredSecret>,
  secrets: Secrets,
  { leaveUnreadable }: { leaveUnreadable: boolean },
): Promise<ReencryptedSecrets> {
  const count = { reencrypted: 0, upToDate: 0, unreadable: 0 };
  const unreadableOf = new Set<number>();
  for await (const { userId, context, encrypted, save } of stored) {
    const text = secrets.decrypt(encrypted, context);
    if (text === null) {
      unreadableOf.add(userId);
      count.unreadable += 1;
    } else if (secrets.isUpToDate(encrypted, context)) {
      count.upToDate += 1;
    } else {
      await save(secrets.encrypt(text, context));
      count.reencrypted += 1;
    }
  }
  if (unreadableOf.size > 0 && !leaveUnreadable) throw unreadableSecrets(count.unreadable, [...unreadableOf]);
  return count;
}

function unreadableSecrets(count: number, users: readonly number[]): OperatorError {
  const more = users.length > MAX_LISTED_USERS ? ' and others' : '';
  return new OperatorError(
    `${count} of the users' secrets cannot be decrypted with the given keys (users ${users.slice(0, MAX_LISTED_USERS).join(', ')}${more}). Nothing was changed. Add the key that they were encrypted with, or leave them with --leave-unreadable. Then these users must enter their API keys and the addresses of their channels again.`,
  );
}
