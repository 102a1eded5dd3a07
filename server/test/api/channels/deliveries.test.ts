import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const WEBHOOK = {
  kind: 'webhook',
  name: 'Lab robot',
  target: { url: 'https://1.1.1.1/hook' },
  filter: { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] },
  schedule: { frequency: 'at_once', hour: 7, weekdays: [1], time_zone: 'UTC' },
};

async function startWithChannels() {
  const service = await openService();
  const user = await service.newUser('ada');
  const add = async (change: object = {}) =>
    (await user.ok('POST', '/channels', { body: { ...WEBHOOK, ...change }, status: 201 })).channel.id as number;
  const logOf = async (id: number, query = '') => user.ok('GET', `/channels/${id}/deliveries${query}`);
  return { ...service, user, add, logOf };
}

/** What the loop that sends records. */
async function end(db: Database, id: number, status: string, error: string | null = null): Promise<void> {
  await sql`update deliveries set status = ${status}, error = ${error}, attempt_count = attempt_count + 1, ended_at = now() where id = ${id}`.execute(
    db,
  );
}

test('a test message is due at once, and there is one at a time', async () => {
  const { user, db, add, logOf } = await startWithChannels();
  const id = await add();
  await sql`update channels set retry_at = now() + interval '1 hour', failure_count = 3`.execute(db);
  const sent = await user.ok('POST', `/channels/${id}/test`);
  expect(sent).toMatchObject({ status: 'waiting', is_test: true, event_count: 0, titles: [], attempt_count: 0 });
  expect(Date.parse(sent.next_attempt_at)).toBeLessThanOrEqual(Date.now());
  expect(await user.ok('POST', `/channels/${id}/test`)).toEqual(sent);
  await end(db, sent.id, 'failed', 'The server answered 404.');
  const again = await user.ok('POST', `/channels/${id}/test`);
  expect(again.id).toBeGreaterThan(sent.id);
  await end(db, again.id, 'delivered');
  expect((await logOf(id)).deliveries).toMatchObject([
    { id: again.id, status: 'delivered', error: null },
    { id: sent.id, status: 'failed', error: 'The server answered 404.', next_attempt_at: null },
  ]);
  expect((await user.ok('GET', '/channels')).channels[0]).toMatchObject({
    last_error: null,
    last_delivered_at: expect.any(String),
  });
  await user.ok('PATCH', `/channels/${id}`, { body: { is_paused: true } });
  expect(await user.ok('POST', `/channels/${id}/test`)).toMatchObject({ next_attempt_at: expect.any(String) });
  await user.fails(409, 'channel_paused', 'POST', `/channels/${id}/deliveries/${sent.id}/replay`);
});

test('a delivery is sent again with the same news, to a webhook under the same id', async () => {
  const { user, db, add, logOf } = await startWithChannels();
  const scholarId = await track(db, user.userId, 'Profile_0001');
  await savePageOf(db, scholarId, makeRows('Profile_0001', [0, 5]));
  const { rows: publications } = await sql<{
    id: number;
    title: string;
  }>`select id, title from publications order by id`.execute(db);
  const ids = publications.map((one) => one.id).reverse();
  for (const kind of ['webhook', 'slack']) {
    const id = await add({ kind });
    const other = await add({ kind });
    await sql`insert into deliveries (channel_id, event_ids, publication_ids) values (${id}, '{8,9}', ${ids}::bigint[])`.execute(
      db,
    );
    const [first] = (await logOf(id)).deliveries;
    expect(first).toMatchObject({
      event_count: 2,
      titles: publications
        .slice(-3)
        .reverse()
        .map((one) => one.title),
    });
    const replay = `/channels/${id}/deliveries/${first.id}/replay`;
    for (const open of ['waiting', 'handed_over']) {
      await sql`update deliveries set status = ${open} where id = ${first.id}`.execute(db);
      await user.fails(409, 'delivery_waiting', 'POST', replay);
    }
    await end(db, first.id, 'unconfirmed', 'The connection broke.');
    const second = await user.ok('POST', replay);
    expect(second).toMatchObject({
      status: 'waiting',
      event_count: 2,
      titles: first.titles,
      attempt_count: 0,
      error: null,
    });
    await user.fails(404, 'delivery_not_found', 'POST', `/channels/${other}/deliveries/${first.id}/replay`);
    const { rows } = await sql<{ message_id: string; event_ids: number[]; publication_ids: number[] }>`
      select message_id, event_ids, publication_ids from deliveries where channel_id = ${id} order by id`.execute(db);
    expect(rows[1]).toEqual({ ...rows[0], ...(kind === 'webhook' ? {} : { message_id: rows[1]?.message_id }) });
    expect(rows[0]?.message_id === rows[1]?.message_id).toBe(kind === 'webhook');
    const page = await logOf(id, '?limit=1');
    expect(page).toMatchObject({ deliveries: [{ id: second.id }], has_more: true });
    expect(await logOf(id, `?limit=1&before=${second.id}`)).toMatchObject({
      deliveries: [{ id: first.id }],
      has_more: false,
    });
  }
});
