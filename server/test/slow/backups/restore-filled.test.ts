import { expect, test, vi } from 'vitest';
import { feedIds, see } from '../../fixtures/dumps/filled/see-library.js';
import { skipWithoutPostgresTools } from '../../support/dumps.ts';
import { restoreFilled } from '../../support/filled-release.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

test('after the upgrade from 0.2.0, users with merges, rules, imports and hidden entries see what they saw', async () => {
  const { seen, client, calls, feedOf } = await restoreFilled('0.2.0');
  const now: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const feed = { path: seen.users[name]?.feed.path, ids: (await feedIds(feedOf(name))).map(({ id }) => id) };
    now[name] = { ...(await see(call)), feed };
  }
  expect(now).toEqual(seen.users);

  const { user, undo_token, updated_count } = seen.mark_all;
  // a token ends with the time of its issue, and this one would have expired
  const body = { undo_token: undo_token.replace(/\d+$/, String(Date.now())) };
  expect(await client(user).ok('POST', '/publications/mark-all-read/undo', { body })).toMatchObject({ updated_count });
});
