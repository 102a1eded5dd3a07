import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordEvents } from '../../../src/events/event-store.ts';
import type { Client } from '../../support/client.ts';
import { makeRows, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';
import { startAnnouncing } from './announcing-library.ts';

const openService = serviceOfFile();

interface Shown {
  readonly id: number;
  readonly type: string;
  readonly scholar_profile_id: number | null;
  /** the former name, for one release */
  readonly scholar_id: number | null;
  readonly publications: readonly { readonly publication_id: number }[];
}

async function readAll(client: Client, limit = 1000): Promise<Shown[]> {
  const found: Shown[] = [];
  for (let after = 0, more = true; more; ) {
    const page = await client.ok('GET', `/events?after=${after}&limit=${limit}`);
    found.push(...page.events);
    more = page.has_more;
    after = page.next_after;
  }
  return found;
}

test('lists what happened, in pages, with what is shown now, and to nobody else', async () => {
  const { admin, db, arrive, idOf, newUser } = await startAnnouncing();
  await arrive(2, 4);
  const [two, three] = [await idOf('Work A:2'), await idOf('Work A:3')];
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [two] } });
  const kinds = (events: readonly Shown[]) =>
    events.map(({ type, publications }) => [type, publications.map((one) => one.publication_id)]);
  const expected = [
    ['publication.new', [two]],
    ['publication.new', [three]],
    ['publication.read', [two]],
  ];
  const all = await readAll(admin);
  expect(kinds(all), 'the first crawl is not news').toEqual(expected);
  const last = all[2]?.id ?? 0;
  expect(all.map(({ id }) => id)).toEqual([last - 2, last - 1, last]);
  const [{ id: scholarId }] = (await admin.ok('GET', '/scholars')).scholars;
  expect(all.map((event) => event.scholar_profile_id)).toEqual([scholarId, scholarId, null]);
  expect(all.map((event) => event.scholar_id)).toEqual([scholarId, scholarId, null]);
  expect(await readAll(admin, 1)).toEqual(all);
  expect(await admin.ok('GET', `/events?after=${last}`)).toEqual({ events: [], next_after: last, has_more: false });
  const job = await merge(db, three, two);
  expect(kinds(await readAll(admin))).toEqual(expected.map(([type]) => [type, [three]]));
  await unmerge(db, job);
  expect(kinds(await readAll(admin))).toEqual(expected);
  expect(await readAll(await newUser('other'))).toEqual([]);
  await admin.fails(422, 'validation_error', 'GET', '/events?after=-1');
  await admin.fails(422, 'validation_error', 'GET', '/events?after=x');
});

test('a reader who keeps a cursor misses no event of a transaction that commits late', async () => {
  const { admin, db, services } = await openService();
  const [user] = await db.selectFrom('users').select('id').execute();
  const event = (name: string) => ({ kind: 'scholar.added', userId: user?.id ?? 0, data: { name } }) as const;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const late = services.db.transaction().execute(async (tx) => {
    await recordEvents(tx, [event('late')]);
    begun();
    await released;
  });
  await hasBegun;
  await db.transaction().execute((tx) => recordEvents(tx, [event('early')]));
  const first = await admin.ok('GET', '/events');
  expect(first.events.map((one: { data: unknown }) => one.data)).toEqual([{ name: 'early' }]);
  release();
  await late;
  const second = await admin.ok('GET', `/events?after=${first.next_after}`);
  expect(second.events.map((one: { data: unknown }) => one.data)).toEqual([{ name: 'late' }]);
});

test('readers and writers at the same time: each event is read once and in the same order', async () => {
  const { admin, db } = await openService();
  const [user] = await db.selectFrom('users').select('id').execute();
  const userId = user?.id ?? 0;
  const write = async (writer: number) => {
    for (let at = 0; at < 40; at += 1)
      await db.transaction().execute(async (tx) => {
        await recordEvents(tx, [{ kind: 'scholar.added', userId, data: { writer, at } }]);
        await sql`select pg_sleep(random() * 0.01)`.execute(tx);
      });
  };
  let isWriting = true;
  const read = async (): Promise<number[]> => {
    const ids: number[] = [];
    for (let after = 0, isLast = false; !isLast; ) {
      isLast = !isWriting;
      const page = await admin.ok('GET', `/events?after=${after}&limit=7`);
      ids.push(...page.events.map(({ id }: Shown) => id));
      after = page.next_after;
      if (page.has_more) isLast = false;
    }
    return ids;
  };
  const readers = [read(), read(), read()];
  await Promise.all([0, 1, 2, 3].map(write));
  isWriting = false;
  const all = (await readAll(admin)).map(({ id }) => id);
  expect(all).toEqual(Array.from({ length: 160 }, (_, at) => (all[0] ?? 0) + at));
  for (const reader of readers) expect(await reader).toEqual(all);
});

test('a user who marks everything as read gets events of a thousand publications each', async () => {
  const { admin, db } = await openService();
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const scholar = await track(db, userId, 'AAAAAAAAAAAA');
  for (let from = 0; from < 2500; from += 500) await savePageOf(db, scholar, makeRows('A', [from, from + 500]));
  await db.deleteFrom('events').execute();
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  const { rows } = await sql<{ n: number }>`select cardinality(publication_ids) as n from events order by id`.execute(
    db,
  );
  expect(rows.map(({ n }) => n)).toEqual([1000, 1000, 500]);
  const page = await admin.ok('GET', '/events');
  expect(page.events.map(({ publications }: Shown) => publications.length)).toEqual([1000, 1000]);
  expect(page.has_more).toBe(true);
});
