import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const TOPICS = ['tidal sediment transport', 'lattice qubit entanglement', 'protein folding membrane'];
const ADJECTIVES = ['slow', 'deep', 'open', 'warm', 'young', 'brittle', 'narrow'];
const PARTS = ['people', 'words', 'venues', 'references', 'freshness'];
const DAY_MS = 24 * 60 * 60 * 1000;

interface Reason {
  part: string;
  value: number;
  names: string[];
  favorite_count: number;
  read_count: number;
}
interface Row {
  publication_id: number;
  title: string;
  is_read: boolean;
  reading_reasons: Reason[];
}

/**
 * Sixty papers of three scholars, each with a topic, an author and a venue of its own. They are first seen on different
 * days, the newest first.
 */
async function startLibrary() {
  const service = await openService();
  const user = await adminId(service.db);
  await fill(service.db, user);
  return { ...service, user, ...listsOf(service.admin) };
}

async function fill(db: Parameters<typeof track>[0], user: number): Promise<void> {
  for (const [topic, words] of TOPICS.entries()) {
    const profile = 'ABC'.charAt(topic).repeat(12);
    const scholar = await track(db, user, profile);
    for (const day of [0, 1, 2, 3]) {
      const rows = makeRows(profile, [day * 5, day * 5 + 5], (at) => ({
        title: `${ADJECTIVES[at % 7]} ${words} in case ${at}`,
        authors: `A Topic${topic}x, B Common`,
        venue: `Journal of ${words.split(' ')[0]} ${at}, 1-9`,
      }));
      const at = new Date(Date.UTC(2026, 0, 20 - day) - topic * 1000 - DAY_MS);
      await savePageOf(db, scholar, rows, { name: `Scholar ${topic}`, at });
    }
  }
}

function listsOf(client: Client) {
  const list = (query = '') => client.ok('GET', `/publications?sort_by=reading&page_size=60&${query}`);
  const rows = async (query = ''): Promise<Row[]> => (await list(query)).publications;
  const idsOfTopic = async (topic: number): Promise<number[]> =>
    (await client.ok('GET', '/publications?page_size=60&sort_by=title&sort_dir=asc')).publications
      .filter(({ title }: Row) => title.includes(TOPICS[topic] ?? ''))
      .map(({ publication_id: id }: Row) => id);
  const read = (...ids: number[]) => client.ok('POST', '/publications/mark-read', { body: { publication_ids: ids } });
  const star = (id: number, isFavorite = true) =>
    client.ok('POST', `/publications/${id}/favorite`, { body: { is_favorite: isFavorite } });
  const interest = (id: number, mark: 'more' | 'less') =>
    client.ok('PUT', `/publications/${id}/interest`, { body: { mark } });
  return { list, rows, idsOfTopic, read, star, interest };
}

const idsOf = (rows: readonly Row[]) => rows.map(({ publication_id: id }) => id);
const topicsOf = (rows: readonly Row[]) => rows.map(({ title }) => TOPICS.findIndex((topic) => title.includes(topic)));
const repeat = (value: number, times: number) => Array.from({ length: times }, () => value);

test('without signals the order is the default one; what the user reads and stars comes first, with the reasons', async () => {
  const { admin, rows, idsOfTopic, read, star } = await startLibrary();
  const byDate: Row[] = (await admin.ok('GET', '/publications?page_size=60')).publications;
  expect(idsOf(await rows())).toEqual(idsOf(byDate));
  expect(byDate[0]).not.toHaveProperty('reading_reasons');
  const qubits = await idsOfTopic(1);
  await read(...qubits.slice(0, 2));
  await star(qubits[2] ?? 0);
  await star(qubits[3] ?? 0);
  const unread = await rows('mode=unread');
  expect(topicsOf(unread).slice(0, 18)).toEqual(repeat(1, 18));
  for (const { reading_reasons: reasons } of unread.slice(0, 18)) {
    expect(reasons).toHaveLength(2);
    expect(reasons[0]?.value).toBeGreaterThanOrEqual(reasons[1]?.value ?? Number.POSITIVE_INFINITY);
  }
  const all = unread.slice(0, 18).flatMap(({ reading_reasons: reasons }) => reasons);
  const people = all.find(({ part }) => part === 'people');
  expect(people).toMatchObject({ favorite_count: 2, read_count: 2 });
  expect(['Scholar 1', 'A Topic1x']).toContain(people?.names[0]);
  const words = all.find(({ part }) => part === 'words');
  expect(words?.names.join(' ')).toMatch(/lattice|qubit|entanglement/);
  // ascending is the reverse, because no two scores are equal here
  const reversed = await rows('mode=unread&sort_dir=asc');
  expect(topicsOf(reversed).slice(-18)).toEqual(repeat(1, 18));
});

