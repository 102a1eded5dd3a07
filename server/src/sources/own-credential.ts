import { createHash } from 'node:crypto';

/** A user's own key as a credential: whose budget it is, without the key. Another key is another credential. */
export function ownCredential(userId: number | null, key: string): string {
  const digest = createHash('sha256').update(key).digest('base64url').slice(0, 8);
  return `user:${userId}:${digest}`;
}
