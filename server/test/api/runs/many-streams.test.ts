import { test } from 'vitest';
import { isLong, LONG_MS } from '../../support/is-long.ts';
import { followInNumbers } from '../../support/many-streams.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const SIZE = isLong
  ? { clients: 1000, events: 300, seed: `streams ${Date.now()}` }
  : { clients: 100, events: 150, seed: 'a hundred streams' };

test(`${SIZE.clients} clients of one run get the exact sequence of events, although half of them reconnect`, {
  timeout: LONG_MS,
}, async () => {
  await followInNumbers(await openService(), SIZE);
});
