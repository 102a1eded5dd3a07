import { defineConfig } from 'vitest/config';
import { scratchFolder } from '../server/test/support/scratch-folder.ts';

process.env.TMPDIR = scratchFolder();

export default defineConfig({
  // each file has its own service, database and browser, which mostly wait for each other
  test: {
    include: ['**/*.test.ts'],
    globalSetup: ['../server/test/support/database-server.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    // a loaded machine needs more than the default of one second
    expect: { poll: { timeout: 60_000 } },
  },
});