test('a whole list that is marked as read says nothing about what the user likes, nor does what is unread again', async () => {
  const { admin, rows, idsOfTopic, read } = await startLibrary();
  const before = idsOf(await rows());
  const ids = await idsOfTopic(2);
  await read(...ids.slice(0, 3));
  expect(idsOf(await rows())).not.toEqual(before);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: ids.slice(0, 3), is_read: false } });
  expect(idsOf(await rows())).toEqual(before);
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  expect(idsOf(await rows())).toEqual(before);
});

test('"more like this" and "less like this" move similar papers, and taking them back restores the order', async () => {
  const { admin, rows, idsOfTopic, interest } = await startLibrary();
  const before = idsOf(await rows());
  const [proteins, sediments] = [await idsOfTopic(2), await idsOfTopic(0)];
  const [liked = 0, disliked = 0] = [proteins[0], sediments[0]];
  await interest(liked, 'more');
  await interest(disliked, 'less');
  const topics = topicsOf(await rows());
  expect(topics.slice(0, 20)).toEqual(repeat(2, 20));
  expect(topics.slice(40)).toEqual(repeat(0, 20));
  expect((await admin.ok('GET', `/publications/${liked}`)).interest).toBe('more');
  await interest(liked, 'less');
  expect((await admin.ok('GET', `/publications/${liked}`)).interest).toBe('less');
  await admin.ok('DELETE', `/publications/${liked}/interest`);
  await admin.ok('DELETE', `/publications/${disliked}/interest`);
  expect(idsOf(await rows())).toEqual(before);
  expect((await admin.ok('GET', `/publications/${liked}`)).interest).toBeNull();
});

test('parts that are switched off neither count nor explain; without any part the order is the default one', async () => {
  const { admin, rows, idsOfTopic, star } = await startLibrary();
  const byDate = idsOf((await admin.ok('GET', '/publications?page_size=60')).publications);
  await star((await idsOfTopic(1))[0] ?? 0);
  const change = (reading_order_parts: string[]) => admin.ok('PUT', '/settings', { body: { reading_order_parts } });
  expect((await admin.ok('GET', '/settings')).reading_order_parts).toEqual(PARTS);
  for (const off of PARTS) {
    expect((await change(PARTS.filter((part) => part !== off))).reading_order_parts).not.toContain(off);
    for (const { reading_reasons: reasons } of await rows()) expect(reasons.map(({ part }) => part)).not.toContain(off);
  }
  await change([]);
  const none = await rows();
  expect(idsOf(none)).toEqual(byDate);
  expect(none.flatMap(({ reading_reasons: reasons }) => reasons)).toEqual([]);
});

test('the pages of a snapshot neither repeat nor skip a paper, whatever the user reads and stars meanwhile', async () => {
  const { admin, rows, idsOfTopic, read, star, interest } = await startLibrary();
  await star((await idsOfTopic(0))[0] ?? 0);
  const whole = idsOf(await rows('mode=unread'));
  const head = await admin.ok('GET', '/publications?sort_by=reading&mode=unread&page_size=10');
  const query = `sort_by=reading&mode=unread&keep_read=true&page_size=10&snapshot=${head.snapshot}`;
  const shown = idsOf(head.publications);
  let { next_cursor: cursor } = head;
  for (let page = 2; cursor !== null; page += 1) {
    // each page brings new signals, against the order of before
    await read(shown.at(-1) ?? 0, whole.at(-page) ?? 0);
    await star(whole.at(-page * 3) ?? 0);
    await interest(whole[page] ?? 0, 'less');
    const byCursor = await admin.ok('GET', `/publications?${query}&cursor=${cursor}`);
    expect(byCursor.snapshot).toBe(head.snapshot);
    const byNumber = await admin.ok('GET', `/publications?${query}&page=${page}`);
    expect(idsOf(byNumber.publications)).toEqual(idsOf(byCursor.publications));
    shown.push(...idsOf(byCursor.publications));
    cursor = byCursor.next_cursor;
  }
  expect(shown).toEqual(whole);
  // a new list has an order of its own
  const left = new Set(idsOf(await rows('mode=unread')));
  expect(idsOf(await rows('mode=unread'))).not.toEqual(whole.filter((id) => left.has(id)));
  const { error } = await admin.fails(400, 'invalid_cursor', 'GET', `/publications?${query}&cursor=x`);
  expect(error.message).toContain('next_cursor');
});

