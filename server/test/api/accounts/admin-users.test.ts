import { expect, test } from 'vitest';
import { ADMIN, allAtOnce, makeUser, replicasOfFile } from './replicas.ts';

const openReplicas = replicasOfFile();

const PHRASE = 'a phrase that is long enough';

test('an administrator creates a user, who can sign in on any replica', async () => {
  const { first, second } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const body = { email: ' New.Person@lectern.example ', password: PHRASE, is_admin: false };
  const made = await admin.ok('POST', '/admin/users', { body, status: 201 });
  expect(made).toEqual({
    id: expect.any(Number),
    email: 'New.Person@lectern.example',
    is_active: true,
    is_admin: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: made.created_at,
    temporary_password_until: expect.any(String),
  });
  await second.logIn({ email: 'new.person@lectern.example', password: PHRASE });
});

test('an email is unique regardless of letter case, also for simultaneous requests', async () => {
  const { first, second } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const there = await second.signedIn(ADMIN);
  const body = (email: string) => ({ body: { email, password: PHRASE, is_admin: false } });
  for (const email of [ADMIN.email, ADMIN.email.toUpperCase(), ` ${ADMIN.email} `]) {
    await admin.fails(409, 'user_exists', 'POST', '/admin/users', body(email));
  }
  const requested = ['twin@x.example', 'TWIN@x.example', 'Twin@X.example', 'twin@x.EXAMPLE'];
  const answers = await Promise.all(
    requested.map((email, n) => (n % 2 ? there : admin).call('POST', '/admin/users', body(email))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('an invalid email or password is rejected', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const good = { email: 'good@x.example', password: PHRASE, is_admin: false };
  for (const email of ['', '@x.example', 'a b@x.example', 'a@b@c', 'a\u200b@b', 'a\ud800@b', `${'a'.repeat(253)}@b`]) {
    const { error } = await admin.fails(422, 'validation_error', 'POST', '/admin/users', { body: { ...good, email } });
    expect(error.details[0].path, email).toBe('email');
  }
  await admin.fails(422, 'invalid_password', 'POST', '/admin/users', { body: { ...good, password: 'eleven char' } });
  expect((await admin.ok('GET', '/admin/users')).users).toHaveLength(1);
});

test('users are listed by id, in pages, without password hashes', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  for (const name of ['carol', 'alice', 'bob']) await makeUser(admin, name);
  const all = await admin.ok('GET', '/admin/users');
  expect(all.pagination).toEqual({ page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 4 });
  expect(all.users.map(({ email }: { email: string }) => email.split('@')[0])).toEqual([
    ...['admin', 'carol', 'alice', 'bob'],
  ]);
  expect(JSON.stringify(all)).not.toMatch(/password_hash|argon2/);
  const second = await admin.ok('GET', '/admin/users?page=2&page_size=3');
  expect(second.users).toEqual(all.users.slice(3));
  expect(second.pagination).toEqual({ page: 2, page_size: 3, has_prev: true, has_next: false, total_count: 4 });
  expect((await admin.ok('GET', '/admin/users?page=9&page_size=500')).users).toEqual([]);
});

test('a deactivated user is signed out on every replica at once, and can sign in again after activation', async () => {
  const { first, second } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const user = await makeUser(admin, 'member');
  const here = await first.signedIn(user);
  const there = await second.signedIn(user);
  const set = (is_active: boolean) => admin.ok('PATCH', `/admin/users/${user.id}/active`, { body: { is_active } });
  const off = await set(false);
  expect(off).toMatchObject({ id: user.id, email: user.email, is_active: false, is_admin: false });
  for (const client of [here, there]) await client.fails(401, 'auth_required', 'GET', '/auth/me');
  expect(await set(false), 'twice is the same as once').toEqual(off);
  const on = await set(true);
  expect(on).toMatchObject({ id: user.id, is_active: true });
  expect(await set(true)).toEqual(on);
  await here.fails(401, 'auth_required', 'GET', '/auth/me');
  await second.logIn(user);
});

test('administrators cannot deactivate themselves, and of two who deactivate each other one stays active', async () => {
  const { first, second } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const { user } = await admin.ok('GET', '/auth/me');
  const off = { body: { is_active: false } };
  await admin.fails(409, 'cannot_deactivate_self', 'PATCH', `/admin/users/${user.id}/active`, off);
  const peer = await makeUser(admin, 'peer', { is_admin: true });
  const peerClient = await second.signedIn(peer);
  const answers = await allAtOnce(first, 'sessions', () => [
    admin.call('PATCH', `/admin/users/${peer.id}/active`, off),
    peerClient.call('PATCH', `/admin/users/${user.id}/active`, off),
  ]);
  expect(answers.map(({ status, error }) => error?.code ?? status).sort()).toEqual([200, 'last_admin']);
});

test("a reset ends the user's sessions, except the current one of an administrator who resets the own password", async () => {
  const { first, second } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const user = await makeUser(admin, 'member');
  const client = await second.signedIn(user);
  const reset = (id: number, new_password: string) => ({
    path: `/admin/users/${id}/reset-password`,
    body: { new_password },
  });
  const bad = reset(user.id, 'short');
  await admin.fails(422, 'invalid_password', 'POST', bad.path, { body: bad.body });
  await client.ok('GET', '/auth/me');
  const good = reset(user.id, PHRASE);
  expect(await admin.ok('POST', good.path, { body: good.body })).toEqual({ message: expect.any(String) });
  await client.fails(401, 'auth_required', 'GET', '/auth/me');
  const visitor = await second.visitor();
  await visitor.fails(401, 'invalid_credentials', 'POST', '/auth/login', {
    body: { email: user.email, password: user.password },
  });
  await second.logIn({ email: user.email, password: PHRASE });
  const elsewhere = await second.signedIn(ADMIN);
  const own = reset((await admin.ok('GET', '/auth/me')).user.id, PHRASE);
  await admin.ok('POST', own.path, { body: own.body });
  await admin.ok('GET', '/auth/me');
  await elsewhere.fails(401, 'auth_required', 'GET', '/auth/me');
});
