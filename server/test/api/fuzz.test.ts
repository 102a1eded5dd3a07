import { expect, test } from 'vitest';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { isLong, LONG_MS } from '../support/is-long.ts';
import { operations } from './openapi-description.ts';

const requests = isLong ? 100_000 : 2_000;
/** FUZZ_SEED repeats the requests of a long run. */
const seed = isLong ? Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31)) : 20_261_122;

/**
 * Chance may grant none of these: there is already a user, tokens of mails are signed, no request knows a delivery, a
 * feed may be deleted early, and what can be undone or canceled can be so only for a while.
 */
const RARELY_GRANTED = [
  'POST /api/v1/auth/setup',
  'GET /mail/{token}',
  'POST /mail/{token}',
  'POST /api/v1/channels/{id}/deliveries/{delivery_id}/replay',
  'GET /feeds/{secret}.atom',
  'GET /feeds/{secret}.json',
  'POST /api/v1/publications/mark-all-read/undo',
  'POST /api/v1/runs/{run_id}/cancel',
  'POST /api/v1/admin/db/repairs/{job_id}/undo',
];

test('random requests cause no server error and no hang', { timeout: LONG_MS }, async () => {
  if (isLong) console.log(`FUZZ_SEED=${seed}`);
  const statuses = await runFuzz({ requests, seed });
  const names = operations.map(({ name }) => name);
  expect([...statuses.keys()].sort()).toEqual(names.toSorted());
  const isGranted = (name: string) => [...(statuses.get(name)?.keys() ?? [])].some((status) => status < 400);
  const refused = names.filter((name) => !isGranted(name) && !RARELY_GRANTED.includes(name));
  if (isLong) expect(refused, 'operations of which no request was sound').toEqual([]);
});
