import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const NAMES = ['openalex_api_key', 'crossref_api_token'] as const;

async function storedKey(db: Database, userId: number, name: (typeof NAMES)[number]): Promise<Buffer | null> {
  const row = await db.selectFrom('user_settings').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
  return row[name];
}

test.each(NAMES)('%s can be kept, cleared and replaced', async (name) => {
  const { admin } = await openService();
  const put = async (value: string | null) => (await admin.ok('PUT', '/settings', { body: { [name]: value } }))[name];
  expect(await put('••••abcd')).toBeNull();
  expect(await put('  first-key-abcd\n')).toBe('••••abcd');
  for (const mask of ['••••abcd', '••••', ' ••••abcd ', '••••wxyz', 'first-key-abc•'])
    expect(await put(mask)).toBe('••••abcd');
  expect((await admin.ok('PUT', '/settings', { body: { auto_run_enabled: true } }))[name]).toBe('••••abcd');
  expect(await put('second-key-wxyz')).toBe('••••wxyz');
  for (const empty of [null, '', ' \t']) {
    expect(await put(empty)).toBeNull();
    expect(await put('short')).toBe('••••rt');
  }
  for (const wrong of ['two words', 'a\tb', 'schlüssel', '\u00a0a\u200b', '\u007f', 'x'.repeat(513)]) {
    await admin.fails(422, 'invalid_settings', 'PUT', '/settings', { body: { [name]: wrong } });
  }
  expect((await admin.ok('GET', '/settings'))[name]).toBe('••••rt');
  expect(await put('x'.repeat(512))).toBe('••••xxxx');
});

test('neither the table nor the log contains a key', async () => {
  const { admin, newUser, db, log, services } = await openService();
  const other = await newUser('other');
  const secret = 'a-very-secret-key';
  const body = Object.fromEntries(NAMES.map((name) => [name, secret]));
  const answers = [await admin.ok('PUT', '/settings', { body }), await other.ok('PUT', '/settings', { body })];
  expect(JSON.stringify(answers)).not.toContain('secret');
  const { rows } = await sql<{ text: string }>`select u::text as text from user_settings u`.execute(db);
  const encrypted = await Promise.all(NAMES.map((name) => storedKey(db, other.userId, name)));
  const hex = Buffer.from(secret).toString('hex');
  expect(rows).toHaveLength(2);
  for (const { text } of rows) expect(text).not.toMatch(new RegExp(`${secret}|${hex}`));
  for (const bytes of encrypted) expect(bytes?.includes('secret')).toBe(false);
  expect(log()).not.toContain('secret');
  expect(log()).not.toContain(services.config.secretsKey);
  const opened = NAMES.map((name, at) =>
    services.secrets.decrypt(encrypted[at] ?? Buffer.of(), `user_settings:${other.userId}:${name}`),
  );
  expect(opened).toEqual([secret, secret]);
});

test("an encrypted key cannot be decrypted in another user's row or another column", async () => {
  const { admin, newUser, db, log } = await openService();
  const thief = await newUser('thief');
  await admin.ok('PUT', '/settings', { body: { openalex_api_key: 'a-very-secret-key' } });
  await sql`update user_settings set (openalex_api_key, crossref_api_token) =
    (select a.openalex_api_key, a.openalex_api_key from user_settings a where a.user_id <> ${thief.userId})
    where user_id = ${thief.userId}`.execute(db);
  expect(await thief.ok('GET', '/settings')).toMatchObject({ openalex_api_key: '••••', crossref_api_token: '••••' });
  expect(await admin.ok('GET', '/settings')).toMatchObject({ openalex_api_key: '••••-key' });
  const warnings = log()
    .split('\n')
    .filter((line) => line.includes('cannot be opened'));
  expect(warnings).toHaveLength(2);
  expect(JSON.parse(warnings[0] ?? '')).toMatchObject({ level: 'warn', user_id: thief.userId, field: NAMES[0] });
});

test('a key that was encrypted with another SECRETS_KEY is shown as a mask without characters, and kept until it is replaced', async () => {
  const { newUser, db, log } = await openService();
  const user = await newUser('user');
  const foreign = new Secrets('the key of another service altogether');
  const encrypted = foreign.encrypt('a-very-secret-key', `user_settings:${user.userId}:openalex_api_key`);
  await db
    .updateTable('user_settings')
    .set({ openalex_api_key: encrypted })
    .where('user_id', '=', user.userId)
    .execute();
  const read = await user.ok('GET', '/settings');
  expect(read).toMatchObject({ openalex_api_key: '••••', crossref_api_token: null, run_interval_minutes: 1440 });
  expect(log()).toMatch(/"level":"warn".*"field":"openalex_api_key".*cannot be opened/);
  expect(log()).not.toContain('secret');
  const body = { openalex_api_key: read.openalex_api_key, run_interval_minutes: 60 };
  expect(await user.ok('PUT', '/settings', { body })).toMatchObject(body);
  expect(await storedKey(db, user.userId, 'openalex_api_key')).toEqual(encrypted);
  const replaced = await user.ok('PUT', '/settings', { body: { openalex_api_key: 'another-key-5678' } });
  expect(replaced.openalex_api_key).toBe('••••5678');
});
