import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { namesBeside } from '../../src/backups/database-store.ts';
import { dumpOf, makeFolder, restoreTo, skipWithoutPostgresTools, withUser } from '../support/dumps.ts';
import { query } from '../support/embedded-openers.ts';
import { makeTestDatabase, queryServer } from '../support/test-database.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

/** A path that PostgreSQL and psql may write to. */
const FILE = join(tmpdir(), `lectern-attack-${process.pid}`);
const SAVED = `copy (select 'taken') to program 'touch ${FILE}'`;

/** What psql would do itself, by its own commands. */
const COMMANDS: Readonly<Record<string, string>> = {
  shell: `\\! touch ${FILE}`,
  'shell after a statement': `select 1; \\! touch ${FILE}`,
  'output to a program': `\\o |touch ${FILE}\nselect 1;\n\\o`,
  'output of one query': `select 1 \\g |touch ${FILE}`,
  'output to a file': `select 1 \\g ${FILE}`,
  'copy to a program': `\\copy (select 1) to program 'touch ${FILE}'`,
  'copy to a file': `\\copy (select 1) to '${FILE}'`,
  'write the query': `select 1 \\w ${FILE}`,
  backquotes: `\\set x \`touch ${FILE}\``,
  environment: `\\setenv PAGER 'touch ${FILE}'`,
  'another script': '\\i /etc/passwd',
  'another connection': '\\connect postgres',
  'generated commands': `select 'select 1' \\gexec`,
  'the end of the restricted mode': `\\unrestrict abc\n\\! touch ${FILE}`,
  'a restriction of its own': `\\restrict abc\n\\unrestrict abc\n\\! touch ${FILE}`,
};

/** What PostgreSQL would do, with the rights of the role that loads the dump. */
const STATEMENTS: Readonly<Record<string, string>> = {
  program: SAVED,
  'program as input': `create table taken (t text); copy taken from program 'touch ${FILE}'`,
  'file of the server': `copy (select 1) to '${FILE}'`,
  'file of the server as input': `create table taken (t text); copy taken from '/etc/passwd'`,
  'program in a block': `do $$ begin execute 'copy (select 1) to pro' || 'gram ''touch ${FILE}'''; end $$`,
  'reading a file': `select pg_read_file('/etc/passwd')`,
  'large object to a file': `select lo_export(lo_from_bytea(0, 'x'), '${FILE}')`,
  'settings of the server': `commit; alter system set archive_command = 'touch ${FILE}'`,
  'an untrusted language': 'create extension plpython3u',
  'a function in C': `create function taken() returns int language c as '/lib/x86_64-linux-gnu/libc.so.6', 'getpid'`,
  'another role': 'set session authorization postgres',
  'a role of its own': 'create role lectern_attack superuser login',
  'a role that may run programs': 'grant pg_execute_server_program to current_user',
};

/** Code that does nothing for the role that loads the dump, but would run a program when the service, as a superuser, uses its tables. */
const WAITING = `begin if (select rolsuper from pg_roles where rolname = current_user) then execute $x$${SAVED}$x$; end if;`;
const FUNCTION = (returns: string) =>
  `create function taken() returns ${returns} language plpgsql as $$ ${WAITING} return null; end $$`;
const CODE: Readonly<Record<string, string>> = {
  'trigger taken on public.users': `${FUNCTION('trigger')}; create trigger taken after insert on users for each row execute function taken()`,
  'function public.make_library()': `create or replace function make_library() returns trigger language plpgsql as $$ ${WAITING} return null; end $$`,
  'default for public.users.password_hash': `${FUNCTION('text')}; alter table users alter column password_hash set default taken()`,
  'constraint users_check on public.users': `${FUNCTION('boolean')}; alter table users add constraint users_check check (taken())`,
  'rule "_RETURN" on public.tags': `${FUNCTION('text')}; create or replace view tags as select id, user_id, name, name_key, coalesce(taken(), color) as color, created_at from stored_tags where deleted_at is null`,
  'rule taken on public.users': `${FUNCTION('text')}; create rule taken as on insert to users do also select taken()`,
  'policy taken on public.users': `${FUNCTION('boolean')}; create policy taken on users using (taken())`,
  'index public.taken': 'create index taken on users (lower(email)) where length(email) > 1',
  'default for public.users.email': `alter table users alter column email set default pg_read_file('/etc/passwd')`,
  'type public.taken': 'create domain taken as text',
  'operator public.=(pg_catalog.text,bigint)':
    'create function taken(text, bigint) returns boolean language sql as $$ select true $$; create operator = (leftarg = text, rightarg = bigint, function = taken)',
};

async function makeWorld() {
  const { url, drop } = await makeTestDatabase();
  onTestFinished(drop);
  onTestFinished(() => rm(FILE, { force: true }));
  await query(url, `insert into users (email, email_key, password_hash) values ('somebody@x', 'somebody@x', 'x')`);
  const folder = await makeFolder();
  const name = /\/(lectern_test_\w+)/.exec(url)?.[1] ?? '';
  const beside = namesBeside(name);
  return {
    ...{ url, folder, name },
    script: await readFile(await dumpOf(url, folder, { plain: true }), 'utf8'),
    restore: async (file: string) =>
      restoreTo(url, file, { mayReplace: true }).then(
        () => null,
        (error: Error) => error.message,
      ),
    /** Checks that nothing has happened. */
    async expectNothing(what: string) {
      expect(
        await access(FILE).then(
          () => 'created',
          () => 'absent',
        ),
        what,
      ).toBe('absent');
      expect(await query(url, 'select email from users'), what).toEqual([{ email: 'somebody@x' }]);
      const left = await queryServer(
        inject('databaseServer'),
        `select datname as name from pg_database where datname in ('${beside.replacement}', '${beside.replaced}', '${beside.reference}')
         union all select rolname from pg_roles where rolname = '${beside.replacement}' or rolname = 'lectern_attack'`,
      );
      expect(left, what).toEqual([]);
    },
  };
}

