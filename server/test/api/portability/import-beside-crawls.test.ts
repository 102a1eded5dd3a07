import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminId, savePageOf, track } from '../../support/library.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';
import { untilWaiting } from '../../support/wait.ts';
import { ADA, BEN, countsOf, importInto, sourceRow } from './portability-service.ts';

const openService = serviceOfFile();

const [CID, DAN] = ['CCCCCCCCCCC3', 'DDDDDDDDDDD4'];
const row = (profile: string, code: string, title: string) =>
  sourceRow(profile, code.padEnd(12, '0'), { title, authors: 'A Author' });
const itemOf = (scholar_id: string, { title, authors, year, key }: ReturnType<typeof row>) => ({
  scholar_id,
  title,
  author_text: authors,
  year,
  row_keys: [key],
});

async function idOf({ db }: Service, key: string): Promise<number> {
  const { publication_id: id } = await db
    .selectFrom('records')
    .select('publication_id')
    .where('key', '=', key)
    .where('owner_user_id', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Runs `work` while an import waits in the middle of its matching, because another transaction has locked a publication
 * that the file names.
 */
async function whileImportWaits<T>(
  service: Service,
  key: string,
  importing: () => Promise<T>,
  work: () => Promise<void>,
) {
  const id = await idOf(service, key);
  let imported: Promise<T> | null = null;
  await service.db.transaction().execute(async (tx) => {
    await sql`select from publications where id = ${id} for update`.execute(tx);
    imported = importing();
    await untilWaiting(service.db, 1);
    await work();
  });
  return imported;
}

test('while an import matches, pages are saved and orphans are deleted, and what a crawl found meanwhile is one publication for all', async () => {
  const service = await openService();
  const { db, admin, newUser } = service;
  const [importer, crawler] = [await newUser('importer'), await newUser('crawler')];
  const [orphan, gone, arriving] = [
    row(DAN, 'orphan', 'An orphan that the file names'),
    row(DAN, 'gone', 'An orphan that nobody names'),
    row(ADA, 'arriving', 'A work that a crawl finds meanwhile'),
  ];
  const [named, coauthored] = [row(BEN, 'named', 'A work that the file names'), row(CID, 'coauthored', arriving.title)];
  const left = await track(db, crawler.userId, DAN);
  await savePageOf(db, left, [orphan, gone]);
  await crawler.ok('DELETE', `/scholars/${left}`);
  await sql`delete from user_publications where user_id = ${crawler.userId}`.execute(db);
  await savePageOf(db, await track(db, crawler.userId, BEN), [named]);
  const of = await track(db, crawler.userId, CID);

  const file = {
    scholars: [{ scholar_id: ADA }, { scholar_id: BEN }],
    publications: [
      { ...itemOf(ADA, orphan), is_read: true },
      { ...itemOf(ADA, arriving), is_favorite: true },
      itemOf(BEN, named),
    ],
  };
  const imported = await whileImportWaits(
    service,
    named.key,
    () => importInto(importer, file),
    async () => {
      expect(await savePageOf(db, of, [coauthored])).toBe(1);
      const body = { user_id: await adminId(db), gc_orphan_publications: true, dry_run: false };
      const { summary } = await admin.ok('POST', '/admin/db/repairs/publication-links', { body });
      expect(summary.publications_deleted).toBe(1);
    },
  );
  expect(countsOf(await (imported ?? {}))).toEqual([2, 0, 0, 0, 3, 0]);
  const { publications } = await importer.ok('GET', '/publications?sort_by=title&sort_dir=asc');
  expect(publications).toMatchObject([
    { title: arriving.title, publication_id: await idOf(service, coauthored.key), is_favorite: true },
    { title: named.title, publication_id: await idOf(service, named.key) },
    { title: orphan.title, publication_id: await idOf(service, orphan.key), is_read: true },
  ]);
  expect(countsOf(await importInto(importer, file))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await admin.ok('GET', '/admin/db/integrity')).toMatchObject({ failures: [] });
});

test('a publication that is deleted while an import matches becomes a private one', async () => {
  const service = await openService();
  const { db, newUser } = service;
  const [importer, crawler] = [await newUser('importer'), await newUser('crawler')];
  const named = row(BEN, 'named', 'A work that the file names');
  await savePageOf(db, await track(db, crawler.userId, BEN), [named]);
  const file = { scholars: [{ scholar_id: BEN }], publications: [itemOf(BEN, named)] };
  const id = await idOf(service, named.key);
  let imported: Promise<Record<string, number>> | null = null;
  await db.transaction().execute(async (tx) => {
    await sql`delete from user_publications`.execute(tx);
    await sql`delete from publications where id = ${id}`.execute(tx);
    imported = importInto(importer, file);
    await untilWaiting(db, 1);
  });
  expect(countsOf(await (imported ?? {}))).toEqual([1, 0, 1, 0, 1, 0]);
});
