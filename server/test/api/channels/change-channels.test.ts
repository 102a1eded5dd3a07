import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { KINDS_FOR_PEOPLE } from '../../../src/channels/contract.ts';
import { readTarget, type Target } from '../../../src/channels/target.ts';
import { Client } from '../../support/client.ts';
import { track } from '../../support/library.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();
const openAllowing = serviceOfFile({
  env: { OUTBOUND_ALLOW_HOSTS: '10.0.0.5:8080', CROSSREF_BASE_URL: 'http://127.0.0.1:8100' },
});
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'lectern@lectern.example' };
const openWithMail = serviceOfFile({ env: MAIL });
const openPublic = serviceOfFile({ env: { ...MAIL, PUBLIC_URL: 'https://lectern.example' } });

const SCHEDULE = { frequency: 'daily', hour: 7, weekdays: [1, 2, 3, 4, 5, 6, 7], time_zone: 'Europe/Berlin' };
const EVERYTHING = { event_kinds: ['publication.new'], scholar_profile_ids: [], view_ids: [] };
const SLACK = {
  kind: 'slack',
  name: 'Lab chat',
  target: { url: 'https://1.1.1.1/services/T0/B0/secret-part-of-it' },
  filter: EVERYTHING,
  schedule: SCHEDULE,
};

async function targetOf({ db, services }: Service, userId: number, id: number): Promise<Target | null> {
  const { target } = await db.selectFrom('channels').select('target').where('id', '=', id).executeTakeFirstOrThrow();
  expect(target.includes('1.1.1.1')).toBe(false);
  return readTarget(services.secrets, { userId, target });
}

test('a channel announces what comes after it, is changed, paused and resumed, and shows no secret', async () => {
  const service = await openService();
  const { newUser, db, log, url } = service;
  const user = await newUser('ada');
  await sql`update event_numbers set last_number = last_number + 41`.execute(db);
  const {
    channel: formerly,
    signing_secret,
    ...channel
  } = await user.ok('POST', '/channels', { body: SLACK, status: 201 });
  expect([signing_secret, formerly]).toEqual([null, channel]);
  expect(channel).toEqual({
    id: expect.any(Number),
    kind: 'slack',
    name: 'Lab chat',
    shown_target: '1.1.1.1…f-it',
    filter: { ...EVERYTHING, scholar_ids: [] },
    schedule: SCHEDULE,
    is_paused: false,
    pause_reason: null,
    last_error: null,
    last_delivered_at: null,
    next_at: expect.any(String),
    is_confirmed: true,
    created_at: expect.any(String),
  });
  expect(Date.parse(channel.next_at)).toBeGreaterThan(Date.now());
  expect(await targetOf(service, user.userId, channel.id)).toEqual({
    ...{ address: null, url: SLACK.target.url, token: null, signingSecrets: [] },
  });
  const { rows } = await sql`
    select told_number = last_number as is_latest, origin from channels, event_numbers`.execute(db);
  expect(rows).toEqual([{ is_latest: true, origin: url }]);
  const patch = (body: object, client: Client = user) => client.ok('PATCH', `/channels/${channel.id}`, { body });
  expect(await patch({ name: ' Our  chat ' })).toEqual({ ...channel, name: 'Our chat' });
  // the links in messages must not lead where a stolen session says
  const elsewhere = new Client(url.replace('127.0.0.1', 'localhost'));
  for (const [name, value] of user.cookies) elsewhere.cookies.set(name, value);
  elsewhere.csrf = user.csrf;
  const originNow = async () =>
    (await sql<{ origin: string }>`select origin from channels`.execute(db)).rows[0]?.origin;
  await patch({ name: 'Our chat' }, elsewhere);
  expect(await originNow()).toBe(url);
  await patch({ target: SLACK.target }, elsewhere);
  expect(await originNow()).toBe(elsewhere.base);
  await patch({ target: SLACK.target });
  const atOnce = { ...SCHEDULE, frequency: 'at_once' };
  const hurried = await patch({ schedule: atOnce });
  expect(hurried.schedule).toEqual(atOnce);
  expect(Date.parse(hurried.next_at)).toBeLessThanOrEqual(Date.now());
  expect(await patch({ target: { url: 'https://1.0.0.1:8443/hooks/another' } })).toMatchObject({
    shown_target: '1.0.0.1:8443…ther',
  });
  // a short path, of which only itself is shown
  expect(await patch({ target: { url: 'https://1.0.0.1/x' } })).toMatchObject({ shown_target: '1.0.0.1…/x' });
  await sql`update channels set paused_at = now(), pause_reason = 'failures', failure_count = 10, retry_at = now() + interval '5 hours'`.execute(
    db,
  );
  await sql`insert into deliveries (channel_id, event_ids, publication_ids, attempt_count, error, due_at)
    values (${channel.id}, '{}', '{}', 10, 'The server answered 500.', now() + interval '5 hours')`.execute(db);
  expect(await patch({ is_paused: true })).toMatchObject({
    ...{ is_paused: true, pause_reason: 'failures', last_error: 'The server answered 500.', next_at: null },
  });
  const resumed = await patch({ is_paused: false });
  expect(resumed).toMatchObject({ is_paused: false, pause_reason: null });
  expect(Date.parse(resumed.next_at)).toBeLessThanOrEqual(Date.now());
  expect(await patch({ is_paused: true })).toMatchObject({ pause_reason: 'user' });
  const { rows: tried } = await sql`select failure_count, retry_at from channels`.execute(db);
  expect(tried).toEqual([{ failure_count: 0, retry_at: Number.NEGATIVE_INFINITY }]);
  expect((await user.ok('GET', '/channels')).channels).toHaveLength(1);
  expect((await service.admin.ok('GET', '/channels')).channels).toEqual([]);
  await user.ok('DELETE', `/channels/${channel.id}`);
  expect(await user.ok('GET', '/channels')).toEqual({ channels: [], mail_is_set_up: false });
  await user.fails(404, 'channel_not_found', 'DELETE', `/channels/${channel.id}`);
  expect(log()).not.toContain('secret-part');
});