test('a plain dump cannot use the commands of psql, wherever they are', async () => {
  const { script, folder, restore, expectNothing } = await makeWorld();
  const places: Readonly<Record<string, (attack: string) => string>> = {
    'at the start': (attack) => script.replace('\n\n', `\n\n${attack}\n`),
    'before the data': (attack) => script.replace('\nCOPY ', `\n${attack}\n$&`),
    'after the data': (attack) => script.replace('\n\\.\n', `$&${attack}\n`),
    'at the end': (attack) => `${script}${attack}\n`,
  };
  const file = join(folder, 'attack.sql');
  for (const [name, attack] of Object.entries(COMMANDS))
    for (const [place, insert] of Object.entries(places)) {
      if (place !== 'after the data' && name !== 'shell') continue;
      await writeFile(file, insert(attack));
      expect(await restore(file), `${name} ${place}`).toMatch(/restrict.* Nothing was changed\./);
      await expectNothing(`${name} ${place}`);
    }
});

test('a dump runs no program and reads no file through PostgreSQL, even if the role of the service is a superuser', async () => {
  const { url, script, folder, restore, expectNothing } = await makeWorld();
  expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([{ rolsuper: true }]);
  const file = join(folder, 'attack.sql');
  for (const [name, attack] of Object.entries(STATEMENTS)) {
    await writeFile(file, script.replace('\n\\.\n', `$&${attack};\n`));
    expect(await restore(file), name).toMatch(/PostgreSQL reported: ERROR: .* Nothing was changed\./s);
    await expectNothing(name);
  }
  // an ordinary statement in the same place is loaded, so it was the attacks that were refused
  await writeFile(file, script.replace('\n\\.\n', '$&select 1;\n'));
  expect(await restore(file)).toBeNull();
});

test("neither does an archive, nor a trigger that runs when the restore changes the dump's data", async () => {
  const { url, folder, restore, expectNothing } = await makeWorld();
  const { url: crafted, drop } = await makeTestDatabase();
  onTestFinished(drop);
  await query(
    crafted,
    `insert into users (email, email_key, password_hash) values ('taken@x', 'taken@x', 'x');
     create function taken() returns trigger language plpgsql as $$ begin execute $x$${SAVED}$x$; return null; end $$;
     create trigger taken after update on libraries for each statement execute function taken()`,
  );
  for (const plain of [false, true]) {
    expect(await restore(await dumpOf(crafted, folder, { plain })), `${plain}`).toMatch(
      /permission denied|must be superuser|COPY/,
    );
    await expectNothing(`${plain}`);
  }
  expect(await query(url, 'select email from users')).toEqual([{ email: 'somebody@x' }]);
});

test("a dump is refused if it has code that would run with the service's rights later", async () => {
  const { script, folder, restore, expectNothing } = await makeWorld();
  const file = join(folder, 'attack.sql');
  const at = script.lastIndexOf('\n--\n-- PostgreSQL database dump complete');
  const withCode = (code: string) => `${script.slice(0, at)}\nset search_path = public;\n${code};\n${script.slice(at)}`;
  for (const [name, code] of Object.entries(CODE)) {
    await writeFile(file, withCode(code));
    const message = await restore(file);
    expect(message, name).toMatch(/The dump has code that is not Lectern's: .* Nothing was changed\./);
    expect(message).toContain(name);
    await expectNothing(name);
  }
  // not code: what operators may have changed
  await writeFile(
    file,
    withCode(`alter table user_settings alter column request_delay_seconds set default 7; alter table users alter column email set default 'a (b)';
      create index plain on users (email); create table own (t text); drop trigger publications_note_order on publications`),
  );
  expect(await restore(file)).toBeNull();
});

test('a role that may create roles restores as a superuser does, and a leftover role of a killed restore is dropped', async () => {
  const { url, name, script, folder } = await makeWorld();
  const role = `${name}_keeper`;
  const server = (statement: string) => queryServer(inject('databaseServer'), statement);
  await server(`create role ${role} login createdb createrole; alter database ${name} owner to ${role}`);
  await query(
    url,
    `do $$ declare t record; begin
       for t in select tablename from pg_tables where schemaname = 'public' loop execute format('alter table %I owner to ${role}', t.tablename); end loop;
     end $$`,
  );
  const { replacement } = namesBeside(name);
  await server(`create role ${replacement} login`);
  await server(`create database ${replacement} owner ${replacement}`);
  onTestFinished(async () => {
    await server(`drop database if exists ${name} with (force)`);
    await server(`drop role ${role}`);
  });
  // made by the role itself, as in PostgreSQL 16 only then it may drop it
  await server(`grant ${replacement} to ${role} with admin option`);
  const own = withUser(url, role);
  const file = join(folder, 'good.sql');
  await writeFile(file, script);
  const attack = join(folder, 'attack.sql');
  await writeFile(attack, script.replace('\n\\.\n', `$&${SAVED};\n`));
  await expect(restoreTo(own, attack, { mayReplace: true })).rejects.toThrow(/PostgreSQL reported: ERROR/);
  await restoreTo(own, file, { mayReplace: true });
  expect(await query(own, "select distinct tableowner from pg_tables where schemaname = 'public'")).toEqual([
    { tableowner: role },
  ]);
  expect(await server(`select from pg_roles where rolname = '${replacement}'`)).toEqual([]);
});
