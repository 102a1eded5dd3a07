import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { cpuMs } from '../../support/cpu-time.ts';
import { ADMIN, atReplica, changeMeanwhile, makeUser, replicasOfFile, WRONG } from './replicas.ts';

const openReplicas = replicasOfFile();

const LOGIN = '/auth/login';

test('a login starts a session that is valid on every replica, and a session token that the client chose is never used', async () => {
  const { first, second } = await openReplicas();
  const client = await first.visitor();
  // a token that the client chose is never used
  const planted = 'A'.repeat(43);
  client.cookies.set('lectern_session', planted);
  const data = await client.ok('POST', LOGIN, { body: ADMIN });
  expect(client.cookies.get('lectern_session')).not.toBe(planted);
  expect(data).toEqual({
    authenticated: true,
    csrf_token: expect.stringMatching(/^[\w-]{43}$/),
    user: { id: expect.any(Number), email: ADMIN.email, is_admin: true, is_active: true },
    password_change_required: false,
  });
  client.csrf = data.csrf_token;
  expect(await atReplica(client, second).ok('GET', '/auth/me')).toEqual(data);
  expect(await client.ok('GET', '/auth/csrf')).toEqual({ csrf_token: data.csrf_token, authenticated: true });
});

test('letter case, outer spaces and composition of the email do not matter; the password must be exact', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const account = { email: 'Ren\u00e9e@lectern.example', password: 'na\u00efve caf\u00e9 phrase' };
  const user = await admin.ok('POST', '/admin/users', { body: { ...account, is_admin: false } });
  expect(user.email).toBe(account.email);
  const visitor = await first.visitor();
  const body = { email: '  RENE\u0301E@Lectern.Example ', password: account.password.normalize('NFD') };
  expect((await visitor.ok('POST', LOGIN, { body })).user).toMatchObject({ id: user.id, email: account.email });
  const other = await first.visitor();
  for (const password of [account.password.toUpperCase(), ` ${account.password}`, account.password.slice(0, -1), '']) {
    await other.fails(401, 'invalid_credentials', 'POST', LOGIN, { body: { ...account, password } });
  }
});

test('the response to an unknown email, a wrong password and an inactive user has the same text and takes the same time', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const gone = await makeUser(admin, 'gone');
  await admin.ok('PATCH', `/admin/users/${gone.id}/active`, { body: { is_active: false } });
  const bodies = {
    unknown: { email: 'nobody@lectern.example', password: WRONG },
    wrong: { ...ADMIN, password: WRONG },
    injected: { email: "' or 1=1 --", password: WRONG },
    inactive: { email: gone.email, password: gone.password },
  };
  const client = await first.visitor();
  const answers = new Set<string>();
  const times: Record<string, number[]> = { unknown: [], wrong: [], injected: [], inactive: [] };
  // interleaved, so that a busy machine slows all four equally
  for (let turn = 0; turn < 7; turn += 1) {
    for (const [name, body] of Object.entries(bodies)) {
      const start = cpuMs();
      const answer = await client.fails(401, 'invalid_credentials', 'POST', LOGIN, { body });
      times[name]?.push(cpuMs() - start);
      answers.add(JSON.stringify([answer.error, [...answer.headers.keys()].sort(), answer.headers.getSetCookie()]));
    }
  }
  expect([...answers]).toHaveLength(1);
  const medians = Object.values(times).map((all) => all.toSorted((a, b) => a - b)[3] ?? 0);
  // without a hash a response takes a fifth of the time
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2);
});

test('a new login returns a new token and ends the session that the request had; a failed one keeps it', async () => {
  const { first, second } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const before = atReplica(client, second);
  const elsewhere = await first.signedIn(ADMIN);
  await client.fails(401, 'invalid_credentials', 'POST', LOGIN, { body: { ...ADMIN, password: WRONG } });
  await before.ok('GET', '/auth/me');
  await client.ok('POST', LOGIN, { body: ADMIN });
  expect(client.cookies.get('lectern_session')).not.toBe(before.cookies.get('lectern_session'));
  await before.fails(401, 'auth_required', 'GET', '/auth/me');
  expect((await client.ok('GET', '/auth/me')).user.email).toBe(ADMIN.email);
  expect((await elsewhere.ok('GET', '/auth/me')).user.email).toBe(ADMIN.email);
});

test('a weak password hash is replaced at login, without a new updated_at', async () => {
  const { first } = await openReplicas();
  const weak = await hash(ADMIN.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await first.db.updateTable('users').set({ password_hash: weak }).execute();
  const before = await first.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const client = await first.visitor();
  await client.fails(401, 'invalid_credentials', 'POST', LOGIN, { body: { ...ADMIN, password: WRONG } });
  expect(await first.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()).toEqual(before);
  await first.logIn(ADMIN);
  const after = await first.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  expect(after.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(after.updated_at).toEqual(before.updated_at);
});

test('a user who is deactivated during the verification of the password gets no session', async () => {
  const { first } = await openReplicas();
  const user = await makeUser(await first.signedIn(ADMIN), 'leaving');
  const client = await first.visitor();
  const logIn = () => client.call('POST', LOGIN, { body: { email: user.email, password: user.password } });
  const { error } = await changeMeanwhile(first, user.id, { is_active: false }, logIn);
  expect(error.code).toBe('invalid_credentials');
});
