import { watch } from 'node:fs';
import { readdir, readFile, rename, stat, symlink, unlink } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/platform/config.ts';
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts';
import { openEmbeddedDatabase } from '../../../src/platform/database/embedded.ts';
import { makeLogger } from '../../../src/platform/logger.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { keyContext } from '../../../src/settings/own-key.ts';
import { keyFilesIn, makeKeyFile } from '../../../src/start/key-files.ts';
import { openSecrets } from '../../../src/start/open-secrets.ts';
import { reencryptSecrets } from '../../../src/start/rotate-secrets.ts';
import { makeDataDir, runProgram } from '../../ops/process-runner.ts';
import { Client } from '../../support/client.ts';
import { ADMIN, startService } from '../../support/service.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

const OLD = 'the old key of a test, which is long';
const NEW = 'the new key of a test, which is long';
const ROTATION = { SECRETS_KEY: NEW, SECRETS_KEY_PREVIOUS: OLD };
const WEBHOOK = {
  kind: 'webhook',
  name: 'Lab robot',
  target: { url: 'https://1.1.1.1/hook' },
  filter: { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] },
  schedule: { frequency: 'at_once', hour: 7, weekdays: [1], time_zone: 'UTC' },
};
/** more than one batch */
const USERS = 620;

async function rotate(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | string; said: string }> {
  const child = runProgram('ops.js', env, { args: ['rotate-secrets', ...args] });
  const code = await child.end();
  const said = child.output().trim();
  for (const secret of [OLD, NEW, 'key-of-']) expect(said).not.toContain(secret);
  expect(said).not.toContain('    at ');
  return { code, said };
}

/**
 * Creates users whose keys are encrypted with the old key. Each has an OpenAlex key, and every tenth also a Crossref
 * token.
 */
async function startWithKeys() {
  const { url, drop } = await makeTestDatabase();
  const { db, close } = connectDatabase({ url, maxConnections: 3, name: 'test', onError: () => undefined });
  onTestFinished(async () => {
    await close();
    await drop();
  });
  await sql`insert into users (email, email_key, password_hash)
    select n || '@lectern.example', n || '@lectern.example', 'none' from generate_series(1, ${USERS}) n`.execute(db);
  const ids = (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
  const secrets = new Secrets(OLD);
  await db.transaction().execute(async (tx) => {
    for (const [at, id] of ids.entries()) {
      const seal = (name: 'openalex_api_key' | 'crossref_api_token') =>
        secrets.encrypt(`key-of-${id}-${name}`, keyContext(id, name));
      const crossref_api_token = at % 10 === 0 ? seal('crossref_api_token') : null;
      const change = { openalex_api_key: seal('openalex_api_key'), crossref_api_token };
      await tx.updateTable('user_settings').set(change).where('user_id', '=', id).execute();
    }
  });
  return { url, db, ids };
}

/** Encrypts a key of the only user of an embedded database with this key. */
async function sealWith(dataDir: string, keyText: string, key: string): Promise<void> {
  const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => undefined });
  const { db, close } = connectDatabase({
    url: database.url,
    maxConnections: 2,
    name: 'test',
    onError: () => undefined,
  });
  try {
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const crossref_api_token = new Secrets(keyText).encrypt(key, keyContext(id, 'crossref_api_token'));
    await db.updateTable('user_settings').set({ crossref_api_token }).where('user_id', '=', id).execute();
  } finally {
    await close();
    await database.close();
  }
}

/** Counts the stored keys that this key alone can decrypt. */
async function countOpening(db: Database, keyText: string): Promise<number> {
  const secrets = new Secrets(keyText);
  let count = 0;
  for (const row of await db.selectFrom('user_settings').selectAll().execute()) {
    for (const name of ['openalex_api_key', 'crossref_api_token'] as const) {
      const encrypted = row[name];
      const key = encrypted && secrets.decrypt(encrypted, keyContext(row.user_id, name));
      if (key === `key-of-${row.user_id}-${name}`) count += 1;
    }
  }
  return count;
}

const KEYS = USERS + USERS / 10;

test('a killed rotation changes nothing, and the next one encrypts all keys once', async () => {
  const { url, db, ids } = await startWithKeys();
  const env = { DATABASE_URL: url, ...ROTATION };
  const last = ids.at(-1) ?? 0;
  const child = runProgram('ops.js', env, { args: ['rotate-secrets'] });
  await db.transaction().execute(async (tx) => {
    await sql`select from user_settings where user_id = ${last} for update`.execute(tx);
    // it has written the first rows and waits for the last one
    for (;;) {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%user_settings%'`.execute(db);
      if (rows.length > 0) break;
    }
    expect(await child.stop('SIGKILL')).toMatchObject({ code: 'SIGKILL' });
  });
  expect([await countOpening(db, OLD), await countOpening(db, NEW)]).toEqual([KEYS, 0]);
  const done = await rotate(env);
  expect(done).toEqual({
    code: 0,
    said: expect.stringContaining(`${KEYS} of the users' secrets were encrypted with the new key, 0 already were`),
  });
  expect([await countOpening(db, OLD), await countOpening(db, NEW)]).toEqual([0, KEYS]);
  expect((await rotate(env)).said).toContain(
    `0 of the users' secrets were encrypted with the new key, ${KEYS} already were`,
  );
  const alone = await rotate({ DATABASE_URL: url, SECRETS_KEY: NEW });
  expect(alone).toEqual({
    code: 0,
    said: expect.stringContaining('only checked whether everything is encrypted with SECRETS_KEY'),
  });
});