test('equal requests get equal orders, and a filter changes no score', async () => {
  const { rows, idsOfTopic, star } = await startLibrary();
  await star((await idsOfTopic(1))[5] ?? 0);
  const whole = idsOf(await rows());
  for (const query of ['search=slow', 'favorite_only=true', 'year_from=2020', 'mode=unread']) {
    const ids = idsOf(await rows(query));
    expect(ids.length, query).toBeGreaterThan(0);
    expect(ids, query).toEqual(whole.filter((id) => ids.includes(id)));
    expect(idsOf(await rows(query)), query).toEqual(ids);
  }
  expect((await rows('search=slow')).every(({ title }) => title.startsWith('slow'))).toBe(true);
});

test("nothing that another user does or tracks changes a user's order, and another user's snapshot gives nothing away", async () => {
  const { db, admin, rows, list, idsOfTopic, star, newUser } = await startLibrary();
  const other = await newUser('other');
  await fill(db, other.userId);
  const others = listsOf(other);
  await star((await idsOfTopic(1))[0] ?? 0);
  const before = await rows();
  const { snapshot } = await list();
  const [theirs = 0, ...more] = await others.idsOfTopic(2);
  await others.star(theirs);
  await others.interest(theirs, 'more');
  await others.read(...more.slice(0, 5));
  expect(await rows()).toEqual(before);
  // with the snapshot of the first user, the second one gets an order of their own
  const own = await others.rows();
  expect(topicsOf(own).slice(0, 20)).toEqual(repeat(2, 20));
  expect(idsOf(await others.rows(`snapshot=${snapshot}`))).toEqual(idsOf(own));
  expect((await admin.ok('GET', `/publications/${theirs}`)).interest).toBeNull();
});

test('marks and reads count for the canonical publication while a merge stands, and for their own afterwards', async () => {
  const { db, admin, rows, idsOfTopic, interest } = await startLibrary();
  const [first = 0, second = 0] = await idsOfTopic(0);
  await interest(second, 'more');
  const before = idsOf(await rows());
  const interestOf = async (id: number) => (await admin.ok('GET', `/publications/${id}`)).interest;
  const job = await merge(db, first, second);
  expect(await interestOf(first)).toBe('more');
  expect(topicsOf(await rows()).slice(0, 19)).toEqual(repeat(0, 19));
  await unmerge(db, job);
  expect([await interestOf(first), await interestOf(second)]).toEqual([null, 'more']);
  expect(idsOf(await rows())).toEqual(before);
  const again = await merge(db, first, second);
  await admin.ok('DELETE', `/publications/${first}/interest`);
  await unmerge(db, again);
  // what the user took back meanwhile stays so
  expect([await interestOf(first), await interestOf(second)]).toEqual([null, null]);
});

test('a read mark counts for the canonical publication while a merge stands, and after its undo for its own; a contradiction counts as "less"', async () => {
  const { db, admin, rows, idsOfTopic, read, interest } = await startLibrary();
  const [first = 0, second = 0, third = 0] = await idsOfTopic(0);
  await read(second);
  const before = idsOf(await rows());
  // both are read, because one was
  const job = await merge(db, first, second);
  expect(topicsOf(await rows()).slice(0, 19)).toEqual(repeat(0, 19));
  await unmerge(db, job);
  expect(idsOf(await rows())).toEqual(before);
  await interest(first, 'more');
  await interest(third, 'less');
  const marked = idsOf(await rows());
  const again = await merge(db, first, third);
  expect((await admin.ok('GET', `/publications/${first}`)).interest).toBe('less');
  await unmerge(db, again);
  expect(idsOf(await rows())).toEqual(marked);
});
