import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dumpOf, makeEmptyDatabase, makeFolder, restoreTo, skipWithoutPostgresTools } from '../../support/dumps.ts';
import { query } from '../../support/embedded-openers.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

/** A path that PostgreSQL and psql may write to. */
const FILE = join(tmpdir(), `lectern-attack-${process.pid}`);
const SAVED = `copy (select 'taken') to program 'touch ${FILE}'`;

/** Lines that would run a program, read a file or leave code, if psql or PostgreSQL executed them. */
const ATTACKS = [
  `\\! touch ${FILE}`,
  `\\o |touch ${FILE}\nselect 1;\n\\o`,
  `select 1 \\g |touch ${FILE}`,
  `\\copy (select 1) to program 'touch ${FILE}'`,
  `\\set x \`touch ${FILE}\``,
  `\\unrestrict abc\n\\! touch ${FILE}`,
  '\\connect postgres',
  `${SAVED};`,
  `COPY public.users (email) FROM program 'touch ${FILE}';`,
  `SELECT pg_catalog.setval('public.users_id_seq', 1, true); ${SAVED};`,
  `SELECT pg_catalog.setval('public.users_id_seq'); ${SAVED}; --', 1, true);`,
  `SET client_encoding = 'UTF8'; ${SAVED};`,
  `select lo_export(lo_from_bytea(0, 'x'), '${FILE}');`,
  'create role lectern_attack superuser login;',
  `create function taken() returns trigger language plpgsql as $$ begin execute $x$${SAVED}$x$; return null; end $$;
create trigger taken after insert on users for each row execute function taken();`,
  'create table taken as select 1 as id;',
];

async function expectNothing(url: string): Promise<void> {
  await expect(access(FILE)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(
    await query(
      url,
      `select proname as name from pg_proc where proname = 'taken' union all select relname from pg_class where relname = 'taken'
       union all select rolname from pg_roles where rolname = 'lectern_attack'`,
    ),
  ).toEqual([]);
}

test('no statement and no psql command of a plain dump runs, wherever it is, even if the role of the service is a superuser', async () => {
  const { url, drop } = await makeTestDatabase();
  onTestFinished(drop);
  onTestFinished(() => rm(FILE, { force: true }));
  await query(url, `insert into users (email, email_key, password_hash) values ('a@x', 'a@x', 'x')`);
  expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([{ rolsuper: true }]);
  const folder = await makeFolder();
  const script = await readFile(await dumpOf(url, folder, { plain: true }), 'utf8');
  const attack = `\n${ATTACKS.join('\n')}\n`;
  const file = join(folder, 'attack.sql');
  await writeFile(
    file,
    script.replace('\n\n', `\n\n${attack}`).replace('\nCOPY ', `${attack}$&`).replaceAll('\n\\.\n', `$&${attack}`) +
      attack,
  );
  const restored = await makeEmptyDatabase();
  await restoreTo(restored, file);
  await expectNothing(restored);
  expect(await query(restored, 'select email from users')).toEqual([{ email: 'a@x' }]);

  // what names a column or an encoding cannot be more than a name
  for (const [from, to] of [
    ['COPY public.users (id,', `COPY public.users (id) from program 'touch ${FILE}' --,`],
    ["client_encoding = 'UTF8'", "client_encoding = 'nowhere'"],
  ] as const) {
    await writeFile(file, script.replace(from, to));
    await expect(restoreTo(await makeEmptyDatabase(), file)).rejects.toThrow('Nothing was changed.');
  }
  await expectNothing(restored);
});

test('neither does code of an archive, and the restored database has none of it', async () => {
  const { url, drop } = await makeTestDatabase();
  onTestFinished(drop);
  onTestFinished(() => rm(FILE, { force: true }));
  await query(
    url,
    `insert into users (email, email_key, password_hash) values ('a@x', 'a@x', 'x');
     create function taken() returns trigger language plpgsql as $$ begin execute $x$${SAVED}$x$; return null; end $$;
     create trigger taken after insert or update on users for each row execute function taken();
     alter table users alter column email set default 'a' || random();
     create rule taken as on delete to users do also select 1`,
  );
  const restored = await makeEmptyDatabase();
  await restoreTo(restored, await dumpOf(url, await makeFolder()));
  await query(restored, `insert into users (email, email_key, password_hash) values ('b@x', 'b@x', 'x')`);
  await expectNothing(restored);
  const code = await query(
    restored,
    `select rulename as name from pg_rules where tablename = 'users' union all
     select column_default from information_schema.columns where table_name = 'users' and column_name = 'email' and column_default is not null`,
  );
  expect(code).toEqual([]);
});
