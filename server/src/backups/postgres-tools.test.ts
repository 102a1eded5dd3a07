import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorError } from '../platform/errors.ts';
import { findPostgresTool, splitPassword } from './postgres-tools.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-tools-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function putProgram(folder: string, says: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const program = join(folder, 'pg_dump');
  await writeFile(program, `#!/bin/sh\necho "${says}"\n`);
  await chmod(program, 0o755);
  return program;
}

test("finds the newest program on PATH or in Debian's folders", async () => {
  const folder = await makeFolder();
  await putProgram(join(folder, 'old'), 'pg_dump (PostgreSQL) 14.2');
  const debian = await putProgram(join(folder, 'debian', '16', 'bin'), 'pg_dump (PostgreSQL) 16.4 (Debian 16.4-1)');
  const options = { path: `${join(folder, 'old')}:${join(folder, 'none')}`, debianFolder: join(folder, 'debian') };
  expect(await findPostgresTool('pg_dump', { ...options, atLeast: 15 })).toBe(debian);
  const newer = await putProgram(join(folder, 'new'), 'pg_dump (PostgreSQL) 18beta1');
  const path = `${options.path}:${join(folder, 'new')}`;
  expect(await findPostgresTool('pg_dump', { ...options, path, atLeast: 17 })).toBe(newer);
});

test('explains what to install if the program is missing, broken or too old', async () => {
  const folder = await makeFolder();
  const refusal = (path: string) =>
    findPostgresTool('pg_dump', { path, atLeast: 17, debianFolder: join(folder, 'none') }).catch(
      (error: unknown) => error,
    );
  const missing = await refusal('');
  expect(missing).toBeInstanceOf(OperatorError);
  expect(String(missing)).toMatch(/pg_dump is missing\..* install postgresql-client \(or postgresql-client-17\)/);
  await putProgram(join(folder, 'broken'), 'error while loading shared libraries');
  expect(String(await refusal(join(folder, 'broken')))).toContain('pg_dump is missing.');
  const old = await putProgram(join(folder, 'old'), 'pg_dump (PostgreSQL) 15.3');
  expect(String(await refusal(join(folder, 'old')))).toContain(
    `${old} belongs to PostgreSQL 15, which is too old for this server (PostgreSQL 17)`,
  );
});

test('moves the password from any part of the address to the environment', () => {
  expect(splitPassword('postgresql://me:a%40b:c@db:5432/one?sslmode=require')).toEqual({
    address: 'postgresql://me@db:5432/one?sslmode=require',
    environment: { PGPASSWORD: 'a@b:c' },
  });
  expect(splitPassword('postgresql://me@/one?password=p%26q&host=/run')).toEqual({
    address: 'postgresql://me@/one?host=/run',
    environment: { PGPASSWORD: 'p&q' },
  });
  expect(splitPassword('postgresql:///one?host=%2Frun')).toEqual({
    address: 'postgresql:///one?host=%2Frun',
    environment: {},
  });
  expect(splitPassword('postgresql://db/one?sslmode=no-verify').address).toBe('postgresql://db/one?sslmode=require');
});
