import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { pruneAccounts } from '../../../src/accounts/jobs/forget-old-logins.ts';
import { type Answer, Client } from '../../support/client.ts';
import { activeRun, follow } from '../../support/follow.ts';
import { age, changeUser } from '../../support/prepare.ts';
import { stopClock } from '../../support/stop-clock.ts';
import {
  ADMIN,
  allAtOnce,
  changeMeanwhile,
  makeUser,
  type Replica,
  refuseUpdates,
  replicasOfFile,
} from './replicas.ts';

const openReplicas = replicasOfFile({ LOGIN_RATE_LIMIT_ATTEMPTS: '3' });

type Wish = { name?: string; scope?: string; expires_in_days?: number | null; current_password?: string };

/** Creates a token and returns it as the response has it, with the secret. */
async function makeToken(client: Client, wish: Wish = {}) {
  return client.ok('POST', '/auth/tokens', { body: { name: 'a script', scope: 'write', ...wish }, status: 201 });
}

/** Returns a client without cookies that sends this token. */
class Script extends Client {
  readonly authorization: string;
  constructor(replica: Replica, token: string) {
    super(replica.url);
    this.authorization = `Bearer ${token}`;
  }
  override raw(method: string, path: string, options: Parameters<Client['raw']>[2] = {}): Promise<Response> {
    return super.raw(method, path, { ...options, headers: { authorization: this.authorization, ...options.headers } });
  }
}

async function startWithUser() {
  const replicas = await openReplicas();
  const admin = await replicas.first.signedIn(ADMIN);
  const account = await makeUser(admin, 'writer');
  return { ...replicas, admin, account, user: await replicas.first.signedIn(account) };
}

test('a token is returned only once, is listed without its secret, and is stored only as a hash', async () => {
  const { first, user, account, log } = await startWithUser();
  const { token, ...row } = await makeToken(user, { name: '  nightly export ', scope: 'read' });
  expect(token).toMatch(/^lectern_pat_[\w-]{43}$/);
  expect(row).toEqual({
    id: expect.any(Number),
    name: 'nightly export',
    scope: 'read',
    created_at: expect.any(String),
    expires_at: expect.any(String),
    last_used_at: null,
  });
  expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(90 * 86_400_000);
  const lasting = { expires_in_days: null, current_password: account.password };
  expect((await makeToken(user, lasting)).expires_at).toBeNull();
  const { tokens } = await user.ok('GET', '/auth/tokens');
  expect(tokens[1]).toEqual(row);
  expect(tokens).toHaveLength(2);
  await new Script(first, token).ok('GET', '/publications');
  const { rows } = await sql<{ token_hash: Buffer; row: string }>`
    select token_hash, t::text as row from api_tokens t where id = ${row.id}`.execute(first.db);
  expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(token).digest());
  const secret = token.slice('lectern_pat_'.length);
  for (const text of [JSON.stringify(tokens), JSON.stringify(rows), log()]) expect(text).not.toContain(secret);
});

test('a token that has the scope admin or never expires requires the password, and a wrong password counts as a failed login', async () => {
  const replicas = await openReplicas();
  const admin = await replicas.first.signedIn(ADMIN);
  const short = { name: 'x', scope: 'read' };
  const make = (body: object) => admin.call('POST', '/auth/tokens', { body });
  const refused = (answer: Answer) => [answer.status, answer.error?.code];
  for (const wish of [
    { ...short, scope: 'admin' },
    { ...short, expires_in_days: null },
  ]) {
    const missing = await make(wish);
    expect(refused(missing)).toEqual([422, 'invalid_current_password']);
    expect(missing.error.message).toContain('Send it as current_password');
    expect(refused(await make({ ...wish, current_password: 'not the right one' }))).toEqual([
      422,
      'invalid_current_password',
    ]);
    expect((await make({ ...wish, current_password: ADMIN.password })).status).toBe(201);
  }
  expect((await admin.ok('GET', '/auth/tokens')).tokens).toHaveLength(2);
  expect((await make(short)).status, 'one that reads, for ninety days, does not').toBe(201);
  expect(refused(await make({ ...short, name: ' \u2003' }))).toEqual([422, 'validation_error']);
  const guess = { ...short, scope: 'admin', current_password: 'a third wrong one' };
  expect(refused(await make(guess))).toEqual([422, 'invalid_current_password']);
  expect(refused(await make({ ...guess, current_password: ADMIN.password }))).toEqual([429, 'rate_limited']);
});

