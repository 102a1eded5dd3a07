/** A user's own keys at other services, as columns and on the wire. */
export const KEY_NAMES = ['openalex_api_key', 'crossref_api_token'] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/** The one place where a sealed key opens. */
export function keyContext(userId: number, name: KeyName): string {
  return `user_settings:${userId}:${name}`;
}
