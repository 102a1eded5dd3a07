/** A user's own keys for other services: the names of the columns and of the API's fields. */
export const KEY_NAMES = ['openalex_api_key', 'crossref_api_token'] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/** Binds an encrypted key to its user and column, so that it cannot be decrypted in another row or column. */
export function keyContext(userId: number, name: KeyName): string {
  return `user_settings:${userId}:${name}`;
}
