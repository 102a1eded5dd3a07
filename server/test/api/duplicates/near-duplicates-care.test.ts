import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { addPublications } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const REPAIR = '/admin/db/repairs/publication-near-duplicates';
/** Title and authors of publications that have little in common, and a misspelling of each title. */
const PUBLICATIONS = [
  ['Sediment transport in shallow tidal basins of the north', 'E Lund, K Berg', 'transport', 'transsport'],
  ['Katabatic winds over the central plateau', 'P Rossi, M Bianchi', 'Katabatic', 'Katabatc'],
  ['How small grocers survived the arrival of supermarkets', 'A Silva, J Costa', 'supermarkets', 'supermarktes'],
  ['Learning to prove theorems with very deep networks', 'T Novak, I Horvat', 'networks', 'netwworks'],
] as const;

/** Creates two spellings of each publication; returns the keys of their clusters. */
async function addPairs(db: Database): Promise<string[]> {
  const keys: string[] = [];
  for (const [title, authors, word, misspelt] of PUBLICATIONS) {
    const titles = [title, title.replace(word, misspelt)];
    const ids = await addPublications(
      db,
      titles.map((one) => ({ title: one, authors, venue: 'Annals of the Academy 12 (3)', year: 2014 })),
    );
    keys.push(ids.map((id) => id.toString(36)).join('.'));
  }
  return keys;
}

const countRoots = async (db: Database) =>
  (await sql<{ n: number }>`select count(*) as n from publications where merged_into is null`.execute(db)).rows[0]?.n;

test('the service responds during a search, and the search waits for no lock', async () => {
  const { db, admin, url } = await openService();
  await addPairs(db);
  await addPublications(
    db,
    Array.from({ length: 15_000 }, (_, n) => ({
      title: `Work ${hash('md5', `${n}`, 'hex')} about ${hash('md5', `${n % 500}`, 'hex')}`,
      authors: `A Author${n % 900}`,
      venue: 'Journal',
      year: 1990 + (n % 30),
    })),
  );
  await db.transaction().execute(async (tx) => {
    // the lock is held while this transaction is idle, however long the search takes
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select from publications for update`.execute(tx);
    let isDone = false;
    const search = admin.ok('POST', REPAIR, { body: {} }).finally(() => {
      isDone = true;
    });
    let answers = 0;
    while (!isDone) {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      answers += 1;
    }
    const found = await search;
    expect(found.summary).toMatchObject({ publication_count: 15_008, cluster_count: PUBLICATIONS.length });
    expect(answers).toBeGreaterThan(10);
  });
});

test('a repair that is interrupted leaves complete clusters merged, and reports the interruption', async () => {
  const { db, admin } = await openService();
  const keys = await addPairs(db);
  const third = Number.parseInt(keys[2]?.split('.')[0] ?? '', 36);
  const body = { dry_run: false, selected_cluster_keys: keys, confirmation_text: 'MERGE SELECTED DUPLICATES' };
  await db.transaction().execute(async (tx) => {
    await sql`select from publications where id = ${third} for update`.execute(tx);
    const repair = admin.call('POST', REPAIR, { body });
    // it waits for the lock of a publication in the third cluster, and then loses its connection
    const waiting = sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
    while ((await waiting.execute(db)).rows.length === 0);
    expect((await repair).status).toBeGreaterThanOrEqual(500);
  });
  expect(await countRoots(db)).toBe(6);
  const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs');
  expect(jobs).toMatchObject([
    {
      status: 'failed',
      error_text: expect.any(String),
      summary: { merged_cluster_count: 2, merged_publication_count: 2 },
    },
  ]);
  const rest = await admin.ok('POST', REPAIR, { body });
  expect(rest.summary).toMatchObject({ merged_cluster_count: 2, unknown_cluster_keys: keys.slice(0, 2) });
  expect(await countRoots(db)).toBe(4);
});
