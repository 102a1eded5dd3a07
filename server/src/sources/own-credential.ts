import { createHash } from 'node:crypto';

/**
 * The name of the credential of a user's own key. It contains a digest instead of the key, so a new key is a new
 * credential.
 */
export function ownCredential(userId: number | null, key: string): string {
  const digest = createHash('sha256').update(key).digest('base64url').slice(0, 8);
  return `user:${userId}:${digest}`;
}
