import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pruneAccounts } from '../../../src/accounts/jobs/forget-old-logins.ts';
import { Client } from '../../support/client.ts';
import { age } from '../../support/prepare.ts';
import {
  ADMIN,
  atReplica,
  countAttempts,
  makeUser,
  type Replicas,
  refuseUpdates,
  replicasOfFile,
  startReplicas,
} from './replicas.ts';

const openReplicas = replicasOfFile();

async function loginCookies({ first }: Replicas): Promise<string[]> {
  const client = await first.visitor();
  const response = await client.raw('POST', '/api/v1/auth/login', { body: ADMIN });
  expect(response.status).toBe(200);
  return response.headers.getSetCookie();
}

test('the cookie is HttpOnly and SameSite=Lax; it is Secure and __Host- unless that is disabled', async () => {
  const [plain = '', gone = ''] = await loginCookies(await openReplicas());
  expect(plain).toMatch(/^lectern_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(gone).toMatch(/^lectern_visitor=; /);
  const [secure = ''] = await loginCookies(await startReplicas({ env: { SESSION_COOKIE_SECURE: '1' } }));
  expect(secure).toMatch(
    /^__Host-lectern_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test('the token of a session is only in the cookie; the database has its hash, and no later response contains it', async () => {
  const { first, log } = await openReplicas();
  const client = await first.visitor();
  const response = await client.raw('POST', '/api/v1/auth/login', { body: ADMIN });
  const { data } = (await response.clone().json()) as { data: { csrf_token: string } };
  client.csrf = data.csrf_token;
  const token = client.cookies.get('lectern_session') ?? '';
  expect(token).toHaveLength(43);
  const { token_hash } = await first.db.selectFrom('sessions').select('token_hash').executeTakeFirstOrThrow();
  expect(token_hash).toEqual(createHash('sha256').update(token).digest());
  const outputs = [await response.text(), log()];
  for (const path of ['/auth/me', '/auth/csrf', '/auth/sessions', '/auth/tokens', '/settings', '/nothing']) {
    const answer = await client.raw('GET', `/api/v1${path}`);
    outputs.push(JSON.stringify([...answer.headers]), await answer.text());
  }
  for (const text of outputs) expect(text).not.toContain(token);
});

test('simultaneous requests each get the user of their own session, and malformed cookies are no session', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const user = await makeUser(admin, 'reader');
  const [reader, gone] = [await first.signedIn(user), await first.signedIn(user)];
  const ended = atReplica(gone, first);
  for (const cookie of ['', 'x', '%00', '%E0%A4%A', "'; drop table sessions; --", 'a'.repeat(5000)]) {
    const headers = { cookie: `lectern_session=${cookie}` };
    await new Client(first.url).fails(401, 'auth_required', 'GET', '/auth/me', { headers });
  }
  await gone.ok('POST', '/auth/logout');
  const clients = Array.from({ length: 6 }, () => [reader, admin, ended, reader]).flat();
  const answers = await Promise.all(clients.map((client) => client.call('GET', '/auth/me')));
  const outputs = answers.map(({ status, data }) => (status === 200 ? data.user.email : status));
  expect(outputs).toEqual(Array.from({ length: 6 }, () => [user.email, ADMIN.email, 401, user.email]).flat());
});

test('logout ends only this session, on every replica', async () => {
  const { first, second } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const other = await first.signedIn(ADMIN);
  const stolen = atReplica(client, second);
  expect(await client.ok('POST', '/auth/logout')).toEqual({ message: expect.any(String) });
  expect(client.cookies.has('lectern_session')).toBe(false);
  await stolen.fails(401, 'auth_required', 'GET', '/auth/me');
  await stolen.fails(401, 'auth_required', 'POST', '/auth/logout');
  expect(await stolen.ok('GET', '/auth/csrf')).toMatchObject({ authenticated: false });
  await other.ok('GET', '/auth/me');
});

test.each([
  ['14 days after its last use', 'touched_at', '13 days 23 hours'],
  ['30 days after its login, even if it is in use', 'created_at', '29 days 23 hours'],
] as const)('a session ends %s', async (_, column, nearly) => {
  const { first } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  await age(first.db, `sessions.${column}`, nearly);
  await client.ok('GET', '/auth/me');
  // a use prolongs a session, up to its last day
  await age(first.db, `sessions.${column}`, column === 'touched_at' ? '14 days 1 minute' : '61 minutes');
  for (let time = 0; time < 2; time += 1) await client.fails(401, 'auth_required', 'GET', '/auth/me');
});

test('a session from before the clock was set back continues, and does not last longer', async () => {
  const { first } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  for (const column of ['touched_at', 'created_at'] as const) await age(first.db, `sessions.${column}`, '-1 year');
  await client.ok('GET', '/auth/me');
  const { sessions } = await client.ok('GET', '/auth/sessions');
  expect(Date.parse(sessions[0].last_seen_at)).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(sessions[0].expires_at)).toBeLessThan(Date.now() + 15 * 86_400_000);
  await age(first.db, 'sessions.created_at', '30 days 1 minute');
  await client.fails(401, 'auth_required', 'GET', '/auth/me');
});

test('a session is touched once an hour, and a request succeeds even if the session cannot be touched', async () => {
  const { first } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const minutesAgo = async () => {
    const { sessions } = await client.ok('GET', '/auth/sessions');
    return Math.round((Date.now() - Date.parse(sessions[0].last_seen_at)) / 60_000);
  };
  await age(first.db, 'sessions.touched_at', '50 minutes');
  await client.ok('GET', '/auth/me');
  expect(await minutesAgo()).toBe(50);
  await age(first.db, 'sessions.touched_at', '20 minutes');
  await client.ok('GET', '/auth/me');
  expect(await minutesAgo()).toBe(0);
  await age(first.db, 'sessions.touched_at', '2 hours');
  await refuseUpdates(first, 'sessions');
  await client.ok('GET', '/auth/me');
  expect(await minutesAgo()).toBe(120);
});

test('pruning deletes only expired rows', async () => {
  const { first } = await openReplicas();
  const over = await first.signedIn(ADMIN);
  await over.fails(401, 'invalid_credentials', 'POST', '/auth/login', { body: { ...ADMIN, password: 'x' } });
  await age(first.db, 'sessions.touched_at', '15 days');
  await age(first.db, 'login_attempts.attempted_at', '61 s');
  const old = await first.signedIn(ADMIN);
  await age(first.db, 'sessions.created_at', '31 days');
  const alive = await first.signedIn(ADMIN);
  await alive.fails(401, 'invalid_credentials', 'POST', '/auth/login', { body: { ...ADMIN, password: 'x' } });
  await pruneAccounts(first.db, 60);
  await alive.ok('GET', '/auth/me');
  await old.fails(401, 'auth_required', 'GET', '/auth/me');
  expect((await alive.ok('GET', '/auth/sessions')).sessions).toHaveLength(1);
  expect(await countAttempts(first)).toBe(1);
});
