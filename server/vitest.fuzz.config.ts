import { defineConfig } from 'vitest/config';

/** Requests made by chance: FUZZ_REQUESTS of them (100,000), from FUZZ_SEED. They took an hour beside other work. */
export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.test.ts'],
    globalSetup: ['test/support/build.ts', 'test/support/database-server.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 7_200_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
