import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { RELEASE, VERSION } from '../../src/platform/version.ts';
import { PROJECT, readProjectFile } from './container-files.ts';

const run = promisify(execFile);

test('the version is that of the release, and between two releases it names the commit', async () => {
  expect(RELEASE).toBe(JSON.parse(readProjectFile('package.json')).version);
  expect(VERSION.split('+')[0]).toBe(RELEASE);

  const root = await mkdtemp(join(tmpdir(), 'lectern-version-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['server/dist', 'scripts/build']) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'package.json'), '{"version": "1.2.3"}');
  await copyFile(join(PROJECT, 'scripts/build/version.js'), join(root, 'scripts/build/version.mjs'));
  const git = (...words: string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@lectern.example', ...words], { cwd: root });
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', '--message', subject);
  const build = async () => {
    await run(
      process.execPath,
      ['--input-type=module', '-e', `(await import('./scripts/build/version.mjs')).build()`],
      {
        cwd: root,
      },
    );
    return JSON.parse(await readFile(join(root, 'server/dist/version.json'), 'utf8')).version;
  };
  expect(await build()).toBe('1.2.3+unknown');
  await git('init', '--quiet');
  await commit('release: 1.2.3');
  expect(await build()).toBe('1.2.3');
  await commit('docs: list the release 1.2.3');
  const { stdout } = await git('rev-parse', '--short=7', 'HEAD');
  expect(await build()).toBe(`1.2.3+${stdout.trim()}`);
});
