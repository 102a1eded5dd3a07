import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { OperatorError } from '../../src/platform/errors.ts';
import { makeLogger } from '../../src/platform/logger.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import { openSecrets } from '../../src/start/open-secrets.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { makeDataDir, runProgram } from './process-runner.ts';

const log = makeLogger({ logLevel: 'silent', logFormat: 'json' });

function openIn(dataDir: string): Promise<Secrets> {
  return openSecrets(readConfig({ DATA_DIR: dataDir }), log);
}

async function refusal(dataDir: string): Promise<string> {
  const error = await openIn(dataDir).then(
    () => null,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof Error ? error.message : '';
}

test('an invalid key file is reported with what to do, and is not changed', async () => {
  const dataDir = await makeDataDir();
  await mkdir(dataDir);
  const file = join(dataDir, 'secrets.key');
  const key = 'k'.repeat(44);
  for (const mode of [0o640, 0o604, 0o620, 0o666]) {
    await writeFile(file, key);
    await chmod(file, mode);
    const words = await refusal(dataDir);
    expect(words).toContain(`chmod 600 ${file}`);
    expect(words).not.toContain(key);
    expect((await stat(file)).mode & 0o777).toBe(mode);
  }
  await chmod(file, 0o600);
  await openIn(dataDir);
  await writeFile(file, '');
  expect(await refusal(dataDir)).toContain(`${file} is empty`);
  await writeFile(file, key.slice(0, 31));
  expect(await refusal(dataDir)).toMatch(/is cut off.*Put it back from a backup.*remove the file/);
  expect(await readFile(file, 'utf8')).toBe(key.slice(0, 31));
  await rm(file);
  await mkdir(file);
  expect(await refusal(dataDir)).toContain('is not a file');
  await rm(file, { recursive: true });
  await symlink(join(dataDir, 'nowhere'), file);
  expect(await refusal(dataDir)).toContain('is a link to a missing file');
  await rm(file);
  await symlink(file, file);
  expect(await refusal(dataDir)).toContain('cannot be read by');
  expect(await readdir(dataDir)).toEqual(['secrets.key']);
});

test('of many processes that start together one creates the key, and all use it', async () => {
  for (let round = 0; round < 2; round += 1) {
    const dataDir = await makeDataDir();
    await mkdir(dataDir);
    const opened = await Promise.all(Array.from({ length: 8 }, () => openIn(dataDir)));
    const encrypted = opened.map((secrets, at) => secrets.encrypt(`text ${at}`, 'here'));
    for (const secrets of opened)
      expect(encrypted.map((one) => secrets.decrypt(one, 'here'))).toEqual(opened.map((_, at) => `text ${at}`));
    expect(await readdir(dataDir)).toEqual(['secrets.key']);
  }
});

test("with the operator's own database a missing key is reported before anything is changed; tools need no key", async () => {
  const database = await makeTestDatabase();
  const dataDir = await makeDataDir();
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRETS_KEY: '' };
  const service = runProgram('all.js', { ...env, LOG_LEVEL: 'loud' });
  expect(await service.end()).toBe(1);
  expect(service.output()).toMatch(/ {2}- SECRETS_KEY is required with DATABASE_URL: .*openssl rand -base64 32/);
  expect(service.output()).toContain('  - LOG_LEVEL ');
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  const tool = runProgram('migrate.js', env, { args: ['current'] });
  expect([await tool.end(), tool.output()]).toEqual([0, expect.stringContaining('The database is at')]);
  await database.drop();
});
