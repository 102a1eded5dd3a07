import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { activeRun, follow } from '../../support/follow.ts';
import { age } from '../../support/prepare.ts';
import { ADMIN, atReplica, makeUser, type Replica, replicasOfFile } from './replicas.ts';

const openReplicas = replicasOfFile();

/** Signs in with this User-Agent header. */
async function signedInAs(replica: Replica, userAgent: string): Promise<Client> {
  const client = await replica.visitor();
  const headers = { 'user-agent': userAgent };
  client.csrf = (await client.ok('POST', '/auth/login', { body: ADMIN, headers })).csrf_token;
  return client;
}

const sessionsOf = async (client: Client) => (await client.ok('GET', '/auth/sessions')).sessions;

test('users see only their own sessions, the current one first, then by last use', async () => {
  const { first } = await openReplicas();
  await signedInAs(first, 'an old phone');
  await age(first.db, 'sessions.touched_at', '3 days');
  await signedInAs(first, 'x'.repeat(300));
  await age(first.db, 'sessions.touched_at', '1 hour');
  const client = await signedInAs(first, 'a browser');
  const other = await first.signedIn(await makeUser(client, 'other'));
  const sessions = await sessionsOf(client);
  expect(sessions.map((one: Record<string, unknown>) => [one.user_agent, one.is_current])).toEqual([
    ['a browser', true],
    ['x'.repeat(200), false],
    ['an old phone', false],
  ]);
  const [current, , phone] = sessions;
  expect(current).toEqual({
    id: expect.any(Number),
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    last_seen_at: current.created_at,
    expires_at: expect.any(String),
    is_current: true,
    user_agent: 'a browser',
    client_address: '127.0.0.1',
  });
  const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  expect(days(current.created_at, current.expires_at)).toBe(14);
  expect(days(phone.last_seen_at, phone.expires_at)).toBe(14);
  expect(await sessionsOf(other)).toHaveLength(1);
  const text = JSON.stringify(sessions);
  const token = client.cookies.get('lectern_session') ?? '';
  for (const secret of [token, createHash('sha256').update(token).digest('hex')]) expect(text).not.toContain(secret);
});

test('expired sessions are not listed, and no session lasts longer than 30 days', async () => {
  const { first } = await openReplicas();
  await first.signedIn(ADMIN);
  await age(first.db, 'sessions.touched_at', '14 days 1 minute');
  await first.signedIn(ADMIN);
  await age(first.db, 'sessions.created_at', '30 days 1 minute');
  const client = await first.signedIn(ADMIN);
  await age(first.db, 'sessions.created_at', '20 days');
  const [only, ...more] = await sessionsOf(client);
  expect(more).toEqual([]);
  expect(Math.round((Date.parse(only.expires_at) - Date.parse(only.created_at)) / 86_400_000)).toBe(30);
});

test('an ended session stops working on every replica, and its streams end; other sessions continue', async () => {
  const { first, second } = await openReplicas();
  const client = await first.signedIn(ADMIN);
  const stolen = atReplica(await first.signedIn(ADMIN), second);
  const [, { id }] = await sessionsOf(client);
  const runId = await activeRun(first.db, (await client.ok('GET', '/auth/me')).user.id);
  const followers = [await follow(stolen, runId), await follow(client, runId)];
  expect(await client.ok('DELETE', `/auth/sessions/${id}`)).toEqual({ message: 'The session has ended.' });
  expect(await followers[0]?.over).toBe('ended');
  await stolen.fails(401, 'auth_required', 'GET', '/auth/me');
  expect(await sessionsOf(client)).toHaveLength(1);
  await client.fails(404, 'session_not_found', 'DELETE', `/auth/sessions/${id}`);
  followers[1]?.drop();
  expect(await followers[1]?.over).toBe('cut off');
  const [own] = await sessionsOf(client);
  const ended = await client.call('DELETE', `/auth/sessions/${own.id}`);
  expect(ended.data).toEqual({ message: 'Signed out.' });
  // the browser deletes the pictures and pages that it cached
  expect(ended.headers.get('clear-site-data')).toBe('"cache"');
  expect(client.cookies.has('lectern_session')).toBe(false);
});

test('all other sessions of the user end at once, and those of other users continue', async () => {
  const { first, second } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const others = [await first.signedIn(ADMIN), await second.signedIn(ADMIN)];
  const user = await first.signedIn(await makeUser(admin, 'bystander'));
  expect(await admin.ok('DELETE', '/auth/sessions')).toEqual({ message: 'All other sessions have ended.' });
  for (const other of others) await other.fails(401, 'auth_required', 'GET', '/auth/me');
  for (const client of [admin, user]) await client.ok('GET', '/auth/me');
  const nobody = await new Client(first.url).fails(401, 'auth_required', 'GET', '/auth/sessions');
  expect(nobody.headers.get('www-authenticate')).toBe('Bearer realm="Lectern"');
});
