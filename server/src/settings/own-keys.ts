import type { Tx } from '../platform/database/database.ts';
import { inBatches, type StoredSecret } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { KEY_NAMES, type KeyName, keyContext } from './own-key.ts';
import { listEncryptedKeys, listOwnKeys, updateSettings } from './store.ts';

/** What a user's own enrichment requests are sent with; null: use the operator's value. */
export interface OwnKeys {
  readonly openalexApiKey: string | null;
  readonly crossrefApiToken: string | null;
  readonly crossrefMailto: string | null;
  readonly unpaywallEmail: string | null;
}

/**
 * Decrypts the keys of users. Users without keys have no entry. A key that cannot be decrypted, because SECRETS_KEY was
 * lost, is null.
 */
export async function openOwnKeys(
  { db, secrets, log }: Pick<Services, 'db' | 'secrets' | 'log'>,
  userIds: readonly number[],
): Promise<Map<number, OwnKeys>> {
  const keys = new Map<number, OwnKeys>();
  if (userIds.length === 0) return keys;
  for (const row of await listOwnKeys(db, userIds)) {
    const open = (name: KeyName) => {
      const encrypted = row[name];
      const key = encrypted === null ? null : secrets.decrypt(encrypted, keyContext(row.user_id, name));
      if (encrypted !== null && key === null)
        log.warn(
          { user_id: row.user_id, key: name },
          'cannot decrypt a key that was encrypted with another SECRETS_KEY',
        );
      return key;
    };
    keys.set(row.user_id, {
      openalexApiKey: open('openalex_api_key'),
      crossrefApiToken: open('crossref_api_token'),
      crossrefMailto: row.crossref_api_mailto,
      unpaywallEmail: row.unpaywall_email,
    });
  }
  return keys;
}

/** The API keys of all users. Requests that save settings wait until the transaction ends. */
export async function* storedKeys(tx: Tx): AsyncGenerator<StoredSecret> {
  const rows = inBatches(
    (batch) => listEncryptedKeys(tx, batch),
    (row) => row.user_id,
  );
  for await (const { user_id: userId, ...row } of rows) {
    for (const name of KEY_NAMES) {
      const save = (encrypted: Buffer) => updateSettings(tx, userId, { [name]: encrypted });
      const encrypted = row[name];
      if (encrypted !== null) yield { userId, context: keyContext(userId, name), encrypted, save };
    }
  }
}

const MASK_CHARACTER = '•';
const SHOWN_CHARACTERS = 4;

/**
 * Returns a key as the API shows it: only its end, so that the user recognizes it, and at most half of it. Null is a
 * key that cannot be decrypted.
 */
export function maskKey(key: string | null): string {
  const shown = Math.min(SHOWN_CHARACTERS, Math.floor((key?.length ?? 0) / 2));
  return MASK_CHARACTER.repeat(4) + (key && shown > 0 ? key.slice(-shown) : '');
}

/** Returns whether a client sent back a mask. No key contains this character. */
export function isMask(text: string): boolean {
  return text.includes(MASK_CHARACTER);
}
