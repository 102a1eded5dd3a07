import { test } from 'vitest';
import { crawlWithReplicas } from '../jobs/crawl-with-replicas.ts';

test('two APIs and three workers request each page of thirty scholars once, with the minimum interval, and each of twenty users has one run', async () => {
  await crawlWithReplicas({ scholars: 30, works: 155, floorSeconds: 0.2, users: 20, seconds: 300 });
});
