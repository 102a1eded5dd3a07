import { test } from 'vitest';
import { crawlWithReplicas } from '../jobs/crawl-with-replicas.ts';

test('two APIs and three workers request all pages of thirty scholars with the minimum interval, and each of twenty users has one run', async () => {
  await crawlWithReplicas({ scholars: 30, publications: 155, floorSeconds: 0.2, users: 20, seconds: 300 });
});
