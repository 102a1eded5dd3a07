import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimChannels, readWait, releaseChannel } from '../../../src/channels/claim-store.ts';
import { composeMessages } from '../../../src/channels/compose.ts';
import { correctTimes } from '../../../src/platform/database/clock-store.ts';
import { startAnnouncing } from './announcing-library.ts';

/** Why a channel with news is not served, and how that ends. */
test.each([
  ['its user may not sign in', 'update users set is_active = false', 'update users set is_active = true'],
  [
    "its user's temporary password has expired",
    'update users set temporary_password_until = now()',
    'update users set temporary_password_until = null',
  ],
  [
    'the owner of the address has not agreed',
    'update channels set confirmed_at = null',
    'update channels set confirmed_at = now()',
  ],
  [
    'it waits after a failure',
    "update channels set retry_at = now() + interval '1 hour'",
    'update channels set retry_at = now()',
  ],
  [
    'another worker has it',
    "update channels set claimed_until = now() + interval '40 seconds'",
    'update channels set claimed_until = now()',
  ],
])('the loop does not poll for a channel that is due while %s', async (_reason, hold, release) => {
  const { db, addChannel } = await startAnnouncing();
  await addChannel('slack');
  await sql`update channels set next_at = now() - interval '1 minute'`.execute(db);
  await sql.raw(hold).execute(db);
  expect(await claimChannels(db, 10)).toEqual([]);
  expect(await readWait(db)).toBeNull();
  await sql.raw(release).execute(db);
  expect(await readWait(db)).toBeLessThan(0);
  expect(await claimChannels(db, 10)).toHaveLength(1);
});

test('a change between the claim of a channel and its message counts', async () => {
  const { admin, db, addChannel, arrive, announce, announced, sent } = await startAnnouncing();
  const chat = await addChannel('slack', {}, { frequency: 'daily', weekdays: [1, 2, 3, 4, 5, 6, 7] });
  const claimDue = async () => {
    await sql`update channels set next_at = now() - interval '1 minute', claimed_until = now()`.execute(db);
    const [claimed] = await claimChannels(db, 1);
    if (!claimed?.isDue) throw new Error('the channel is not due');
    return claimed;
  };
  const change = (body: object) => admin.ok('PATCH', `/channels/${chat}`, { body });
  const nextAt = async () => (await admin.ok('GET', '/channels')).channels[0].next_at;
  await arrive(2, 3);
  const daily = await claimDue();
  const { schedule } = await change({ schedule: { ...daily.schedule, frequency: 'at_once' } });
  await composeMessages(db, daily);
  expect(schedule.frequency).toBe('at_once');
  await sql`update channels set claimed_until = now()`.execute(db);
  await arrive(3, 4);
  await announce();
  expect(announced(chat).sort()).toEqual(['Work A:2', 'Work A:3']);
  const atOnce = await claimDue();
  await change({ schedule: { ...atOnce.schedule, frequency: 'weekly', weekdays: [1] } });
  await composeMessages(db, atOnce);
  expect(Date.parse(await nextAt())).toBeGreaterThan(Date.now());
  await arrive(4, 5);
  const weekly = await claimDue();
  await change({ is_paused: true });
  await composeMessages(db, weekly);
  await sql`update channels set claimed_until = now()`.execute(db);
  await announce();
  expect(sent).toHaveLength(1);
});

test('a pause or another target counts from the next message on, and a test message ends no wait', async () => {
  const { admin, db, addChannel, arrive, announce, sent } = await startAnnouncing();
  const hook = await addChannel('webhook');
  const change = (body: object) => admin.ok('PATCH', `/channels/${hook}`, { body });
  await arrive(2, 6);
  await announce(async () => {
    if (sent.length === 1) await change({ target: { url: 'https://1.1.1.1/moved' } });
    if (sent.length === 3) await change({ is_paused: true });
    return { kind: 'delivered' };
  });
  expect(sent.map(({ target }) => target.url)).toEqual([
    'https://c.example',
    'https://1.1.1.1/moved',
    'https://1.1.1.1/moved',
  ]);
  await change({ is_paused: false });
  await sql`update channels set retry_at = now() + interval '1 hour'`.execute(db);
  await admin.ok('POST', `/channels/${hook}/test`);
  await announce();
  expect(sent.map(({ isTest }) => isTest)).toEqual([false, false, false, true]);
});

test('after a clock that was a year ahead was set back, a digest comes once, and the next one the day after', async () => {
  const { db, addChannel, arrive, announce, sent } = await startAnnouncing();
  await addChannel('slack', {}, { frequency: 'daily', weekdays: [1, 2, 3, 4, 5, 6, 7] });
  await sql`update channels set next_at = now() + interval '1 year', last_day = to_char(now() + interval '1 year', 'YYYY-MM-DD')`.execute(
    db,
  );
  await sql`
    insert into background_work (name, due_at, claimed_until, claim_number, clock_at)
    values ('correct-times', now(), now(), 1, now() + interval '1 year')`.execute(db);
  await correctTimes(db, 'correct-times');
  for (let round = 0; round < 3; round += 1) {
    await arrive(2 + round, 3 + round);
    await announce();
  }
  expect(sent).toHaveLength(1);
  const wait = await readWait(db);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThan(2 * 86_400_000);
});

test('a message whose papers were all hidden before it was sent is no error of its channel', async () => {
  const { admin, db, addChannel, arrive, announce, sent, scholar } = await startAnnouncing();
  const chat = await addChannel('slack');
  await arrive(2, 3);
  // composed and not sent
  await admin.ok('GET', '/events');
  const [claimed] = await claimChannels(db, 1);
  if (!claimed) throw new Error('the channel is not due');
  await composeMessages(db, claimed);
  await sql`update channels set claimed_until = now()`.execute(db);
  await admin.ok('DELETE', `/scholars/${scholar}`);
  await announce();
  expect(sent).toEqual([]);
  const [delivery] = (await admin.ok('GET', `/channels/${chat}/deliveries`)).deliveries;
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 0, error: expect.stringContaining('hidden') });
  expect((await admin.ok('GET', '/channels')).channels[0].last_error).toBeNull();
});

test('a user whose receivers hang holds up three channels at once, and nobody else', async () => {
  const { db, newUser, user, addChannel } = await startAnnouncing();
  for (let at = 0; at < 5; at += 1) await addChannel('slack');
  const other = await newUser('eve');
  const others = await addChannel('slack');
  await sql`update channels set user_id = ${other.userId} where id = ${others}`.execute(db);
  await sql`update channels set next_at = now() - interval '1 minute'`.execute(db);
  const claims = [];
  for (let at = 0; at < 6; at += 1) claims.push(...(await claimChannels(db, 1)));
  expect(claims.map(({ userId }) => userId).sort()).toEqual([user, user, user, other.userId].sort());
  expect(await readWait(db)).toBeNull();
  for (const claimed of claims.slice(0, 1)) await releaseChannel(db, claimed, 0);
  expect(await readWait(db)).toBeLessThan(0);
});
