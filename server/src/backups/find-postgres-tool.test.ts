import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorError } from '../platform/errors.ts';
import { findPostgresTool } from './find-postgres-tool.ts';

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

test('the newest is taken, from PATH or from where Debian puts it', async () => {
  const folder = await makeFolder();
  await putProgram(join(folder, 'old'), 'pg_dump (PostgreSQL) 14.2');
  const debian = await putProgram(join(folder, 'debian', '16', 'bin'), 'pg_dump (PostgreSQL) 16.4 (Debian 16.4-1)');
  const options = { path: `${join(folder, 'old')}:${join(folder, 'none')}`, debianFolder: join(folder, 'debian') };
  expect(await findPostgresTool('pg_dump', { ...options, atLeast: 15 })).toEqual({ program: debian, major: 16 });
  const newer = await putProgram(join(folder, 'new'), 'pg_dump (PostgreSQL) 18beta1');
  const path = `${options.path}:${join(folder, 'new')}`;
  expect(await findPostgresTool('pg_dump', { ...options, path, atLeast: 17 })).toEqual({ program: newer, major: 18 });
});

test('none, one that is broken and one that is too old are told with the package to install', async () => {
  const folder = await makeFolder();
  const refusal = (path: string) =>
    findPostgresTool('pg_dump', { path, atLeast: 17, debianFolder: join(folder, 'none') }).catch(
      (error: unknown) => error,
    );
  const missing = await refusal('');
  expect(missing).toBeInstanceOf(OperatorError);
  expect(String(missing)).toMatch(/pg_dump is missing\..* package postgresql-client \(or postgresql-client-17\)/);
  await putProgram(join(folder, 'broken'), 'error while loading shared libraries');
  expect(String(await refusal(join(folder, 'broken')))).toContain('pg_dump is missing.');
  const old = await putProgram(join(folder, 'old'), 'pg_dump (PostgreSQL) 15.3');
  expect(String(await refusal(join(folder, 'old')))).toContain(
    `${old} is of PostgreSQL 15, too old for this server (PostgreSQL 17)`,
  );
});