test('a rotation with a wrong old key fails and changes nothing; unreadable keys can be left', async () => {
  const { url, db, ids } = await startWithKeys();
  const wrong = { DATABASE_URL: url, SECRETS_KEY: NEW, SECRETS_KEY_PREVIOUS: 'a key that was never used by anybody' };
  for (const env of [wrong, { DATABASE_URL: url, SECRETS_KEY: NEW }]) {
    const { code, said } = await rotate(env);
    expect(code).toBe(1);
    expect(said).toMatch(
      new RegExp(`^${KEYS} of the users' secrets cannot be decrypted.*Nothing was changed.*--leave-unreadable`),
    );
    expect(said).toContain(`(users ${ids.slice(0, 20).join(', ')} and others)`);
  }
  // one row that was encrypted with another key blocks all others, unless it may be left
  const strange = new Secrets('a third key, which has been lost since').encrypt(
    'x',
    keyContext(ids[3] ?? 0, 'openalex_api_key'),
  );
  await db
    .updateTable('user_settings')
    .set({ openalex_api_key: strange })
    .where('user_id', '=', ids[3] ?? 0)
    .execute();
  const env = { DATABASE_URL: url, ...ROTATION };
  expect((await rotate(env)).said).toContain(`1 of the users' secrets cannot be decrypted`);
  expect([await countOpening(db, OLD), await countOpening(db, NEW)]).toEqual([KEYS - 1, 0]);
  const { code, said } = await rotate(env, '--leave-unreadable');
  expect([code, said]).toEqual([0, expect.stringContaining('1 cannot be decrypted and were left unchanged')]);
  expect(await countOpening(db, NEW)).toBe(KEYS - 1);
  const { openalex_api_key } = await db
    .selectFrom('user_settings')
    .select('openalex_api_key')
    .where('user_id', '=', ids[3] ?? 0)
    .executeTakeFirstOrThrow();
  expect(openalex_api_key?.equals(strange)).toBe(true);
});

test('contradictory settings and unknown options are explained', async () => {
  const nowhere = 'postgresql://127.0.0.1:1/none';
  const refusals: [env: Record<string, string>, args: string[], words: string][] = [
    [{ DATABASE_URL: nowhere }, [], 'Set the new key as SECRETS_KEY and the old one as SECRETS_KEY_PREVIOUS'],
    [{ DATABASE_URL: nowhere, SECRETS_KEY_PREVIOUS: OLD }, [], 'SECRETS_KEY_PREVIOUS requires SECRETS_KEY'],
    [{ DATABASE_URL: nowhere, SECRETS_KEY: OLD, SECRETS_KEY_PREVIOUS: OLD }, [], 'is the same as SECRETS_KEY'],
    [{ DATABASE_URL: nowhere, ...ROTATION }, ['--now'], 'rotate-secrets [--leave-unreadable]'],
    [{ DATABASE_URL: nowhere, ...ROTATION }, ['now'], 'rotate-secrets [--leave-unreadable]'],
    [{ DATABASE_URL: nowhere, ...ROTATION }, [], 'cannot be used'],
    [{ DATA_DIR: await makeDataDir() }, [], 'There is no key in'],
  ];
  for (const [env, args, words] of refusals) {
    expect(await rotate(env, ...args)).toEqual({ code: 1, said: expect.stringContaining(words) });
  }
});

test('while two services run with both keys, nobody loses a key, and keys saved meanwhile are encrypted with the new one', async () => {
  const before = await startService({ env: { SECRETS_KEY: OLD } });
  await before.admin.ok('PUT', '/settings', { body: { openalex_api_key: 'key-of-before' } });
  const { channel } = await before.admin.ok('POST', '/channels', { body: WEBHOOK, status: 201 });
  const { databaseUrl } = before.services;
  const first = await startService({ databaseUrl, env: ROTATION });
  const second = await startService({ databaseUrl, env: ROTATION });
  const keysAt = async ({ admin }: typeof first) => {
    const { openalex_api_key, crossref_api_token } = await admin.ok('GET', '/settings');
    return [openalex_api_key, crossref_api_token];
  };
  expect(await keysAt(first)).toEqual(['••••fore', null]);
  const rotation = rotate({ DATABASE_URL: databaseUrl, ...ROTATION });
  for (let round = 0; round < 20; round += 1) {
    await second.admin.ok('PUT', '/settings', { body: { crossref_api_token: `key-of-round-${round}` } });
    expect(await keysAt(first)).toEqual(['••••fore', `••••${`d-${round}`.padStart(4, 'n').slice(-4)}`]);
  }
  expect((await rotation).code).toBe(0);
  expect(await keysAt(second)).toEqual(['••••fore', '••••d-19']);
  const after = await startService({ databaseUrl, env: { SECRETS_KEY: NEW } });
  expect(await keysAt(after)).toEqual(['••••fore', '••••d-19']);
  expect(await keysAt(before)).toEqual(['••••', '••••']);
  // the target of a channel is a secret, too
  await before.admin.fails(409, 'target_unreadable', 'POST', `/channels/${channel.id}/secret`);
  await after.admin.ok('POST', `/channels/${channel.id}/secret`);
});

