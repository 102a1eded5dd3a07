import { writeAudit } from '../audit/store.ts';
import type { Tx } from '../platform/database/database.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { readEmail } from './email-key.ts';

/** Where a request came from, so that users can distinguish their sessions and sign-ins. */
export interface Origin {
  /** the client's address */
  readonly address: string;
  /** the client's User-Agent header */
  readonly userAgent: string | null;
}

const MAX_USER_AGENT_LENGTH = 200;

/** The User-Agent header as it is stored: at most 200 characters, or null. */
export function shownUserAgent({ userAgent }: Origin): string | null {
  return userAgent?.slice(0, MAX_USER_AGENT_LENGTH) || null;
}

/** The address as it is stored. An IPv4 address on an IPv6 socket loses its prefix. */
export function shownAddress({ address }: Origin): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * The domain of an address on the Internet. What people type into a wrong field, such as `p@ssw0rd`, rarely ends like
 * one.
 */
const DOMAIN = /@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;

/**
 * A password that was checked. All actions begin with `account.sign-in`, by which the audit log tells them from
 * changes.
 */
interface CheckedPassword {
  readonly action:
    | 'account.sign-in'
    | 'account.sign-in-failed'
    | 'account.sign-in-confirmed'
    | 'account.sign-in-not-confirmed';
  /** the signed-in user; null for a visitor */
  readonly actor: Pick<SessionUser, 'id' | 'email'> | null;
  /** of the account; null if there is none with the address */
  readonly userId: number | null;
  /** what a visitor typed; kept only if no account has it */
  readonly typedEmail?: string;
  readonly origin: Origin;
}

/** Records a check of a password in the audit log: time, client and account. It stays for 90 days. */
export async function recordSignIn(
  tx: Tx,
  { action, actor, userId, typedEmail, origin }: CheckedPassword,
): Promise<void> {
  const operator = { name: actor?.email ?? 'visitor', userId: actor?.id ?? null };
  const client = { client_address: shownAddress(origin), user_agent: shownUserAgent(origin) };
  const after = userId === null ? { email: addressIn(typedEmail ?? ''), ...client } : client;
  await writeAudit(tx, { id: null, operator }, [{ action, userId, before: null, after }]);
}

/** What was typed, or null: people type passwords into this field, and the audit log must not have them. */
function addressIn(typed: string): string | null {
  const email = readEmail(typed);
  return email !== null && DOMAIN.test(email) ? email : null;
}
