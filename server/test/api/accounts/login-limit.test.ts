import { expect, test } from 'vitest';
import { pruneAccounts } from '../../../src/accounts/jobs/forget-old-logins.ts';
import type { Client } from '../../support/client.ts';
import { age, changeUser } from '../../support/prepare.ts';
import { ADMIN, allAtOnce, countAttempts, makeUser, replicasOfFile, WRONG } from './replicas.ts';

const openReplicas = replicasOfFile({ LOGIN_RATE_LIMIT_ATTEMPTS: '3', LOGIN_RATE_LIMIT_WINDOW_SECONDS: '60' });
const openBehindProxy = replicasOfFile({ LOGIN_RATE_LIMIT_ATTEMPTS: '1', TRUSTED_PROXIES: '127.0.0.1' });

async function attempt(
  client: Client,
  email: string,
  { password = WRONG, from }: { password?: string; from?: string } = {},
) {
  const headers = from === undefined ? {} : { 'x-forwarded-for': from };
  const answer = await client.call('POST', '/auth/login', { body: { email, password }, headers });
  if (answer.status === 429) {
    expect(answer.error.code).toBe('rate_limited');
    expect(answer.headers.get('retry-after')).toBe(String(answer.error.details.retry_after_seconds));
    return answer.error.details.retry_after_seconds as number;
  }
  return `${answer.status}`;
}

test('the limit of failed attempts for an email holds across replicas and letter cases; then even the right password is rejected', async () => {
  const { first, second } = await openReplicas();
  const here = await first.visitor();
  const there = await second.visitor();
  expect(await attempt(here, ADMIN.email)).toBe('401');
  expect(await attempt(there, ADMIN.email.toUpperCase())).toBe('401');
  expect(await attempt(here, ` ${ADMIN.email}`)).toBe('401');
  expect(await attempt(here, ADMIN.email)).toBeGreaterThan(55);
  expect(await attempt(there, ADMIN.email, { password: ADMIN.password })).toBeGreaterThan(55);
  expect(await countAttempts(first), 'refused attempts do not count').toBe(3);
  expect(await attempt(there, 'somebody.else@lectern.example')).toBe('401');
});

test('the window slides, and Retry-After is the time until the oldest counted attempt leaves it', async () => {
  const { first } = await openReplicas();
  const client = await first.visitor();
  const email = 'sliding@lectern.example';
  expect(await attempt(client, email)).toBe('401');
  await age(first.db, 'login_attempts.attempted_at', '30 s');
  expect([await attempt(client, email), await attempt(client, email)]).toEqual(['401', '401']);
  const seconds = Number(await attempt(client, email));
  expect(seconds).toBeGreaterThanOrEqual(28);
  expect(seconds).toBeLessThanOrEqual(30);
  await age(first.db, 'login_attempts.attempted_at', `${seconds} s`);
  expect(await attempt(client, email), 'one has left').toBe('401');
  const next = Number(await attempt(client, email));
  expect(next).toBeGreaterThanOrEqual(27);
  expect(next, 'the two of the second half are still in').toBeLessThanOrEqual(31);
  await age(first.db, 'login_attempts.attempted_at', `${next} s`);
  expect([await attempt(client, email), await attempt(client, email)]).toEqual(['401', '401']);
  expect(await attempt(client, email)).toBeTypeOf('number');
});

test('attempts from before the clock was set back do not count', async () => {
  const { first } = await openReplicas();
  const client = await first.visitor();
  for (let n = 0; n < 3; n += 1) expect(await attempt(client, ADMIN.email)).toBe('401');
  expect(await attempt(client, ADMIN.email)).toBeTypeOf('number');
  await age(first.db, 'login_attempts.attempted_at', '-1 hour');
  expect(await attempt(client, ADMIN.email)).toBe('401');
  await pruneAccounts(first.db, 60);
  expect(await countAttempts(first), 'nor when that time comes again').toBe(1);
});

test('simultaneous attempts for one email cannot exceed the limit, from any addresses', async () => {
  const { first, second } = await openBehindProxy();
  const clients = [await first.visitor(), await second.visitor(), await first.visitor(), await second.visitor()];
  const burst = (turn: number) =>
    clients.map((client, n) => attempt(client, 'burst@lectern.example', { from: `203.0.113.${10 * turn + n}` }));
  const answers = await allAtOnce(first, 'login_attempts', () => [...burst(1), ...burst(2)]);
  expect(answers.filter((answer) => answer === '401')).toHaveLength(1);
  expect(answers.filter((answer) => typeof answer === 'number')).toHaveLength(7);
});