test('with the embedded database the key files can decrypt everything, wherever it is killed', async () => {
  const dataDir = await makeDataDir();
  const env = { DATA_DIR: dataDir };
  const files = keyFilesIn(dataDir);
  const log = makeLogger({ logLevel: 'silent', logFormat: 'json' });
  const bootstrap = { BOOTSTRAP_ADMIN_EMAIL: ADMIN.email, BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password };
  const shown = async (url: string) => {
    const client = new Client(url);
    await client.signIn(ADMIN.email, ADMIN.password);
    return { client, key: (await client.ok('GET', '/settings')).openalex_api_key };
  };
  const service = runProgram('all.js', { ...env, ...bootstrap });
  const { client } = await shown(await service.url());
  await client.ok('PUT', '/settings', { body: { openalex_api_key: 'key-of-wxyz' } });
  const key = await readFile(files.current, 'utf8');
  expect(await rotate(env)).toMatchObject({ code: 1 });
  expect((await service.stop('SIGTERM')).code).toBe(0);
  const api = runProgram('api.js', env);
  await api.url();
  expect(await rotate(env)).toEqual({ code: 1, said: expect.stringContaining(`(${api.child.pid})`) });
  expect((await api.stop('SIGTERM')).code).toBe(0);
  const keyFiles = async () => (await readdir(dataDir)).filter((name) => name.startsWith('secrets'));
  expect(await keyFiles()).toEqual(['secrets.key']);

  // killed as soon as the new key exists
  const watcher = watch(dataDir);
  const child = runProgram('ops.js', env, { args: ['rotate-secrets'] });
  await new Promise<void>((resolve) => {
    watcher.on('change', (_type, name) => void (name === 'secrets.key.next' && resolve()));
  });
  watcher.close();
  expect((await child.stop('SIGKILL')).code).toBe('SIGKILL');

  // killed between the encryption and the swap of the files
  const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => undefined });
  const connections = connectDatabase({ url: database.url, maxConnections: 2, name: 'test', onError: () => undefined });
  const opened = async () => {
    const secrets = await openSecrets(readConfig(env), log);
    const { user_id, openalex_api_key: encrypted } = await connections.db
      .selectFrom('user_settings')
      .selectAll()
      .executeTakeFirstOrThrow();
    return encrypted && secrets.decrypt(encrypted, keyContext(user_id, 'openalex_api_key'));
  };
  try {
    expect(await opened()).toBe('key-of-wxyz');
    if (!(await keyFiles()).includes('secrets.key.next')) await makeKeyFile(files.next, dataDir);
    const [current, next] = [await readFile(files.current, 'utf8'), await readFile(files.next, 'utf8')];
    await reencryptSecrets(connections.db, new Secrets(next.trim(), [current.trim()]), { leaveUnreadable: false });
    expect(await opened()).toBe('key-of-wxyz');
  } finally {
    await connections.close();
    await database.close();
  }

  expect(await rotate(env)).toEqual({ code: 0, said: expect.stringContaining('0 of the users') });
  expect(await keyFiles()).toEqual(['secrets.key', 'secrets.key.previous']);
  expect(await readFile(files.current, 'utf8')).not.toBe(key);
  for (const file of [files.current, files.previous]) expect((await stat(file)).mode & 0o777).toBe(0o600);

  // a second rotation while a value is still encrypted with an earlier key: it re-encrypts that value before it deletes
  // the key
  const [secondKey, firstKey] = [await readFile(files.current, 'utf8'), await readFile(files.previous, 'utf8')];
  expect(firstKey).toBe(key);
  await sealWith(dataDir, firstKey.trim(), 'key-of-last');
  const again = await rotate(env);
  expect(again).toEqual({ code: 0, said: expect.stringContaining('2 of the users') });
  expect(again.said).toContain('The key before the old one was removed. Only backups');
  expect(await keyFiles()).toEqual(['secrets.key', 'secrets.key.previous']);
  expect(await readFile(files.previous, 'utf8')).toBe(secondKey);
  await unlink(files.previous);
  const after = runProgram('all.js', env);
  const seen = await shown(await after.url());
  expect(seen.key).toBe('••••wxyz');
  expect((await seen.client.ok('GET', '/settings')).crossref_api_token).toBe('••••last');
  expect((await after.stop('SIGTERM')).code).toBe(0);
  await rename(files.current, files.previous);
  await symlink(files.previous, files.current);
  expect(await rotate(env)).toEqual({
    code: 1,
    said: expect.stringContaining(`SECRETS_KEY_PREVIOUS_FILE=${files.current}`),
  });
});
