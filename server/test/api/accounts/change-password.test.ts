import { expect, test } from 'vitest';
import { hashPassword } from '../../../src/accounts/passwords.ts';
import { ADMIN, atReplica, changeMeanwhile, makeUser, replicasOfFile, WRONG } from './replicas.ts';

const openReplicas = replicasOfFile({ LOGIN_RATE_LIMIT_ATTEMPTS: '3' });

const NEXT = 'another phrase entirely';
const RESET = 'what the administrator chose';
const CHANGE = '/auth/change-password';
const body = (current: string, next = NEXT, confirmed = next) => ({
  body: { current_password: current, new_password: next, confirm_password: confirmed },
});

test('a password change keeps the current session and ends all others on every replica', async () => {
  const { first, second } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const user = await makeUser(admin, 'member');
  const client = await first.signedIn(user);
  const elsewhere = await second.signedIn(user);
  expect(await client.ok('POST', CHANGE, body(user.password))).toEqual({ message: expect.any(String) });
  expect((await atReplica(client, second).ok('GET', '/auth/me')).user.id).toBe(user.id);
  await elsewhere.fails(401, 'auth_required', 'GET', '/auth/me');
  await admin.ok('GET', '/auth/me');
  const visitor = await second.visitor();
  await visitor.fails(401, 'invalid_credentials', 'POST', '/auth/login', {
    body: { email: user.email, password: user.password },
  });
  await second.logIn({ email: user.email, password: NEXT });
  const { users } = await admin.ok('GET', '/admin/users');
  const [, { created_at, updated_at }] = users;
  expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(created_at));
});

test('an invalid request is rejected with its reason and changes nothing, and only a wrong password counts as a failed sign-in', async () => {
  const { first } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const other = await first.signedIn(ADMIN);
  await client.fails(422, 'password_confirmation_mismatch', 'POST', CHANGE, body(ADMIN.password, NEXT, `${NEXT} `));
  await client.fails(422, 'invalid_current_password', 'POST', CHANGE, body(WRONG));
  await client.fails(422, 'invalid_current_password', 'POST', CHANGE, body(''));
  await client.fails(422, 'invalid_password', 'POST', CHANGE, body(ADMIN.password, 'eleven char'));
  await client.fails(422, 'invalid_password', 'POST', CHANGE, body(ADMIN.password, 'x'.repeat(257)));
  await client.fails(422, 'validation_error', 'POST', CHANGE, {
    body: { current_password: ADMIN.password, new_password: NEXT },
  });
  await other.ok('GET', '/auth/me');
  // two wrong passwords counted as failed sign-ins
  await client.fails(422, 'invalid_current_password', 'POST', CHANGE, body(WRONG));
  await client.fails(429, 'rate_limited', 'POST', CHANGE, body(ADMIN.password));
});

test('a reset during the verification of the current password takes precedence', async () => {
  const { first } = await openReplicas();
  const user = await makeUser(await first.signedIn(ADMIN), 'slow');
  const client = await first.signedIn(user);
  const change = () => client.call('POST', CHANGE, body(user.password));
  const { error } = await changeMeanwhile(first, user.id, { password_hash: await hashPassword(RESET) }, change);
  expect(error.code).toBe('invalid_current_password');
  await first.logIn({ email: user.email, password: RESET });
});

test('requests of one user do not keep others from setting a password', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const user = await first.signedIn(await makeUser(admin, 'busy'));
  // takes the scorer long
  const hostile = '4@8({[<36&9#!1/|0$5+7%2|<'.repeat(3);
  const flood = Promise.all(Array.from({ length: 70 }, () => user.call('POST', CHANGE, body(WRONG, hostile))));
  const [answers] = await Promise.all([flood, makeUser(admin, 'other')]);
  const refused = answers.filter(({ status }) => status === 429).map(({ error }) => error.message);
  expect(refused).toContain(
    'Your previous requests to change the password are not finished. Wait for their responses.',
  );
  expect(answers.map(({ status }) => status)).not.toContain(503);
});
