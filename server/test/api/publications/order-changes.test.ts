import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addListed } from '../../../src/library/arrival-store.ts';
import { copyOrder } from '../../../src/library/copy-order.ts';
import { saveProcessedListing } from '../../../src/scholars/store.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

const openService = serviceOfFile();

test.each([
  { others: 'other libraries have the publication', isAlone: false },
  { others: 'no other library has the publication', isAlone: true },
])('an entry that is saved while a change is copied gets the new sort values if $others', async ({ isAlone }) => {
  const { db, newUser } = await openService();
  const reader = await newUser('reader');
  const first = await track(db, await adminId(db), 'AAAAAAAAAAA1');
  await savePageOf(db, first, [makeRow('AAAAAAAAAAA1:x')]);
  if (isAlone) await sql`delete from user_publications`.execute(db);
  const second = await track(db, reader.userId, 'AAAAAAAAAAA1');
  const { id, profile_id } = await db
    .selectFrom('scholar_listings as l')
    .innerJoin('scholars as s', 's.id', 'l.scholar_id')
    .select(['l.publication_id as id', 's.profile_id'])
    .where('s.id', '=', second)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    const scholar = { id: second, profileId: profile_id, afterNumber: 0 };
    await saveProcessedListing(tx, { userId: reader.userId, scholarId: second, profileId: profile_id }, 100);
    await addListed(tx, reader.userId, scholar, { at: new Date(), runId: null });
    await db.insertInto('enrichment').values({ publication_id: id, source: 'openalex' }).execute();
    await copyOrder(db);
  });
  await until(async () => {
    await copyOrder(db);
    expect(await db.selectFrom('order_changes').select('id').execute()).toEqual([]);
  });
  const ranks = await db.selectFrom('user_publications').select('pdf_rank').execute();
  expect(ranks).toEqual(Array.from({ length: isAlone ? 1 : 2 }, () => ({ pdf_rank: 2 })));
});
