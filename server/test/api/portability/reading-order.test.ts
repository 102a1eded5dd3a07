import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';
import { ADA, BEN, countsOf, importInto } from './portability-service.ts';

const openService = serviceOfFile();

const TOPICS = ['tidal sediment transport', 'lattice qubit entanglement'];
const PARTS = ['people', 'words', 'venues', 'references', 'freshness'];

const pageOf = (profile: string, topic: number) =>
  makeRows(profile, [0, 10], (at) => ({
    title: `${TOPICS[topic]} in case ${at}`,
    authors: `A Topic${topic}x, B Common${at % 3}x`,
    venue: `Journal of ${TOPICS[topic]} ${at}, 1-9`,
  }));

/** Twenty papers of two scholars, of which the user marked one in each way. */
async function startMarked() {
  const service = await openService();
  const { db, admin } = service;
  const user = await adminId(db);
  for (const [topic, profile] of [ADA, BEN].entries()) {
    await savePageOf(db, await track(db, user, profile), pageOf(profile, topic), { name: `Scholar ${topic}` });
  }
  const ids: number[] = (await orderOf(admin, 'sort_by=title&sort_dir=asc')).map(({ id }) => id);
  const at = (index: number) => ids[index] ?? 0;
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [at(0), at(13)] } });
  await admin.ok('POST', `/publications/${at(1)}/favorite`, { body: { is_favorite: true } });
  await admin.ok('PUT', `/publications/${at(2)}/interest`, { body: { mark: 'more' } });
  await admin.ok('PUT', `/publications/${at(15)}/interest`, { body: { mark: 'less' } });
  await admin.ok('POST', '/publications/mark-all-read', { body: { search: 'case 7' } });
  await admin.ok('PUT', '/settings', { body: { reading_order_parts: PARTS.filter((part) => part !== 'venues') } });
  return { ...service, at };
}

interface Placed {
  readonly id: number;
  readonly title: string;
  readonly reasons: unknown;
}

/** A list with the reasons of its order. */
async function orderOf(client: Client, query = 'sort_by=reading'): Promise<Placed[]> {
  const { publications } = await client.ok('GET', `/publications?page_size=60&${query}`);
  return publications.map(({ publication_id: id, title, reading_reasons: reasons }: Record<string, unknown>) => ({
    id,
    title,
    reasons,
  }));
}

const withoutIds = (order: readonly Placed[]) => order.map(({ id: _, ...rest }) => rest);

test('after an export and import, the reading order of the new account is the same, here and in another installation', async () => {
  const { db, admin, newUser } = await startMarked();
  const order = await orderOf(admin);
  const stranger = await newUser('stranger');
  await savePageOf(db, await track(db, stranger.userId, ADA), pageOf(ADA, 0), { name: 'Scholar 0' });
  const { publications: others } = await stranger.ok('GET', '/scholars/export');
  expect(others).toHaveLength(10);
  for (const one of others) expect(one).toMatchObject({ interest: null, interest_at: null, single_read_at: null });
  const file = await admin.ok('GET', '/scholars/export');
  const heirs: Client[] = [await newUser('heir'), (await openService()).admin];
  for (const heir of heirs) {
    const preview = await importInto(heir, file, '?dry_run=true');
    expect(preview).toMatchObject({ links_created: 20, settings_updated: 1, warnings: [] });
    expect(await importInto(heir, file)).toEqual(preview);
    expect(withoutIds(await orderOf(heir))).toEqual(withoutIds(order));
    expect((await heir.ok('GET', '/settings')).reading_order_parts).not.toContain('venues');
    const again = await importInto(heir, file);
    expect([...countsOf(again), again.settings_updated]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  }
  const own = await importInto(admin, file);
  expect([...countsOf(own), own.settings_updated]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await orderOf(admin)).toEqual(order);
});

test('an import adds marks of the reading order and never changes existing ones', async () => {
  const { db, admin, at } = await startMarked();
  const order = await orderOf(admin);
  const file = await admin.ok('GET', '/scholars/export');
  const changed = {
    ...file,
    reading_order_parts: [],
    publications: file.publications.map((one: { interest: string | null; single_read_at: string | null }) => ({
      ...one,
      interest: one.interest && (one.interest === 'more' ? 'less' : 'more'),
      single_read_at: one.single_read_at && '2026-01-01T00:00:00Z',
    })),
  };
  const nothing = await importInto(admin, changed);
  expect([...countsOf(nothing), nothing.settings_updated]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await orderOf(admin)).toEqual(order);
  // marks of a publication that is merged into another one are exported with that one, and belong to their own again
  // after the undo
  const job = await merge(db, at(3), at(2), at(0));
  const merged = await admin.ok('GET', '/scholars/export');
  expect(merged.publications).toHaveLength(18);
  const [one] = merged.publications.filter(({ interest }: { interest: string | null }) => interest === 'more');
  expect(one).toMatchObject({ is_read: true, single_read_at: expect.any(String) });
  const same = await importInto(admin, merged);
  expect(same.links_updated).toBe(0);
  await unmerge(db, job);
  expect(await orderOf(admin)).toEqual(order);
});

test('an import reports marks and parts that it cannot read, and a read mark without a time is no signal', async () => {
  const { admin } = await openService();
  const publication = { scholar_id: ADA, title: 'Work', interest: 'much', interest_at: 7, single_read_at: 'yesterday' };
  const payload = { scholars: [{ scholar_id: ADA }], publications: [publication], reading_order_parts: 'people' };
  const { warnings, settings_updated } = await importInto(admin, payload);
  expect(warnings).toEqual([
    expect.stringContaining('interest, interest_at, single_read_at'),
    expect.stringMatching(/^the file: .*reading_order_parts/),
  ]);
  expect(settings_updated).toBe(0);
  const unread = { ...publication, interest: null, interest_at: null, single_read_at: '2026-01-01T00:00:00Z' };
  expect((await importInto(admin, { scholars: [], publications: [unread] })).links_updated).toBe(0);
  const { publications } = await admin.ok('GET', '/scholars/export');
  expect(publications).toEqual([expect.objectContaining({ interest: null, single_read_at: null })]);
});
