import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimChannels, readWait } from '../../../src/channels/claim-store.ts';
import { startTold } from './told-library.ts';

/** Why a channel with news is not served, and how that ends. */
test.each([
  ['its user may not sign in', 'update users set is_active = false', 'update users set is_active = true'],
  [
    'the owner of the address has not agreed',
    'update channels set confirmed_at = null',
    'update channels set confirmed_at = now()',
  ],
  [
    'it waits after a failure',
    "update channels set retry_at = now() + interval '1 hour'",
    'update channels set retry_at = now()',
  ],
  [
    'another worker has it',
    "update channels set claimed_until = now() + interval '40 seconds'",
    'update channels set claimed_until = now()',
  ],
])('the loop does not poll for a channel that is due while %s', async (_reason, hold, release) => {
  const { db, addChannel } = await startTold();
  await addChannel('slack');
  await sql`update channels set next_at = now() - interval '1 minute'`.execute(db);
  await sql.raw(hold).execute(db);
  expect(await claimChannels(db, 10)).toEqual([]);
  expect(await readWait(db)).toBeNull();
  await sql.raw(release).execute(db);
  expect(await readWait(db)).toBeLessThan(0);
  expect(await claimChannels(db, 10)).toHaveLength(1);
});
