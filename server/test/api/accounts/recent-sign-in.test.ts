import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { age } from '../../support/prepare.ts';
import { operations } from '../openapi-description.ts';
import { ADMIN, makeUser, replicasOfFile, WRONG } from './replicas.ts';

const openReplicas = replicasOfFile({ LOGIN_RATE_LIMIT_ATTEMPTS: '2', ZOTERO_URL: 'http://127.0.0.1:9' });

const CONFIRM = '/auth/confirm-password';
const NEEDED = 'password_required';
const FILTER = { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] };
const SCHEDULE = { frequency: 'at_once', hour: 7, weekdays: [1], time_zone: 'UTC' };
// an address needs no name server, and nothing is sent without a worker
const CHANNEL = {
  kind: 'webhook',
  name: 'Robot',
  target: { url: 'https://1.1.1.1/x' },
  filter: FILTER,
  schedule: SCHEDULE,
};
/** It needs a recent sign-in, too, and then Zotero. */
const ZOTERO_KEY = ['PUT', '/zotero', { body: { api_key: 'keyOfZotero' } }] as const;
const TOKEN = { name: 'a script', scope: 'read' };

/** What needs a recent sign-in, with a body that is right. */
async function guarded(admin: Client) {
  const { channel } = await admin.ok('POST', '/channels', { body: CHANNEL });
  const feed = await admin.ok('POST', '/feeds', { body: { scope: 'all' } });
  const user = await makeUser(admin, 'member');
  return [
    ['POST', '/auth/tokens', TOKEN],
    ['POST', '/channels', CHANNEL],
    ['PATCH', `/channels/${channel.id}`, { target: { url: 'https://1.0.0.1/y' } }],
    ['POST', `/channels/${channel.id}/secret`, undefined],
    ['POST', '/feeds', { scope: 'favorites' }],
    ['POST', `/feeds/${feed.id}/secret`, undefined],
    ['POST', '/public-lists', { slug: 'our-lab', scope: 'favorites' }],
    ['POST', '/admin/users', { email: 'new@lectern.example', password: 'a phrase that is long', is_admin: false }],
    ['POST', `/admin/users/${user.id}/reset-password`, { new_password: 'a phrase that is long' }],
    ['PATCH', `/admin/users/${user.id}/active`, { is_active: true }],
  ] as const;
}

test('an hour after the password was given, what could outlive the session needs it again', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const calls = await guarded(admin);
  const described = operations.filter(({ operation }) => operation.responses[403]?.description.includes(NEEDED));
  expect(described).toHaveLength(calls.length + 1);
  await age(first.db, 'sessions.confirmed_at', '59 minutes');
  await admin.ok('POST', '/feeds', { body: { scope: 'all' } });
  await age(first.db, 'sessions.confirmed_at', '2 minutes');
  for (const [method, path, body] of calls) {
    const { error } = await admin.fails(403, NEEDED, method, path, body && { body });
    expect(error.message).toMatch(/more than an hour ago/);
  }
  await admin.fails(403, NEEDED, ...ZOTERO_KEY);
  // what gives nobody access goes on
  await admin.ok('PATCH', calls[9][1], { body: { is_active: false } });
  await admin.ok('PATCH', calls[2][1], { body: { name: 'Renamed', is_paused: true } });
  await admin.ok('GET', '/feeds');
  await admin.ok('POST', CONFIRM, { body: { current_password: ADMIN.password } });
  for (const [method, path, body] of calls) await admin.ok(method, path, body && { body });
  await admin.fails(503, 'source_unavailable', ...ZOTERO_KEY);
});

test('each session is confirmed for itself, and a wrong password counts as a failed sign-in', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const other = await first.signedIn(ADMIN);
  await age(first.db, 'sessions.confirmed_at', '61 minutes');
  await admin.fails(422, 'invalid_current_password', 'POST', CONFIRM, { body: { current_password: WRONG } });
  await admin.fails(403, NEEDED, 'POST', '/auth/tokens', { body: TOKEN });
  await admin.ok('POST', CONFIRM, { body: { current_password: ADMIN.password } });
  await admin.ok('POST', '/auth/tokens', { body: TOKEN });
  await other.fails(403, NEEDED, 'POST', '/auth/tokens', { body: TOKEN });
  await other.fails(422, 'invalid_current_password', 'POST', CONFIRM, { body: { current_password: WRONG } });
  await other.fails(429, 'rate_limited', 'POST', CONFIRM, { body: { current_password: ADMIN.password } });
});

test('the password of a token and of a password change counts as a confirmation', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const grow = () => age(first.db, 'sessions.confirmed_at', '61 minutes');
  await grow();
  const wrong = { ...TOKEN, current_password: WRONG };
  await admin.fails(422, 'invalid_current_password', 'POST', '/auth/tokens', { body: wrong });
  await admin.ok('POST', '/auth/tokens', { body: { ...TOKEN, current_password: ADMIN.password } });
  await admin.ok('POST', '/feeds', { body: { scope: 'all' } });
  await grow();
  const next = 'another phrase entirely';
  const change = { current_password: ADMIN.password, new_password: next, confirm_password: next };
  await admin.ok('POST', '/auth/change-password', { body: change });
  await admin.ok('POST', '/feeds', { body: { scope: 'all' } });
});

test('a clock that was set back does not prolong it', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  await age(first.db, 'sessions.confirmed_at', '-30 minutes');
  await admin.fails(403, NEEDED, 'POST', '/auth/tokens', { body: TOKEN });
  // also when the clock reaches the time again
  await age(first.db, 'sessions.confirmed_at', '31 minutes');
  await admin.fails(403, NEEDED, 'POST', '/auth/tokens', { body: TOKEN });
});
