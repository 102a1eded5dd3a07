import { test } from 'vitest';
import { crawlThroughRestarts } from '../jobs/crawl-through-restarts.ts';

test('two APIs and three workers survive thirty restarts of PostgreSQL, and the rows are correct', () =>
  crawlThroughRestarts({
    size: {
      scholars: 20,
      publicationsOf: (number) => 150 + number,
      env: {
        INGESTION_PAGE_SIZE: '20',
        INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.1',
        SESSION_COOKIE_SECURE: '0',
        PROFILE_FRESH_MINUTES: '0',
      },
    },
    programs: ['api.js', 'api.js', 'worker.js', 'worker.js', 'worker.js'],
    restarts: [24, 6],
    seconds: 600,
  }));
