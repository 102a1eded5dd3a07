import { test } from 'vitest';
import { followInNumbers } from '../../support/many-streams.ts';
import { startService } from '../../support/service.ts';

test('a hundred clients on one run, half of them dropped and resumed: each has the exact sequence', async () => {
  await followInNumbers(await startService(), { clients: 100, events: 150, seed: 'a hundred streams' });
});