test('no token is created if the password changes while it is verified', async () => {
  const { first, user, account } = await startWithUser();
  const wish = { name: 'late', scope: 'write', expires_in_days: null, current_password: account.password };
  // the old password was right when it was verified; now the request waits for the user's row
  const make = () => user.call('POST', '/auth/tokens', { body: wish });
  const { status, error } = await changeMeanwhile(first, account.id, { password_hash: 'another' }, make);
  expect([status, error.code]).toEqual([422, 'invalid_current_password']);
  expect((await user.ok('GET', '/auth/tokens')).tokens).toEqual([]);
});

// test/api/conformance sends every operation with tokens of each scope
test('a token sets no cookie, and says whose it is', async () => {
  const { first, admin } = await startWithUser();
  for (const scope of ['read', 'write', 'admin']) {
    const script = new Script(first, (await makeToken(admin, { scope, current_password: ADMIN.password })).token);
    const me = await script.ok('GET', '/auth/me');
    expect(me).toMatchObject({ authenticated: true, csrf_token: '', user: { email: ADMIN.email, is_admin: true } });
    expect(script.cookies.size).toBe(0);
  }
});

test('a token gives no access to tokens, sessions, passwords and accounts', async () => {
  const { first, admin, account } = await startWithUser();
  const wish = { scope: 'admin', current_password: ADMIN.password };
  const script = new Script(first, (await makeToken(admin, wish)).token);
  const [session] = (await admin.ok('GET', '/auth/sessions')).sessions;
  const newUser = { email: 'planted@lectern.example', password: 'a long phrase for a door', is_admin: true };
  const refused: [method: string, path: string, body?: unknown][] = [
    ['GET', '/auth/csrf'],
    ['GET', '/auth/tokens'],
    ['POST', '/auth/tokens', { name: 'x', scope: 'read' }],
    ['DELETE', '/auth/tokens/1'],
    ['GET', '/auth/sessions'],
    ['DELETE', '/auth/sessions'],
    ['DELETE', `/auth/sessions/${session.id}`],
    ['POST', '/auth/login', ADMIN],
    ['POST', '/auth/logout'],
    ['POST', '/auth/change-password', {}],
    ['POST', '/admin/users', newUser],
    ['PATCH', `/admin/users/${account.id}/active`, { is_active: false }],
    ['POST', `/admin/users/${account.id}/reset-password`, { new_password: newUser.password }],
  ];
  for (const [method, path, body] of refused) await script.fails(403, 'forbidden', method, path, { body });
  await admin.ok('GET', '/auth/me');
  expect((await admin.ok('GET', '/admin/users')).users).toHaveLength(2);
});

test('an invalid token is rejected everywhere, with any cookies; other authorization schemes are ignored', async () => {
  const { first, user } = await startWithUser();
  const { token } = await makeToken(user);
  const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  for (const sent of [changed, token.toLowerCase(), `${token} ${token}`, `${token}x`, token.slice(12), '', "';--"]) {
    for (const path of ['/auth/me', '/auth/csrf', '/nothing/here']) {
      const headers = { authorization: `Bearer ${sent}` };
      const refused = await user.fails(401, 'auth_required', 'GET', path, { headers });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="Lectern", error="invalid_token"');
    }
  }
  const admin = await first.signedIn(ADMIN);
  for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
    const { user: who } = await admin.ok('GET', '/auth/me', { headers: { authorization: `${scheme} ${token}` } });
    expect(who.email).toBe('writer@lectern.example');
  }
  for (const authorization of [`Basic ${btoa('a:b')}`, token, `Token ${token}`]) {
    expect((await user.ok('GET', '/auth/me', { headers: { authorization } })).user.is_admin).toBe(false);
    await new Client(first.url).fails(401, 'auth_required', 'GET', '/auth/me', { headers: { authorization } });
  }
});

