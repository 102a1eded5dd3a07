import { expect, test } from 'vitest';
import { resetPassword } from '../../../src/accounts/manage-users.ts';
import { COMMAND_LINE } from '../../../src/audit/repair-job.ts';
import type { Client } from '../../support/client.ts';
import { age } from '../../support/prepare.ts';
import { ADMIN, makeUser, type Replica, replicasOfFile } from './replicas.ts';

const openReplicas = replicasOfFile();

type Account = Awaited<ReturnType<typeof makeUser>>;

const OWN = 'chosen by the user alone';
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const requiresChange = async (client: Client) => (await client.ok('GET', '/auth/me')).password_change_required;

const change = (client: Client, current_password: string, new_password: string) =>
  client.call('POST', '/auth/change-password', {
    body: { current_password, new_password, confirm_password: new_password },
  });

const reset = (admin: Client, id: number, new_password: string) =>
  admin.ok('POST', `/admin/users/${id}/reset-password`, { body: { new_password } });

/** Lets days pass for a temporary password. */
const pass = ({ db }: Replica, { id }: Account, days: number) =>
  age(db, 'users.temporary_password_until', `${days} days`, id);

/** When the temporary password expires, as the list of users says. */
const expiry = async (admin: Client, { id }: Account): Promise<string | null> =>
  (await admin.ok('GET', '/admin/users')).users.find((user: { id: number }) => user.id === id).temporary_password_until;

const logIn = async ({ visitor }: Replica, { email, password }: { email: string; password: string }) =>
  (await visitor()).call('POST', '/auth/login', { body: { email, password } });

test('the password that an administrator sets works at once and for seven days; then neither it, nor sessions, nor API tokens', async () => {
  const { first, second } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const account = await makeUser(admin, 'member');
  const left = Date.parse((await expiry(admin, account)) ?? '') - Date.now();
  expect(Math.abs(left - WEEK_MS)).toBeLessThan(HOUR_MS);

  expect((await logIn(first, account)).data).toMatchObject({
    password_change_required: true,
    user: { id: account.id },
  });
  const client = await second.signedIn(account);
  expect(await requiresChange(client)).toBe(true);
  const { token } = await client.ok('POST', '/auth/tokens', { body: { name: 'script', scope: 'read' }, status: 201 });
  const asScript = { headers: { authorization: `Bearer ${token}` }, csrf: false };
  const script = await second.visitor();
  await script.ok('GET', '/publications', asScript);
  await pass(first, account, 6);
  await script.ok('GET', '/publications', asScript);
  expect((await logIn(first, account)).status).toBe(200);

  await pass(first, account, 1);
  const [expired, wrong] = [await logIn(first, account), await logIn(first, { ...account, password: OWN })];
  expect([expired.status, expired.error]).toEqual([401, wrong.error]);
  await client.fails(401, 'auth_required', 'GET', '/publications');
  await script.fails(401, 'auth_required', 'GET', '/publications', asScript);
  expect(Date.parse((await expiry(admin, account)) ?? '')).toBeLessThan(Date.now());

  await reset(admin, account.id, 'another one to begin with');
  expect((await logIn(first, { ...account, password: 'another one to begin with' })).status).toBe(200);
});

test('a user who chooses a password keeps it, and cannot choose the temporary one', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const account = await makeUser(admin, 'member');
  const client = await first.signedIn(account);
  const same = await change(client, account.password, account.password);
  expect([same.status, same.error.code]).toEqual([422, 'invalid_password']);
  expect(await requiresChange(client)).toBe(true);
  expect((await change(client, account.password, OWN)).status).toBe(200);
  expect(await requiresChange(client)).toBe(false);
  expect(await expiry(admin, account)).toBeNull();
  expect((await logIn(first, { ...account, password: OWN })).data.password_change_required).toBe(false);

  await reset(admin, account.id, account.password);
  expect(await requiresChange(await first.signedIn(account))).toBe(true);
});

test('a password that expires while the user changes it is not changed', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const account = await makeUser(admin, 'member');
  const client = await first.signedIn(account);
  await pass(first, account, 7);
  const late = await change(client, account.password, OWN);
  expect([late.status, late.error.code]).toEqual([401, 'auth_required']);
});

test("neither one's own password, nor that of the first administrator, nor one that the operator sets is temporary", async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  expect(await requiresChange(admin)).toBe(false);
  const { user } = await admin.ok('GET', '/auth/me');
  await reset(admin, user.id, OWN);
  expect(await requiresChange(admin)).toBe(false);

  const account = await makeUser(admin, 'member');
  const request = { userId: account.id, password: OWN, keptToken: null, operator: COMMAND_LINE };
  await resetPassword(first, request);
  expect(await expiry(admin, account)).toBeNull();
  expect(await requiresChange(await first.logIn({ ...account, password: OWN }))).toBe(false);
});
