import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { TokenScope } from '../platform/http/token-scope.ts';
import { isUsable } from './usable-account-store.ts';

const TOKEN = ['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'] as const;

/** Returns a user's tokens, the newest first, including expired ones. */
export function listTokens(q: Queries, userId: number) {
  return q.selectFrom('api_tokens').select(TOKEN).where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

export async function countTokens(q: Queries, userId: number): Promise<number> {
  const tokens = q.selectFrom('api_tokens').where('user_id', '=', userId);
  return (await tokens.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

interface NewToken {
  readonly user_id: number;
  readonly name: string;
  readonly token_hash: Buffer;
  readonly scope: TokenScope;
  /** until the token expires; null: never */
  readonly days: number | null;
}

export function insertToken(tx: Tx, { days, ...token }: NewToken) {
  const expires_at = days === null ? null : sql<Date>`now() + make_interval(days => ${days})`;
  return tx
    .insertInto('api_tokens')
    .values({ ...token, expires_at })
    .returning(TOKEN)
    .executeTakeFirstOrThrow();
}

/**
 * Finds a token and its user. The token must not have expired, the account must be usable, and for the scope `admin` an
 * administrator. `is_stale` is true a minute after the time of use was last saved.
 */
export function findToken(q: Queries, tokenHash: Buffer) {
  return q
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['users.id', 'users.email', 'users.is_admin', 'users.is_active'])
    .select(sql<boolean>`users.temporary_password_until is not null`.as('has_temporary_password'))
    .select(['api_tokens.id as token_id', 'api_tokens.scope'])
    .select(
      sql<boolean>`coalesce(api_tokens.last_used_at not between now() - interval '1 minute' and now(), true)`.as(
        'is_stale',
      ),
    )
    .where('api_tokens.token_hash', '=', tokenHash)
    .where(isUsable())
    .where((e) => e.or([e('api_tokens.expires_at', 'is', null), e('api_tokens.expires_at', '>', sql<Date>`now()`)]))
    .where((e) => e.or([e('api_tokens.scope', '!=', 'admin'), e('users.is_admin', '=', true)]))
    .executeTakeFirst();
}

/** Saves the time of use. If many requests do so at once, one of them writes. */
export async function touchToken(q: Queries, tokenHash: Buffer): Promise<void> {
  await q
    .updateTable('api_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where(sql<boolean>`coalesce(last_used_at not between now() - interval '1 minute' and now(), true)`)
    .execute();
}

/** Returns whether the user had such a token. */
export async function deleteToken(q: Queries, userId: number, id: number): Promise<boolean> {
  const deleted = q.deleteFrom('api_tokens').where('id', '=', id).where('user_id', '=', userId).returning('id');
  return (await deleted.executeTakeFirst()) !== undefined;
}

export async function deleteTokensOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
}

export async function deleteTokensExpiredFor(q: Queries, days: number): Promise<void> {
  const left = sql<Date>`now() - make_interval(days => ${days})`;
  await q.deleteFrom('api_tokens').where('expires_at', '<=', left).execute();
}
