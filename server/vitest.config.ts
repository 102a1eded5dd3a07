import { configDefaults, defineConfig } from 'vitest/config';
import RefuseSkips from './test/support/refuse-skips.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // long: npm run test:chaos, npm run test:fuzz
    exclude: [...configDefaults.exclude, 'test/chaos/**', 'test/fuzz/**'],
    globalSetup: ['test/support/database-server.ts'],
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    reporters: ['default', ...(process.env.CI ? [new RefuseSkips()] : [])],
  },
});
