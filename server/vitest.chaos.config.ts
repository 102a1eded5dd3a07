import { defineConfig } from 'vitest/config';

/** The long tests: faults that last, kills, restarts, many processes. They take some twenty minutes. */
export default defineConfig({
  test: {
    include: ['test/chaos/**/*.test.ts'],
    globalSetup: ['test/support/build.ts', 'test/support/database-server.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
