import { expect, test } from 'vitest';
import { crawlWithReplicas } from './crawl-with-replicas.ts';

// long: test/chaos/replicas.test.ts. On an overloaded machine a request can arrive late at the stand-in, and so seem close to the next: such
// a measurement is repeated.
test('two APIs and three workers on one database: each page is asked for once, at its distance, and each user has one run', {
  retry: 2,
}, async () => {
  const shortest = await crawlWithReplicas({ scholars: 10, works: 25, floorSeconds: 0.1, users: 5, seconds: 50 });
  expect(shortest, 'milliseconds between two requests').toBeGreaterThanOrEqual(95);
});
