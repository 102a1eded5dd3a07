import { expect, test } from 'vitest';
import { follow } from '../support/follow.ts';
import { ONE, startResolvingService, startRun, untilStatus } from './resolving-service.ts';

test('look', async () => {
  const { sandbox, admin } = await startResolvingService();
  sandbox.addWork(ONE, { copy: 'direct', doi: '10.5555/direct.1' });
  sandbox.setFault('crossref', { kind: 'hang' });
  const runId = await startRun(admin);
  const follower = await follow(admin, runId);
  await follower.until(() => follower.events.length >= 3);
  console.log(JSON.stringify(await admin.ok('GET', '/runs')));
  sandbox.setFault('crossref', null);
  sandbox.release();
  console.log(await follower.over);
  console.log(follower.text());
  await untilStatus(admin, runId, 'success');
});
