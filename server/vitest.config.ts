import { configDefaults, defineConfig } from 'vitest/config';
import RefuseSkips from './test/support/refuse-skips.ts';
import { scratchFolder } from './test/support/scratch-folder.ts';

process.env.TMPDIR = scratchFolder();

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // long: npm run test:chaos, npm run test:fuzz
    exclude: [...configDefaults.exclude, 'test/chaos/**', 'test/fuzz/**'],
    globalSetup: ['test/support/build.ts', 'test/support/database-server.ts'],
    setupFiles: ['test/support/law-seed.ts'],
    pool: 'forks',
    // files share no state: a test makes its own service on its own database, and reads modules once
    isolate: false,
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // a loaded machine needs more than the default of one second
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', ...(process.env.CI ? [new RefuseSkips()] : [])],
  },
});
