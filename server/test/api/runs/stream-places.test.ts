import { expect, test, vi } from 'vitest';
import { activeRun, follow } from '../../support/follow.ts';
import { adminId } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openLimited = serviceOfFile({ constants: { streamsPerUser: 2 } });

test('the number of open event streams per user is limited; closed and refused streams do not count', async () => {
  const { db, admin, newUser } = await openLimited();
  const runId = await activeRun(db, await adminId(db));
  const [first, second] = [await follow(admin, runId), await follow(admin, runId)];
  const { error, headers } = await admin.fails(429, 'rate_limited', 'GET', `/runs/${runId}/stream`);
  expect([error.message, error.details, headers.get('retry-after')]).toEqual([
    '2 event streams of yours are open. Close one, then try again.',
    { retry_after_seconds: 30 },
    '30',
  ]);
  const other = await newUser('other');
  const theirs = await activeRun(db, other.userId);
  expect((await follow(other, theirs)).status).toBe(200);
  for (let n = 0; n < 3; n += 1) await other.fails(404, 'run_not_found', 'GET', `/runs/${runId}/stream`);
  expect((await follow(other, theirs)).status, 'its second').toBe(200);
  first.drop();
  await vi.waitFor(async () => expect((await follow(admin, runId)).status).toBe(200), { timeout: 30_000 });
  await admin.fails(429, 'rate_limited', 'GET', `/runs/${runId}/stream`);
  second.drop();
});
