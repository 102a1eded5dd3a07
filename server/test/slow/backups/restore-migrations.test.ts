import { expect, test, vi } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/database.ts';
import { listMigrations, requireLatestMigration } from '../../../src/platform/database/migrate.ts';
import { dumpOf, makeEmptyDatabase, makeFolder, restoreTo, skipWithoutPostgresTools } from '../../support/dumps.ts';
import { query } from '../../support/embedded-openers.ts';
import { runMigrations } from '../../support/old-schema.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

/** Rows that are valid in each version, in the tables of that version. */
const ROWS: Record<string, string> = {
  users: `insert into users (email, email_key, password_hash) values ('a@x', 'a@x', 'x')`,
  profiles: `insert into profiles (source, source_id) values ('google_scholar', 'AAAAAAAAAAA1')`,
  publications: `insert into publications (title, title_key, search_vector) values ('A work', 'a work', 'work')`,
  scholars: `insert into scholars (user_id, profile_id) select u.id, p.id from users u, profiles p`,
  runs: `insert into runs (user_id, trigger_type, status, end_dt) select id, 'manual', 'success', now() from users`,
  user_publications: `insert into user_publications (user_id, publication_id, link_number, is_favorite, first_seen_at)
     select u.id, p.id, 1, true, now() from users u, publications p`,
  queue_items: `insert into queue_items (user_id, scholar_id, source, reason) select user_id, id, 'google_scholar', 'first_crawl' from scholars`,
};

/** Every fourth version is enough for a change, because a dump of the first one goes through all later migrations. */
const EVERY = process.env.CI_FULL === undefined ? 4 : 1;

test('a dump of an older schema restores into the latest schema with its rows', async () => {
  // each version has one migration more than the previous one
  const migrations = await listMigrations();
  const files = await makeFolder();
  const source = await makeEmptyDatabase();
  const connections = connectDatabase({ url: source, maxConnections: 2, name: 'test', onError: () => undefined });
  const dumps: { version: string; file: string; tables: string[] }[] = [];
  const filled: string[] = [];
  for (const [at, version] of migrations.entries()) {
    await runMigrations(connections.db, migrations.slice(0, at + 1));
    for (const [table, insert] of Object.entries(ROWS)) {
      const [there] = await query(source, `select to_regclass('${table}') is not null as found`);
      if (!there?.found || filled.includes(table)) continue;
      await query(source, insert);
      filled.push(table);
    }
    if (at % EVERY > 0 && version !== migrations.at(-1)) continue;
    const plain = dumps.length % 2 === 1;
    dumps.push({ version, file: await dumpOf(source, files, { plain }), tables: [...filled] });
  }
  await connections.close();
  expect(filled).toEqual(Object.keys(ROWS));
  for (const { version, file, tables } of dumps) {
    const url = await makeEmptyDatabase();
    await restoreTo(url, file);
    const restored = connectDatabase({ url, maxConnections: 1, name: 'test', onError: () => undefined });
    await requireLatestMigration(restored.db);
    await restored.close();
    for (const table of Object.keys(ROWS))
      expect(await query(url, `select count(*)::int as rows from ${table}`), `${version}: ${table}`).toEqual([
        { rows: tables.includes(table) ? 1 : 0 },
      ]);
  }
});
