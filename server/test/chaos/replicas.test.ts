import { test } from 'vitest';
import { crawlWithReplicas } from '../jobs/crawl-with-replicas.ts';

test('two APIs and three workers, thirty scholars, twenty users: each page once, at its distance, and one run each', async () => {
  await crawlWithReplicas({ scholars: 30, works: 155, floorSeconds: 0.2, users: 20, seconds: 300 });
});
