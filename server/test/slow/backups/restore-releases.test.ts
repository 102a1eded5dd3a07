import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { runProgram } from '../../ops/process-runner.ts';
import { Client } from '../../support/client.ts';
import { makeEmptyDatabase, makeFolder, skipWithoutPostgresTools } from '../../support/dumps.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

interface Item {
  readonly [field: string]: unknown;
}

/** What the users of a release saw through its API. */
interface Seen {
  readonly password: string;
  readonly users: Readonly<Record<string, { scholars: Item[]; publications: Item[]; runs: number }>>;
}

const FOLDER = fileURLToPath(new URL('../../fixtures/dumps/', import.meta.url));
const RELEASES = (await readdir(FOLDER)).flatMap((name) => /^(.*)\.dump\.gz$/.exec(name)?.[1] ?? []);

test('each release has a dump', async () => {
  const page = await readFile(new URL('../../../../docs/upgrade.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| \d{4}-\d\d-\d\d \| \S+ \|$/gm)].map(
    ([, version]) => version,
  );
  expect(listed).toContain('0.1.0');
  expect(RELEASES).toEqual(expect.arrayContaining(listed));
});

test.each(RELEASES)('the dump of release %s restores, and its users see the same data as before', async (release) => {
  const seen: Seen = JSON.parse(await readFile(join(FOLDER, `${release}.json`), 'utf8'));
  const file = join(await makeFolder(), 'release.dump');
  await writeFile(file, gunzipSync(await readFile(join(FOLDER, `${release}.dump.gz`))));
  const env = { DATABASE_URL: await makeEmptyDatabase() };
  const restore = runProgram('ops.js', env, { args: ['restore', '--file', file] });
  // 2 would mean that the integrity report has failures
  expect(await restore.end(), restore.output()).toBe(0);
  const service = runProgram('api.js', env);
  const origin = await service.url();
  for (const [email, { scholars, publications, runs }] of Object.entries(seen.users)) {
    const client = new Client(origin);
    await client.signIn(email, seen.password);
    const page = await client.ok('GET', '/publications?mode=all&page_size=100');
    expect(page.publications).toEqual(publications.map((one) => expect.objectContaining(one)));
    expect((await client.ok('GET', '/scholars')).scholars).toEqual(scholars.map((one) => expect.objectContaining(one)));
    expect((await client.ok('GET', '/runs')).runs).toHaveLength(runs);
  }
});
