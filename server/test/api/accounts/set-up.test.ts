import { expect, test } from 'vitest';
import { createFirstAdmin, makeSetupToken } from '../../../src/accounts/set-up.ts';
import { ADMIN, type Replica, replicasOfFile } from './replicas.ts';

const openReplicas = replicasOfFile();
const openEmpty = () => openReplicas({ hasAdmin: false });

const SETUP = '/auth/setup';
const users = ({ db }: Replica) => db.selectFrom('users').selectAll().orderBy('id').execute();

async function tokenOf({ db }: Replica): Promise<string> {
  const token = await makeSetupToken(db);
  expect(token).toMatch(/^[\w-]{43}$/);
  return token ?? '';
}

test('the set-up link creates the first administrator once and signs in', async () => {
  const { first, second } = await openEmpty();
  const [token, another] = [await tokenOf(first), await tokenOf(second)];
  const [row] = await first.db.selectFrom('setup_tokens').selectAll().execute();
  expect([row?.token_hash.length, row?.token_hash.includes(token)]).toEqual([32, false]);
  const client = await second.visitor();
  expect(await client.ok('GET', '/auth/csrf')).toMatchObject({ authenticated: false, setup_required: true });
  const data = await client.ok('POST', SETUP, { body: { ...ADMIN, token }, status: 201 });
  expect(data).toMatchObject({ authenticated: true, user: { email: ADMIN.email, is_admin: true, is_active: true } });
  client.csrf = data.csrf_token;
  expect(await client.ok('GET', '/auth/me')).toEqual(data);
  expect((await client.ok('GET', '/auth/sign-ins')).sign_ins).toMatchObject([{ succeeded: true }]);
  expect((await client.ok('GET', '/admin/users')).users).toHaveLength(1);
  const late = await first.visitor();
  expect(await late.ok('GET', '/auth/csrf')).not.toHaveProperty('setup_required');
  for (const used of [token, another, 'guessed']) {
    const { error } = await late.fails(403, 'forbidden', 'POST', SETUP, {
      body: { token: used, email: 'late@x.example', password: ADMIN.password },
    });
    expect(error.message).toContain('already set up');
  }
  expect(await users(first)).toHaveLength(1);
  expect(await first.db.selectFrom('setup_tokens').selectAll().execute()).toEqual([]);
  expect(await makeSetupToken(first.db)).toBeNull();
});

test('a wrong token, an invalid email or password, and a missing CSRF token create no user', async () => {
  const { first } = await openEmpty();
  const token = await tokenOf(first);
  const client = await first.visitor();
  const { error } = await client.fails(403, 'forbidden', 'POST', SETUP, { body: { ...ADMIN, token: 'A'.repeat(43) } });
  expect(error.message).toContain('not valid');
  await client.fails(422, 'invalid_password', 'POST', SETUP, { body: { ...ADMIN, token, password: 'short' } });
  await client.fails(422, 'validation_error', 'POST', SETUP, { body: { ...ADMIN, token, email: 'nobody' } });
  await client.fails(422, 'validation_error', 'POST', SETUP, { body: ADMIN });
  await client.fails(403, 'csrf_missing', 'POST', SETUP, { body: { ...ADMIN, token }, csrf: false });
  expect(await users(first)).toEqual([]);
  await client.ok('POST', SETUP, { body: { ...ADMIN, token } });
});

test('if many set up at the same time, one becomes the administrator', async () => {
  const { first, second } = await openEmpty();
  const token = await tokenOf(first);
  const requested = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const client = await (n % 2 ? first : second).visitor();
      return client.call('POST', SETUP, { body: { token, email: `racer${n}@x.example`, password: ADMIN.password } });
    }),
  );
  expect(requested.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403]);
  expect(await users(first)).toHaveLength(1);
});

test('replicas that start together with a configured administrator create one and invalidate the set-up links', async () => {
  const { first, second } = await openEmpty();
  const token = await tokenOf(first);
  const wrong = { ...ADMIN, password: 'short' };
  await expect(createFirstAdmin(first, wrong)).rejects.toMatchObject({ code: 'invalid_password' });
  const made = await Promise.all([first, second, first, second].map((replica) => createFirstAdmin(replica, ADMIN)));
  expect(made.sort()).toEqual([false, false, false, true]);
  const [admin, ...others] = await users(first);
  expect(others).toEqual([]);
  expect(admin).toMatchObject({ email: ADMIN.email, is_admin: true, is_active: true });
  expect(await createFirstAdmin(second, { email: 'other@x.example', password: ADMIN.password })).toBe(false);
  const client = await first.visitor();
  await client.fails(403, 'forbidden', 'POST', SETUP, { body: { ...ADMIN, token } });
  await second.logIn(ADMIN);
});

test('the set-up link leads to the page of the application, whatever users there are', async () => {
  const { first } = await openEmpty();
  const get = async (path: string) => {
    const response = await fetch(first.url + path, { headers: { accept: 'text/html' } });
    expect([response.status, response.headers.get('content-type')], path).toEqual([200, 'text/html; charset=utf-8']);
    return response.text();
  };
  const page = await get('/setup');
  expect(page).toBe(await get('/sign-in'));
  expect(page).toMatch(/<script type="module"[^>]* src="\/assets\//);
  expect(page).not.toMatch(/<style|\sstyle=/);
  await createFirstAdmin(first, ADMIN);
  expect(await get('/setup')).toBe(page);
});
