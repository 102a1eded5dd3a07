import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DropExports } from '../../../src/maintenance/drop-exports.ts';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge } from '../../support/merges.ts';
import { serviceOfFile, startService } from '../../support/service.ts';

const openService = serviceOfFile();

const DROP = '/admin/db/drop-all-publications';
const CONFIRMED = { body: { confirmation_text: 'DROP ALL PUBLICATIONS' } };

test('a drop exports each library to a file that only its owner can read, and importing the file restores the marks', async () => {
  const { db, admin, newUser, services } = await openService();
  const [one, two] = [await adminId(db), await newUser('two')];
  await newUser('nobody');
  const scholars = [await track(db, one, 'AAAAAAAAAAAJ'), await track(db, two.userId, 'AAAAAAAAAAAJ')];
  for (const scholar of scholars) await savePageOf(db, scholar, makeRows('AAAAAAAAAAAJ', [0, 6]));
  const { publications } = await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc');
  const ids = publications.map(({ publication_id: id }: { publication_id: number }) => id);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: ids.slice(0, 2) } });
  await admin.ok('POST', `/publications/${ids[1]}/favorite`);
  await admin.ok('PUT', `/publications/${ids[2]}/tags`, { body: { tags: ['one', 'two'] } });
  await merge(db, ids[4], ids[5]);
  const exported = async () => {
    const { exported_at: _, ...file } = await admin.ok('GET', '/scholars/export');
    return file;
  };
  const before = await exported();
  const marksOf = async () => {
    const { publications: all } = await admin.ok('GET', '/publications?sort_by=title');
    return all.map((item: Record<string, unknown>) => [
      item.title,
      item.is_read,
      item.is_favorite,
      item.tags,
      item.first_seen_at,
    ]);
  };
  const marks = await marksOf();
  const numbers = sql<{ n: number }>`select max(last_listing_number) as n from profiles`;
  const lastNumber = (await numbers.execute(db)).rows[0]?.n;

  const answer = await admin.ok('POST', DROP, CONFIRMED);
  expect(answer).toMatchObject({ deleted_count: 6, message: expect.stringContaining('2 scholars are queued') });
  const [folder = ''] = /drops\/\S+/.exec(answer.message) ?? [];
  const path = join(services.config.dataDir, folder);
  expect((await readdir(path)).sort()).toEqual([`${one}.json`, `${two.userId}.json`].sort());
  expect((await stat(join(path, `${one}.json`))).mode & 0o777).toBe(0o600);
  const file = JSON.parse(await readFile(join(path, `${one}.json`), 'utf8'));
  expect(file).toEqual({ ...before, exported_at: expect.any(String) });
  expect(await admin.ok('GET', '/publications')).toMatchObject({ total_count: 0, unread_count: 0, favorites_count: 0 });
  const { entries } = await admin.ok('GET', '/admin/audit');
  expect(entries[0]).toMatchObject({
    action: 'drop.publications',
    before: { publications: 6, users: 2 },
    after: { libraries_exported: 2, exports_in: folder, scholars_queued: 2 },
  });
  for (const table of ['publications', 'records', 'listings', 'merges'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  expect((await numbers.execute(db)).rows[0]?.n).toBe(lastNumber);

  await admin.ok('POST', '/scholars/import', { body: file });
  expect(await marksOf()).toEqual(marks);
  // the crawl finds the publications of the file again
  await savePageOf(db, scholars[0] ?? 0, makeRows('AAAAAAAAAAAJ', [0, 5]));
  expect(await marksOf()).toEqual(marks);
});

test('a library that is too large for one import becomes several files, each complete in itself', async () => {
  const { db, admin, services } = await openService();
  const user = await adminId(db);
  await savePageOf(db, await track(db, user, 'AAAAAAAAAAAJ'), makeRows('AAAAAAAAAAAJ', [0, 501]));
  await admin.ok('POST', '/views', { body: { name: 'A view', parameters: {} }, status: 201 });
  const whole = await admin.ok('GET', '/scholars/export');
  const exports = new DropExports(services.config.dataDir, 0, 500);
  const { folder } = await exports.write(db);
  const files = await Promise.all(
    [`${user}.json`, `${user}-2.json`].map(async (name) =>
      JSON.parse(await readFile(join(services.config.dataDir, folder, name), 'utf8')),
    ),
  );
  const { exported_at: _, publications, ...head } = whole;
  expect(files.map((file) => file.publications.length)).toEqual([500, 1]);
  expect(files.flatMap((file) => file.publications)).toEqual(publications);
  for (const file of files) expect(file).toMatchObject(head);
  // the library shrinks until it is exported again
  const [{ id }] = (await admin.ok('GET', '/scholars')).scholars;
  await admin.ok('DELETE', `/scholars/${id}`);
  await exports.write(db);
  expect(await readdir(join(services.config.dataDir, folder))).toEqual([`${user}.json`]);
});

test('if a file cannot be written, nothing is dropped and the error says what to do', async () => {
  const { db, admin, services } = await startService();
  await savePageOf(db, await track(db, await adminId(db), 'P1'), makeRows('P1', [0, 3]));
  const inTheWay = join(services.config.dataDir, 'drops');
  await writeFile(inTheWay, '');
  const { error } = await admin.fails(503, 'export_not_written', 'POST', DROP, CONFIRMED);
  expect(error.message).toContain('Nothing was deleted. Free some disk space');
  expect((await admin.ok('GET', '/publications')).total_count).toBe(3);
  const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs');
  expect(jobs).toMatchObject([{ status: 'failed', error_text: error.message }]);
  await rm(inTheWay);
  expect(await admin.ok('POST', DROP, CONFIRMED)).toMatchObject({ deleted_count: 3 });
});

test('a drop without publications queues the scholars', async () => {
  const { db, admin } = await openService();
  await track(db, await adminId(db), 'P1');
  expect(await admin.ok('POST', DROP, CONFIRMED)).toMatchObject({ deleted_count: 0 });
  const { queue_items } = await admin.ok('GET', '/runs/queue/items');
  expect(queue_items).toMatchObject([{ reason: 'first_crawl', status: 'queued' }]);
});
