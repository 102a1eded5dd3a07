import { test } from 'vitest';
import { followInNumbers } from '../support/many-streams.ts';
import { startService } from '../support/service.ts';

test('a thousand clients of one run get the exact sequence of events, although half of them reconnect', async () => {
  const service = await startService();
  await followInNumbers(service, { clients: 1000, events: 300, seed: `streams ${Date.now()}` });
}, 600_000);
