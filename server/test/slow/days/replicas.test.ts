import { test } from 'vitest';
import { crawlWithReplicas } from '../../jobs/crawl-with-replicas.ts';

// the long test is test/chaos/replicas.test.ts; the time limits are for a busy machine
test('two APIs and three workers on one database request all pages with the minimum interval, and each user has one run', {
  timeout: 1_200_000,
}, async () => {
  await crawlWithReplicas({ scholars: 10, publications: 25, floorSeconds: 0.1, users: 5, seconds: 300 });
});
