import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken, newToken } from '../platform/http/session-cookie.ts';
import { type AccountServices, checkPassword } from './check-password.ts';
import { checkEmail, emailKey } from './email-key.ts';
import { hashPassword } from './passwords.ts';
import type { Origin } from './record-sign-in.ts';
import { startSession } from './sessions.ts';
import {
  deleteSetupTokens,
  hasSetupToken,
  hasUsers,
  insertSetupToken,
  insertUser,
  lockFirstUser,
  type NewUser,
} from './store.ts';

/** Returns the token of a new set-up link, `<url>/setup#token=<token>`; null if there is a user already. */
export async function makeSetupToken(db: Database): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockFirstUser(tx);
    if (await hasUsers(tx)) return null;
    const token = newToken();
    await insertSetupToken(tx, hashToken(token));
    return token;
  });
}

interface FirstAccount extends Origin {
  /** from the set-up link */
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates the first administrator for the holder of a set-up link, and starts a session.
 * @throws Problem `forbidden`, `validation_error`, `invalid_password`
 */
export async function setUp(
  { db, config }: AccountServices,
  { token, email, password, ...origin }: FirstAccount,
): Promise<{ user: SessionUser; token: string }> {
  if (await hasUsers(db)) throw alreadyDone();
  // looked up by its hash, so that the time of the response reveals nothing about existing tokens
  if (!(await hasSetupToken(db, hashToken(token))))
    throw new Problem(
      'forbidden',
      'forbidden',
      "This set-up link is not valid. Open the latest link from the server's log.",
    );
  const admin = await prepareFirstAdmin(config, { email, password });
  return db.transaction().execute(async (tx) => {
    const user = await insertFirstAdmin(tx, admin);
    if (!user) throw alreadyDone();
    const { id, is_admin, is_active } = user;
    const kept = { id, email: user.email, is_admin, is_active, has_temporary_password: false };
    return { user: kept, token: await startSession(tx, user, origin) };
  });
}

/**
 * Creates the first user, an administrator. Returns false if there is a user already. If replicas start together, one
 * of them creates the user.
 * @throws Problem `validation_error`, `invalid_password`
 */
export async function createFirstAdmin(
  { db, config }: AccountServices,
  account: { email: string; password: string },
): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const admin = await prepareFirstAdmin(config, account);
  return db.transaction().execute(async (tx) => (await insertFirstAdmin(tx, admin)) !== undefined);
}

/**
 * Prepares the first user's row before the lock is taken, because the hash takes long. @throws Problem
 * `validation_error`, `invalid_password`
 */
async function prepareFirstAdmin(
  { publicUrl }: AccountServices['config'],
  { email, password }: { email: string; password: string },
): Promise<NewUser> {
  const kept = checkEmail(email);
  await checkPassword(password, { email: kept, publicUrl });
  const password_hash = await hashPassword(password);
  return { email: kept, email_key: emailKey(kept), password_hash, is_admin: true, isTemporary: false };
}

/** Inserts the first user and invalidates all set-up links. Returns undefined if there is a user already. */
async function insertFirstAdmin(tx: Tx, admin: NewUser) {
  await lockFirstUser(tx);
  if (await hasUsers(tx)) return undefined;
  await deleteSetupTokens(tx);
  return insertUser(tx, admin);
}

function alreadyDone(): Problem {
  return new Problem('forbidden', 'forbidden', 'Lectern is already set up. Sign in instead.');
}
