import { test } from 'vitest';
import { crawlWithReplicas } from '../../jobs/crawl-with-replicas.ts';
import { isLong, LONG_MS } from '../../support/is-long.ts';

const SIZE = isLong
  ? { scholars: 30, publications: 155, floorSeconds: 0.2, users: 20 }
  : { scholars: 10, publications: 25, floorSeconds: 0.1, users: 5 };

test('two APIs and three workers on one database request all pages with the minimum interval, and each user has one run', {
  timeout: LONG_MS,
}, async () => {
  // the time limit is for a busy machine
  await crawlWithReplicas({ ...SIZE, seconds: 300 });
});
