import type { Services } from '../platform/services.ts';
import { type KeyName, keyContext } from './own-key.ts';
import { listOwnKeys } from './store.ts';

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