test('a filter or a schedule that is left out has its default, and in a change it stays as it is', async () => {
  const { admin } = await openService();
  const { kind, name, target } = SLACK;
  const add = async (body: object) => (await admin.ok('POST', '/channels', { body, status: 201 })).channel;
  const atOnce = { ...SCHEDULE, frequency: 'at_once', time_zone: 'UTC' };
  const channel = await add({ kind, name, target });
  expect(channel).toMatchObject({ filter: EVERYTHING, schedule: atOnce, next_at: null });
  const event_kinds = ['run.finished'];
  expect(await add({ kind, name, target, filter: { event_kinds }, schedule: { frequency: 'daily' } })).toMatchObject({
    filter: { ...EVERYTHING, event_kinds },
    schedule: { ...atOnce, frequency: 'daily' },
  });
  const patch = (body: object) => admin.ok('PATCH', `/channels/${channel.id}`, { body });
  const weekly = { frequency: 'weekly', hour: 18, weekdays: [5], time_zone: 'Europe/Berlin' };
  expect(await patch({ schedule: weekly })).toMatchObject({ filter: EVERYTHING, schedule: weekly });
  expect(await patch({ schedule: { hour: 6 }, filter: { event_kinds } })).toMatchObject({
    filter: { ...EVERYTHING, event_kinds },
    schedule: { ...weekly, hour: 6 },
  });
  const wrong = async (method: string, path: string, body: object) =>
    (await admin.fails(422, 'validation_error', method, path, { body })).error.details[0].path;
  // an hour says nothing without a frequency, and a weekly message has to name its day
  expect(await wrong('POST', '/channels', { ...SLACK, schedule: { hour: 7 } })).toBe('schedule.frequency');
  expect(await wrong('POST', '/channels', { ...SLACK, schedule: { frequency: 'weekly' } })).toBe('schedule.weekdays');
  expect(await wrong('PATCH', `/channels/${channel.id}`, { schedule: { weekdays: [1, 2] } })).toBe('schedule.weekdays');
});