test('an address has four times as many attempts for all emails together, also simultaneously, and does not block other addresses', async () => {
  const { first, second } = await openBehindProxy();
  const clients = [await first.visitor(), await second.visitor(), await first.visitor(), await second.visitor()];
  const from = '203.0.113.7';
  const spray = (turn: number) =>
    clients.map((client, n) => attempt(client, `spray${turn}${n}@lectern.example`, { from }));
  const answers = await allAtOnce(first, 'login_attempts', () => [...spray(1), ...spray(2)]);
  expect(answers.filter((answer) => answer === '401')).toHaveLength(4);
  const client = await first.visitor();
  expect(await attempt(client, ADMIN.email, { from, password: ADMIN.password })).toBeGreaterThan(50);
  expect(await attempt(client, ADMIN.email, { from: '203.0.113.8', password: ADMIN.password })).toBe('200');
});

test('Retry-After is the longer wait of the two limits', async () => {
  const { first } = await openBehindProxy();
  const client = await first.visitor();
  const from = '203.0.113.7';
  for (const name of ['a', 'b', 'c']) expect(await attempt(client, `${name}@lectern.example`, { from })).toBe('401');
  await age(first.db, 'login_attempts.attempted_at', '20 s');
  expect(await attempt(client, 'd@lectern.example', { from })).toBe('401');
  expect(
    await attempt(client, 'e@lectern.example', { from }),
    'of the address: the first of four leaves',
  ).toBeLessThanOrEqual(40);
  expect(await attempt(client, 'd@lectern.example', { from }), 'of the e-mail: its only one leaves').toBeGreaterThan(
    50,
  );
});

test('all addresses of an IPv6 network count as one, and a forwarded address from an untrusted proxy is ignored', async () => {
  const trusting = await openBehindProxy();
  const client = await trusting.first.visitor();
  for (const n of [1, 2, 3, 4]) {
    expect(await attempt(client, `v6-${n}@lectern.example`, { from: `2001:db8:0:1::${n}` })).toBe('401');
  }
  expect(await attempt(client, 'v6-5@lectern.example', { from: '2001:db8:0:1:ffff::5' })).toBeTypeOf('number');
  expect(await attempt(client, 'v6-6@lectern.example', { from: '2001:db8:0:2::6' })).toBe('401');
  const careful = await openReplicas();
  const spoofer = await careful.first.visitor();
  for (let n = 0; n < 12; n += 1)
    expect(await attempt(spoofer, `${n}@lectern.example`, { from: `203.0.113.${n}` })).toBe('401');
  expect(await attempt(spoofer, '13@lectern.example', { from: '203.0.113.13' })).toBeTypeOf('number');
});

test('successful logins, also simultaneous ones, do not count and do not reset the count', async () => {
  const { first } = await openReplicas();
  const client = await first.visitor();
  const right = { password: ADMIN.password };
  for (let n = 0; n < 2; n += 1) expect(await attempt(await first.visitor(), ADMIN.email)).toBe('401');
  const visitors = await Promise.all(Array.from({ length: 8 }, () => first.visitor()));
  const logins = await Promise.all(visitors.map((visitor) => attempt(visitor, ADMIN.email, right)));
  expect(new Set(logins)).toEqual(new Set(['200']));
  expect(await countAttempts(first)).toBe(2);
  expect(await attempt(client, ADMIN.email)).toBe('401');
  expect(await attempt(client, ADMIN.email, right)).toBeTypeOf('number');
});

test('wrong current passwords count as failed logins', async () => {
  const { first, second } = await openReplicas();
  const user = await makeUser(await first.signedIn(ADMIN), 'guessed');
  const thief = await first.signedIn(user);
  const next = 'another phrase entirely';
  const guess = { current_password: WRONG, new_password: next, confirm_password: next };
  const change = (body: object) => thief.call('POST', '/auth/change-password', { body });
  const burst = await Promise.all(Array.from({ length: 8 }, () => change(guess)));
  expect(burst.map(({ status }) => status).sort()).toEqual([422, 422, 422, 429, 429, 429, 429, 429]);
  expect((await change({ ...guess, current_password: user.password })).error.code).toBe('rate_limited');
  expect(await attempt(await second.visitor(), user.email, { password: user.password })).toBeTypeOf('number');
  await age(first.db, 'login_attempts.attempted_at', '60 s');
  expect((await change({ ...guess, current_password: user.password })).status).toBe(200);
});

test('an attempt whose password could not be verified does not count', async () => {
  const { first } = await openReplicas();
  const { userId } = await first.signedIn(ADMIN);
  await changeUser(first.db, userId, { password_hash: 'no hash at all' });
  const client = await first.visitor();
  await client.fails(500, 'internal_error', 'POST', '/auth/login', { body: ADMIN });
  expect(await countAttempts(first)).toBe(0);
});
