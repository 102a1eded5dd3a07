import { test } from 'vitest';
import { followInNumbers } from '../../support/many-streams.ts';
import { startService } from '../../support/service.ts';

test('a hundred clients of one run get the exact sequence of events, although half of them reconnect', async () => {
  await followInNumbers(await startService(), { clients: 100, events: 150, seed: 'a hundred streams' });
});
