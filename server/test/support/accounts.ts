import { emailKey } from '../../src/accounts/email-key.ts';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { insertSession } from '../../src/accounts/session-store.ts';
import { insertUser } from '../../src/accounts/store.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { hashToken, newToken } from '../../src/platform/http/session-cookie.ts';
import { ADMIN } from './admin.ts';
import { Client } from './client.ts';

export type User = Client & { userId: number };

let adminHash: Promise<string> | null = null;

/**
 * Returns a signed-in client of the user with this email. Creates the user first if there is none, with the password of
 * ADMIN. The session is a row that this function inserts, because a sign-in hashes a password, which takes 100 ms.
 */
export async function signedIn(
  { db, url }: { db: Database; url: string },
  { email, isAdmin = false }: { email: string; isAdmin?: boolean },
): Promise<User> {
  adminHash ??= hashPassword(ADMIN.password);
  const user = { email, email_key: emailKey(email), password_hash: await adminHash, is_admin: isAdmin };
  const token = newToken();
  const userId = await db.transaction().execute(async (tx) => {
    await insertUser(tx, { ...user, isTemporary: false });
    const find = tx.selectFrom('users').select('id').where('email_key', '=', user.email_key);
    const { id } = await find.executeTakeFirstOrThrow();
    const origin = { user_agent: null, client_address: '127.0.0.1' };
    await insertSession(tx, { user_id: id, token_hash: hashToken(token), ...origin });
    return id;
  });
  const client = new Client(url);
  client.cookies.set('lectern_session', token);
  client.csrf = (await client.ok('GET', '/auth/csrf')).csrf_token;
  return Object.assign(client, { userId });
}