test('says what is wrong with a channel', async () => {
  const { admin, db } = await openAllowing();
  const refused = async (body: object) => {
    const answer = await admin.fails(422, 'validation_error', 'POST', '/channels', { body: { ...SLACK, ...body } });
    return [answer.error.details[0].path, answer.error.message];
  };
  for (const url of ['', 'chat.example', 'ftp://1.1.1.1/x', 'https://me:secret@1.1.1.1/x'])
    expect((await refused({ target: { ...(url === '' ? {} : { url }) } }))[0]).toBe('target.url');
  for (const url of [
    'http://127.0.0.1/x',
    // the operator's source
    'http://127.0.0.1:8100/x',
    'http://[::1]/x',
    'https://10.0.0.5/x',
    'http://169.254.169.254/',
    'http://0x7f.1/',
  ])
    expect(await refused({ target: { url } })).toEqual([
      'target.url',
      expect.stringMatching(/leads to a private address. Ask the operator to add .* to OUTBOUND_ALLOW_HOSTS\.$/),
    ]);
  expect((await refused({ target: { url: 'https://no-such-host.invalid/x' } }))[1]).toContain('no-such-host.invalid');
  expect((await refused({ target: { address: 'ada@example.org' } }))[0]).toBe('target.address');
  expect((await refused({ target: { ...SLACK.target, token: 'tk_1' } }))[0]).toBe('target.token');
  expect((await refused({ schedule: { ...SCHEDULE, time_zone: 'Europe/Atlantis' } }))[0]).toBe('schedule.time_zone');
  expect((await refused({ schedule: { ...SCHEDULE, frequency: 'weekly' } }))[0]).toBe('schedule.weekdays');
  expect((await refused({ name: '\u200b' }))[0]).toBe('name');
  const filtered = (filter: object) => refused({ filter: { ...EVERYTHING, ...filter } });
  expect((await filtered({ event_kinds: ['publication.read'] }))[0]).toBe('filter.event_kinds');
  const stranger = await db
    .insertInto('users')
    .values({ email: 'x@x.x', email_key: 'x@x.x', password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const scholarId = await track(db, stranger.id, 'Profile_0001');
  expect((await filtered({ scholar_profile_ids: [scholarId] }))[0]).toBe('filter.scholar_profile_ids');
  expect((await filtered({ view_ids: [77] }))[0]).toBe('filter.view_ids');
  await admin.fails(409, 'mail_not_set_up', 'POST', '/channels', {
    body: { ...SLACK, kind: 'mail', target: { address: 'a@b.example' } },
  });
  expect((await admin.ok('GET', '/channels')).channels).toEqual([]);
  const ok = {
    ...SLACK,
    target: { url: 'http://10.0.0.5:8080/x' },
    filter: { ...EVERYTHING, event_kinds: KINDS_FOR_PEOPLE },
  };
  for (let at = 0; at < 50; at += 1) await admin.ok('POST', '/channels', { body: ok, status: 201 });
  const { error } = await admin.fails(409, 'too_many_channels', 'POST', '/channels', { body: ok });
  expect(error.details).toEqual({ max_count: 50 });
});

test('the scholars of a filter also have their former name, for one release', async () => {
  const { admin, db } = await openService();
  const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const ids = [await track(db, user.id, 'Profile_0001'), await track(db, user.id, 'Profile_0002')];
  const body = { ...SLACK, filter: { scholar_ids: ids } };
  const { id, filter } = await admin.ok('POST', '/channels', { body, status: 201 });
  expect(filter).toEqual({ ...EVERYTHING, scholar_profile_ids: ids, scholar_ids: ids });
  const patch = (change: object) => admin.call('PATCH', `/channels/${id}`, { body: { filter: change } });
  const [one] = ids;
  for (const change of [
    { scholar_ids: [one] },
    { scholar_profile_ids: [one] },
    { scholar_ids: [one], scholar_profile_ids: [one] },
  ]) {
    await patch({ scholar_profile_ids: ids });
    expect((await patch(change)).data.filter).toEqual({
      ...EVERYTHING,
      scholar_profile_ids: [one],
      scholar_ids: [one],
    });
  }
  const differ = await patch({ scholar_ids: ids, scholar_profile_ids: [one] });
  expect([differ.status, differ.error.details[0].path]).toEqual([422, 'filter.scholar_ids']);
  expect((await admin.ok('GET', '/channels')).channels[0].filter.scholar_profile_ids).toEqual([one]);
});

test('a channel whose scholar or view is gone can be changed, and announces no more than before', async () => {
  const { admin, db } = await openService();
  const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const scholarId = await track(db, user.id, 'Profile_0001');
  const view = await admin.ok('POST', '/views', { body: { name: 'View', parameters: {} } });
  const filter = { ...EVERYTHING, scholar_profile_ids: [scholarId], view_ids: [view.id] };
  const { channel } = await admin.ok('POST', '/channels', { body: { ...SLACK, filter } });
  await admin.ok('DELETE', `/scholars/${scholarId}`);
  await admin.ok('DELETE', `/views/${view.id}`);
  const patch = (body: object) => admin.call('PATCH', `/channels/${channel.id}`, { body });
  expect(await patch({ name: 'Renamed', filter })).toMatchObject({ status: 200, data: { name: 'Renamed', filter } });
  expect(await patch({ filter: { ...filter, scholar_profile_ids: [scholarId, 999_999] } })).toMatchObject({
    status: 422,
  });
  expect(await patch({ filter: EVERYTHING })).toMatchObject({ status: 200 });
  expect(await patch({ filter })).toMatchObject({ status: 422 });
});

test('a signing secret is shown once, and the one before stays valid for a day', async () => {
  const service = await openService();
  const user = await service.newUser('ada');
  const webhook = { ...SLACK, kind: 'webhook', filter: { ...EVERYTHING, event_kinds: ['publication.read'] } };
  const { signing_secret: first, ...channel } = await user.ok('POST', '/channels', { body: webhook, status: 201 });
  expect(Buffer.from(first.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  expect(JSON.stringify(await user.ok('GET', '/channels'))).not.toContain(first);
  const rotate = () => user.ok('POST', `/channels/${channel.id}/secret`);
  const { signing_secret: second, previous_valid_until: until } = await rotate();
  expect((await targetOf(service, user.userId, channel.id))?.signingSecrets).toEqual([
    { secret: second, expiresAt: null },
    { secret: first, expiresAt: until },
  ]);
  expect(Math.round((Date.parse(until) - Date.now()) / 3_600_000)).toBe(24);
  await user.ok('PATCH', `/channels/${channel.id}`, { body: { target: { url: 'https://1.1.1.1/moved' } } });
  const { signing_secret: third } = await rotate();
  const target = await targetOf(service, user.userId, channel.id);
  expect(target?.url).toBe('https://1.1.1.1/moved');
  expect(target?.signingSecrets.map(({ secret }) => secret)).toEqual([third, second]);
  // encrypted with a key that is lost: the URL can be entered again, and the secret be made again
  await service.db
    .updateTable('channels')
    .set({ target: Buffer.from('lost') })
    .execute();
  await user.fails(409, 'target_unreadable', 'POST', `/channels/${channel.id}/secret`);
  await user.ok('PATCH', `/channels/${channel.id}`, { body: { target: { url: 'https://1.1.1.1/again' } } });
  await rotate();
});

test('mail to another address than the own one waits until its owner agrees', async () => {
  const elsewhere = await (await openWithMail()).newUser('ada');
  const toGrace = { body: { ...SLACK, kind: 'mail', target: { address: 'grace@navy.example' } } };
  await elsewhere.fails(409, 'public_url_missing', 'POST', '/channels', toGrace);
  const { newUser, db } = await openPublic();
  const user = await newUser('ada');
  const add = async (address: string) => {
    const body = { ...SLACK, kind: 'mail', target: { address } };
    return (await user.ok('POST', '/channels', { body, status: 201 })).channel;
  };
  const agree = () => sql`update channels set confirmed_at = now()`.execute(db);
  const unsubscribe = () => sql`update channels set paused_at = now(), pause_reason = 'unsubscribed'`.execute(db);
  const own = await add(' Ada@lectern.example ');
  const other = await add('grace@navy.example');
  expect([own.is_confirmed, own.shown_target]).toEqual([true, 'Ada@lectern.example']);
  expect([other.is_confirmed, other.next_at]).toEqual([false, null]);
  await user.fails(409, 'channel_not_confirmed', 'POST', `/channels/${other.id}/test`);
  const patch = (id: number, body: object) => user.ok('PATCH', `/channels/${id}`, { body });
  await agree();
  const unchanged = { name: 'Grace', target: { address: 'grace@navy.example' } };
  expect(await patch(other.id, unchanged)).toMatchObject({ name: 'Grace', is_confirmed: true });
  const moved = { target: { address: 'hopper@navy.example' } };
  expect(await patch(other.id, moved)).toMatchObject({ shown_target: 'hopper@navy.example', is_confirmed: false });
  await agree();
  await unsubscribe();
  await user.fails(409, 'channel_paused', 'POST', `/channels/${other.id}/test`);
  expect(await patch(own.id, { is_paused: false })).toMatchObject({ is_paused: false, is_confirmed: true });
  expect(await patch(other.id, { is_paused: false })).toMatchObject({ is_paused: false, is_confirmed: false });
  for (const address of [
    'grace@navy.example, ada@lectern.example',
    'grace,ada@lectern.example',
    '<ada@lectern.example>',
  ]) {
    const body = { ...SLACK, kind: 'mail', target: { address } };
    const { error } = await user.fails(422, 'validation_error', 'POST', '/channels', { body });
    expect(error.details[0].path, address).toBe('target.address');
  }
});
