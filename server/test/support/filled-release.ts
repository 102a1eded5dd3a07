import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Call, SeenLibrary, SeenMember } from '../fixtures/dumps/filled/see-library.js';
import { runProgram } from '../ops/process-runner.ts';
import { Client } from './client.ts';
import { makeEmptyDatabase, makeFolder } from './dumps.ts';

/** What the users of a release saw, and the merges that stood, the oldest first. */
interface FilledRelease {
  readonly password: string;
  readonly users: Readonly<Record<string, SeenLibrary & { readonly feed: { readonly path: string } }>>;
  readonly jobs: readonly {
    readonly job_id: number;
    readonly canonical: number;
    readonly others: readonly number[];
    /** what each user saw of the publications right before the merge */
    readonly before: Readonly<Record<string, readonly SeenMember[]>>;
  }[];
  readonly mark_all: { readonly user: string; readonly undo_token: string; readonly updated_count: number };
}

/**
 * Restores the filled dump of a release to a database of the test's own, starts the API on it, and signs all its users
 * in.
 */
export async function restoreFilled(release: string) {
  const fixture = async (name: string) =>
    gunzipSync(await readFile(new URL(`../fixtures/dumps/filled/${release}.${name}.gz`, import.meta.url)));
  const seen: FilledRelease = JSON.parse(String(await fixture('json')));
  const file = join(await makeFolder(), 'release.dump');
  await writeFile(file, await fixture('dump'));
  const databaseUrl = await makeEmptyDatabase();
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '1000000', LOGIN_RATE_LIMIT_ATTEMPTS: '100' };
  const restore = runProgram('ops.js', env, { args: ['restore', '--file', file] });
  // 2 would mean that the integrity report has failures
  expect(await restore.end(), restore.output()).toBe(0);
  const origin = await runProgram('api.js', env).url();
  const clients = new Map<string, Client>();
  for (const name of Object.keys(seen.users)) {
    const client = new Client(origin);
    await client.signIn(`${name}@fixture.example`, seen.password);
    clients.set(name, client);
  }
  const client = (name: string): Client => {
    const found = clients.get(name);
    if (!found) throw new Error(`the fixture has no user ${name}`);
    return found;
  };
  const calls: Record<string, Call> = Object.fromEntries(
    [...clients].map(([name, { ok }]) => [name, (method, path) => ok.call(client(name), method, path)]),
  );
  const feedOf = (name: string) => `${origin}${seen.users[name]?.feed.path}`;
  return { seen, client, calls, feedOf, databaseUrl };
}
