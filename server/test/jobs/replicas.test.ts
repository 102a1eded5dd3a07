import { test } from 'vitest';
import { crawlWithReplicas } from './crawl-with-replicas.ts';

// long: test/chaos/replicas.test.ts; the times are for a machine that does much else
test('two APIs and three workers on one database: each page is asked for once, at its distance, and each user has one run', {
  timeout: 1_200_000,
}, async () => {
  await crawlWithReplicas({ scholars: 10, works: 25, floorSeconds: 0.1, users: 5, seconds: 300 });
});
