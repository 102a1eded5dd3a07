import { test } from 'vitest';
import { crawlThroughRestarts } from '../../jobs/crawl-through-restarts.ts';

// the long test with several processes is test/chaos/postgres-restart.test.ts
test('the process survives restarts of PostgreSQL during crawls and runs, and the rows are correct', () =>
  crawlThroughRestarts({
    size: {
      scholars: 10,
      publicationsOf: () => 40,
      env: {
        INGESTION_PAGE_SIZE: '20',
        INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.03',
        SESSION_COOKIE_SECURE: '0',
        PROFILE_FRESH_MINUTES: '0',
      },
    },
    programs: ['all.js'],
    restarts: [2, 1],
    seconds: 200,
  }));