test('a revoked or expired token stops working on every replica, and its streams end', async () => {
  const { first, second, user, account } = await startWithUser();
  const { id, token } = await makeToken(user);
  const stays = new Script(second, (await makeToken(user)).token);
  const script = new Script(second, token);
  const runId = await activeRun(first.db, account.id);
  const follower = await follow(script, runId, { headers: { authorization: script.authorization } });
  const other = await follow(stays, runId, { headers: { authorization: stays.authorization } });
  expect(follower.status).toBe(200);
  const admin = await first.signedIn(ADMIN);
  await admin.fails(404, 'token_not_found', 'DELETE', `/auth/tokens/${id}`);
  expect(await user.ok('DELETE', `/auth/tokens/${id}`)).toEqual({ message: 'The API token has ended.' });
  expect(await follower.over).toBe('ended');
  await script.fails(401, 'auth_required', 'GET', '/auth/me');
  await user.fails(404, 'token_not_found', 'DELETE', `/auth/tokens/${id}`);
  other.drop();
  expect(await other.over).toBe('cut off');

  await age(first.db, 'api_tokens.expires_at', '89 days 23 hours');
  await stays.ok('GET', '/auth/me');
  await age(first.db, 'api_tokens.expires_at', '1 hour');
  await stays.fails(401, 'auth_required', 'GET', '/auth/me');
  expect((await user.ok('GET', '/auth/tokens')).tokens).toHaveLength(1);
  await age(first.db, 'api_tokens.expires_at', '29 days 23 hours');
  await pruneAccounts(first.db, 60);
  expect((await user.ok('GET', '/auth/tokens')).tokens).toHaveLength(1);
  await age(first.db, 'api_tokens.expires_at', '1 hour');
  await pruneAccounts(first.db, 60);
  expect((await user.ok('GET', '/auth/tokens')).tokens).toEqual([]);
});

test('a stream ends within a minute after its token expires', async () => {
  const { first, user, account } = await startWithUser();
  stopClock('Interval');
  const expires = new Script(first, (await makeToken(user)).token);
  const runId = await activeRun(first.db, account.id);
  const followers = [];
  for (const headers of [{ authorization: expires.authorization }, {}]) {
    followers.push(await follow('authorization' in headers ? expires : user, runId, { headers }));
  }
  await age(first.db, 'api_tokens.expires_at', '90 days 1 second');
  vi.advanceTimersByTime(60_000);
  const [ended, stays] = followers;
  expect(await ended?.over).toBe('ended');
  stays?.drop();
  expect(await stays?.over).toBe('cut off');
});

test('tokens survive a logout and a password change; a reset and a deactivation revoke them', async () => {
  const { first, admin, account, user } = await startWithUser();
  const script = new Script(
    first,
    (await makeToken(user, { expires_in_days: null, current_password: account.password })).token,
  );
  const next = 'another phrase that is long';
  const change = { current_password: account.password, new_password: next, confirm_password: next };
  await user.ok('POST', '/auth/change-password', { body: change });
  await user.ok('POST', '/auth/logout');
  await script.ok('GET', '/auth/me');
  await admin.ok('POST', `/admin/users/${account.id}/reset-password`, { body: { new_password: account.password } });
  await script.fails(401, 'auth_required', 'GET', '/auth/me');

  const again = await first.signedIn(account);
  const second = new Script(first, (await makeToken(again)).token);
  await changeUser(first.db, account.id, { is_active: false });
  await second.fails(401, 'auth_required', 'GET', '/auth/me');
  await changeUser(first.db, account.id, { is_active: true });
  await second.ok('GET', '/auth/me');
  for (const is_active of [false, true]) {
    await admin.ok('PATCH', `/admin/users/${account.id}/active`, { body: { is_active } });
    await second.fails(401, 'auth_required', 'GET', '/auth/me');
  }
});

