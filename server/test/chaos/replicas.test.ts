import { expect, test } from 'vitest';
import { crawlWithReplicas } from '../jobs/crawl-with-replicas.ts';

// on an overloaded machine a request can arrive late at the stand-in, and so seem close to the next: such a measurement is repeated
test('two APIs and three workers, thirty scholars, twenty users: each page once, at its distance, and one run each', {
  retry: 2,
}, async () => {
  const shortest = await crawlWithReplicas({ scholars: 30, works: 155, floorSeconds: 0.2, users: 20, seconds: 300 });
  expect(shortest, 'milliseconds between two requests').toBeGreaterThanOrEqual(195);
});
