import { test } from 'vitest';
import { crawlThroughRestarts, type RestartPlan } from '../../jobs/crawl-through-restarts.ts';
import { isLong, LONG_MS } from '../../support/is-long.ts';

const PLAN: Omit<RestartPlan, 'size'> = isLong
  ? {
      programs: ['api.js', 'api.js', 'worker.js', 'worker.js', 'worker.js'],
      restarts: [24, 6],
      seconds: 600,
    }
  : { programs: ['all.js'], restarts: [2, 1], seconds: 200 };

test(
  'the processes survive restarts of PostgreSQL during crawls and runs, and the rows are correct',
  {
    timeout: LONG_MS,
  },
  () =>
    crawlThroughRestarts({
      ...PLAN,
      size: {
        scholars: isLong ? 20 : 10,
        publicationsOf: (number) => (isLong ? 150 + number : 40),
        env: {
          INGESTION_PAGE_SIZE: '20',
          INGESTION_MIN_REQUEST_DELAY_SECONDS: isLong ? '0.1' : '0.03',
          SESSION_COOKIE_SECURE: '0',
          PROFILE_FRESH_MINUTES: '0',
        },
      },
    }),
);
