import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pruneAccounts } from '../../../src/accounts/jobs/forget-old-logins.ts';
import type { Client } from '../../support/client.ts';
import { age } from '../../support/prepare.ts';
import { ADMIN, changeMeanwhile, makeUser, replicasOfFile, WRONG } from './replicas.ts';

const openReplicas = replicasOfFile();
const openLimited = replicasOfFile({ LOGIN_RATE_LIMIT_ATTEMPTS: '2' });

const AGENT = 'Mozilla/5.0 Firefox/145.0';
const headers = { 'user-agent': AGENT };
const CLIENT = { client_address: '127.0.0.1', user_agent: AGENT };

interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly user_id: number | null;
  readonly after: unknown;
}

/** Who did what to whom, the latest first. */
async function auditOf(admin: Client, query = '?kind=sign_ins'): Promise<unknown[][]> {
  const { entries }: { entries: Entry[] } = await admin.ok('GET', `/admin/audit${query}`);
  return entries.map(({ action, actor, user_id, after }) => [action, actor, user_id, after]);
}

test('sign-ins, failed ones and confirmations are in the audit log with time, client and account', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const user = await makeUser(admin, 'reader');
  const visitor = await first.visitor();
  const signIn = (email: string, password: string) =>
    visitor.call('POST', '/auth/login', { body: { email, password }, headers });
  await signIn(` ${user.email.toUpperCase()}`, WRONG);
  await signIn('nobody@lectern.example', WRONG);
  // people type passwords into the field of the email
  for (const typed of ['hunter2 hunter2', 'p@ssw0rd', 'P@ssword.2026', '']) await signIn(typed, WRONG);
  await admin.ok('PATCH', `/admin/users/${user.id}/active`, { body: { is_active: false } });
  await signIn(user.email, user.password);
  await admin.ok('PATCH', `/admin/users/${user.id}/active`, { body: { is_active: true } });
  visitor.csrf = (await signIn(user.email, user.password)).data.csrf_token;
  await visitor.fails(422, 'invalid_current_password', 'POST', '/auth/confirm-password', {
    ...{ body: { current_password: WRONG }, headers },
  });
  const next = 'another phrase entirely';
  const change = { current_password: user.password, new_password: next, confirm_password: next };
  await visitor.ok('POST', '/auth/change-password', { body: change, headers });
  expect(await auditOf(admin)).toEqual([
    ['account.sign-in-confirmed', user.email, user.id, CLIENT],
    ['account.sign-in-not-confirmed', user.email, user.id, CLIENT],
    ['account.sign-in', user.email, user.id, CLIENT],
    ['account.sign-in-failed', 'visitor', user.id, CLIENT],
    ...Array.from({ length: 4 }, () => ['account.sign-in-failed', 'visitor', null, { email: null, ...CLIENT }]),
    ['account.sign-in-failed', 'visitor', null, { email: 'nobody@lectern.example', ...CLIENT }],
    ['account.sign-in-failed', 'visitor', user.id, CLIENT],
  ]);
  expect(await auditOf(admin, '?kind=changes')).toEqual([
    ['account.change-password', user.email, user.id, null],
    ['account.create', ADMIN.email, user.id, { email: user.email, is_admin: false }],
  ]);
  expect((await admin.ok('GET', '/admin/audit')).total_count).toBe(12);
});

test('what the limit of sign-ins refuses is not recorded, and a sign-in that did not start a session is a failed one', async () => {
  const { first } = await openLimited();
  const admin = await first.signedIn(ADMIN);
  const user = await makeUser(admin, 'limited');
  const visitor = await first.visitor();
  const body = { email: user.email, password: user.password };
  await visitor.fails(401, 'invalid_credentials', 'POST', '/auth/login', { body: { ...body, password: WRONG } });
  // deactivated while the password is verified
  const signIn = () => visitor.call('POST', '/auth/login', { body });
  expect((await changeMeanwhile(first, user.id, { is_active: false }, signIn)).status).toBe(401);
  await visitor.fails(429, 'rate_limited', 'POST', '/auth/login', { body });
  const failed = ['account.sign-in-failed', 'visitor', user.id, expect.anything()];
  expect(await auditOf(admin)).toEqual([failed, failed]);
});

test('users see their own latest sign-ins, also failed ones, and nothing of others', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const user = await makeUser(admin, 'reader');
  await makeUser(admin, 'other');
  const visitor = await first.visitor();
  for (const email of [user.email, 'other@lectern.example'])
    await visitor.call('POST', '/auth/login', { body: { email, password: WRONG }, headers });
  const client = await first.logIn(user);
  const listed = (await client.ok('GET', '/auth/sign-ins')).sign_ins;
  const one = { id: expect.any(Number), attempted_at: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(listed).toEqual([
    { ...one, succeeded: true, client_address: '127.0.0.1', user_agent: expect.any(String) },
    { ...one, succeeded: false, ...CLIENT },
  ]);
  await sql`insert into audit_log (actor, action, user_id, after)
    select 'visitor', 'account.sign-in-failed', ${user.id}, '{}' from generate_series(1, 60)`.execute(first.db);
  // failures do not hide the sign-in before them
  const flooded: { succeeded: boolean }[] = (await client.ok('GET', '/auth/sign-ins')).sign_ins;
  expect(flooded.map(({ succeeded }) => succeeded)).toEqual([...Array.from({ length: 50 }, () => false), true]);
});

test('sign-ins are deleted after 90 days, and changes stay', async () => {
  const { first } = await openReplicas();
  const admin = await first.logIn(ADMIN);
  await makeUser(admin, 'reader');
  const ageLog = (interval: string) => age(first.db, 'audit_log.created_at', interval);
  await ageLog('89 days');
  await pruneAccounts(first.db, 900);
  expect(await auditOf(admin)).toHaveLength(1);
  await ageLog('1 day 1 minute');
  await pruneAccounts(first.db, 900);
  expect(await auditOf(admin)).toEqual([]);
  expect(await auditOf(admin, '')).toHaveLength(1);
});
