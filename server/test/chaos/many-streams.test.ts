import { test } from 'vitest';
import { followInNumbers } from '../support/many-streams.ts';
import { startService } from '../support/service.ts';

test('a thousand clients on one run, half of them dropped and resumed: each has the exact sequence', async () => {
  const service = await startService();
  await followInNumbers(service, { clients: 1000, events: 300, seed: `streams ${Date.now()}` });
}, 600_000);
