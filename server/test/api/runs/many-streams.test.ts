import { test } from 'vitest';
import { followInNumbers } from '../../support/many-streams.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

test('a hundred clients of one run get the exact sequence of events, although half of them reconnect', async () => {
  await followInNumbers(await openService(), { clients: 100, events: 150, seed: 'a hundred streams' });
});
