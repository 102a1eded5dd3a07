import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { startTestService } from '../../support/test-service.ts';

const REPAIR = '/admin/db/repairs/publication-near-duplicates';
const TIDES = { authors: 'E Lund, K Berg', venue: 'Annals of the Academy 12 (3)', year: 2014 };

/** Two profiles, each with its own spelling of one work. */
async function startPair() {
  const service = await startTestService();
  const { db, admin } = service;
  const user = await adminId(db);
  const scholars = [await track(db, user, 'P1'), await track(db, user, 'P2')];
  const rows = [
    makeRow('P1:1', { ...TIDES, title: 'Sediment transport in shallow tidal basins of the north' }),
    makeRow('P2:1', { ...TIDES, title: 'Sediment transsport in shallow tidal basins of the north', workKey: 'w2' }),
  ];
  const save = async (at: 0 | 1) => savePageOf(db, scholars[at] ?? 0, rows.slice(at, at + 1));
  const drop = () =>
    admin.ok('POST', '/admin/db/drop-all-publications', { body: { confirmation_text: 'DROP ALL PUBLICATIONS' } });
  const keys = async (): Promise<string[]> => {
    const { clusters } = await admin.ok('POST', REPAIR, { body: {} });
    return clusters.map((one: { cluster_key: string }) => one.cluster_key);
  };
  const kept = async () => {
    const { rows: counts } = await sql<{ pairs: number; keys: number }>`
      select (select count(*) from dropped_dismissals) as pairs, (select count(*) from dropped_keys) as keys`.execute(
      db,
    );
    return [counts[0]?.pairs, counts[0]?.keys];
  };
  const dismiss = (body: object) => admin.ok('POST', `${REPAIR}/dismiss`, { body });
  await save(0);
  await save(1);
  return { ...service, save, drop, keys, kept, dismiss };
}

test('pairs that were dismissed hold again when their works come back after a drop, however often that is', async () => {
  const { save, drop, keys, kept, dismiss, db } = await startPair();
  const [key = ''] = await keys();
  await dismiss({ cluster_keys: [key] });
  expect(await keys()).toEqual([]);
  await drop();
  expect(await kept()).toEqual([1, 5]);
  await save(0);
  expect(await keys()).toEqual([]);
  // a second drop while one of the two has not come back
  await drop();
  await save(1);
  await save(0);
  expect(await keys()).toEqual([]);
  const pairs = await sql`
    select a.key as one, b.key as other, d.dismissed_by_user_id is not null as is_signed from dismissed_duplicates d
    join publication_sources a on a.publication_id in (d.low_id, d.high_id) and a.key = 'P1:1'
    join publication_sources b on b.publication_id in (d.low_id, d.high_id) and b.key = 'P2:1'`.execute(db);
  expect(pairs.rows).toEqual([{ one: 'P1:1', other: 'P2:1', is_signed: true }]);
  expect(await kept(), 'what has come back is forgotten').toEqual([0, 0]);
  await drop();
  await save(0);
  await save(1);
  expect(await keys()).toEqual([]);
});

test('nothing is dismissed that was not; a drop without a dismissal keeps none', async () => {
  const { save, drop, keys, kept } = await startPair();
  expect(await keys()).toHaveLength(1);
  await drop();
  expect((await kept())[0]).toBe(0);
  await save(0);
  await save(1);
  expect(await keys()).toHaveLength(1);
});

test('each pair that is dismissed is in the audit log once, under the name that was given or the address', async () => {
  const { keys, dismiss, db, admin } = await startPair();
  const [key = ''] = await keys();
  await dismiss({ cluster_keys: [key], requested_by: ' Librarian ' });
  await dismiss({ cluster_keys: [key], requested_by: null });
  const [low = 0, high = 0] = key.split('.').map((part) => Number.parseInt(part, 36));
  const audit = await db
    .selectFrom('audit_log')
    .select(['actor', 'actor_user_id', 'action', 'repair_job_id', 'publication_id', 'before', 'after'])
    .execute();
  expect(audit).toEqual([
    {
      actor: 'Librarian',
      actor_user_id: await adminId(db),
      action: 'dismiss.pair',
      repair_job_id: null,
      publication_id: low,
      before: null,
      after: { low_id: low, high_id: high },
    },
  ]);
  await sql`delete from dismissed_duplicates`.execute(db);
  await dismiss({ cluster_keys: [key], requested_by: ' ' });
  const last = await db.selectFrom('audit_log').select('actor').orderBy('id', 'desc').executeTakeFirst();
  expect(last).toEqual({ actor: 'admin@lectern.example' });
  await admin.fails(422, 'validation_error', 'POST', `${REPAIR}/dismiss`, {
    body: { cluster_keys: [key], requested_by: 'x'.repeat(201) },
  });
});