test('the scope admin works only while the user is an administrator', async () => {
  const { first, admin } = await startWithUser();
  const account = await makeUser(admin, 'second', { is_admin: true });
  const session = await first.signedIn(account);
  const all = new Script(
    first,
    (await makeToken(session, { scope: 'admin', current_password: account.password })).token,
  );
  const write = new Script(first, (await makeToken(session, { scope: 'write' })).token);
  await all.ok('GET', '/admin/users');
  await changeUser(first.db, account.id, { is_admin: false });
  await all.fails(401, 'auth_required', 'GET', '/auth/me');
  await write.ok('GET', '/auth/me');
});

test('the last use is saved at most once a minute, and a request succeeds even if it cannot be saved', async () => {
  const { first, user } = await startWithUser();
  const script = new Script(first, (await makeToken(user)).token);
  const lastUsed = async () => (await user.ok('GET', '/auth/tokens')).tokens[0].last_used_at;
  const versions = async () =>
    (await sql<{ version: string }>`select xmin::text as version from api_tokens`.execute(first.db)).rows[0]?.version;
  await Promise.all(Array.from({ length: 12 }, () => script.ok('GET', '/auth/me')));
  const version = await versions();
  expect(await lastUsed()).toEqual(expect.any(String));
  await script.ok('GET', '/auth/me');
  expect(await versions()).toBe(version);
  await age(first.db, 'api_tokens.last_used_at', '61 s');
  const before = await lastUsed();
  await script.ok('GET', '/auth/me');
  expect(Date.parse(await lastUsed())).toBeGreaterThan(Date.parse(before));
  await age(first.db, 'api_tokens.last_used_at', '61 s');
  await refuseUpdates(first, 'api_tokens');
  await script.ok('GET', '/auth/me');
});

test('a user can have at most fifty tokens, also if many are created at once, and at the limit no password is checked', async () => {
  const { first, user, account } = await startWithUser();
  await sql`insert into api_tokens (user_id, name, token_hash, scope)
    select ${account.id}, 'old', sha256(n::text::bytea), 'read' from generate_series(1, 48) n`.execute(first.db);
  const body = { name: 'new', scope: 'read' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => user.call('POST', '/auth/tokens', { body })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  const refused = await user.fails(409, 'token_limit_reached', 'POST', '/auth/tokens', { body });
  expect(refused.error.details).toEqual({ limit: 50 });
  const guess = { ...body, expires_in_days: null, current_password: 'wrong wrong wrong' };
  for (let at = 0; at < 5; at += 1)
    await user.fails(409, 'token_limit_reached', 'POST', '/auth/tokens', { body: guess });
  const { tokens } = await user.ok('GET', '/auth/tokens');
  expect(tokens).toHaveLength(50);
  await user.ok('DELETE', `/auth/tokens/${tokens[49].id}`);
  await makeToken(user);
});

test('a token that is created during a password reset is revoked too', async () => {
  const { first, admin, account, user } = await startWithUser();
  const reset = () =>
    admin.call('POST', `/admin/users/${account.id}/reset-password`, { body: { new_password: 'a phrase after all' } });
  const make = () => user.call('POST', '/auth/tokens', { body: { name: 'late', scope: 'write' } });
  // both wait for the user's row, first the reset, then the token
  const answers = await allAtOnce(first, 'users', () => [reset(), make()]);
  const [, made] = answers;
  if (made?.status === 201) {
    await new Script(first, made.data.token).fails(401, 'auth_required', 'GET', '/auth/me');
  } else expect([made?.status, made?.error.code]).toEqual([401, 'auth_required']);
  expect((await (await first.signedIn(account)).ok('GET', '/auth/tokens')).tokens).toEqual([]);
});
