import { defineConfig } from 'vitest/config';
import { scratchFolder } from '../server/test/support/scratch-folder.ts';

process.env.TMPDIR = scratchFolder();

export default defineConfig({
  // each file has its own service, database and browser
  test: {
    include: ['**/*.test.ts'],
    globalSetup: ['../server/test/support/database-server.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // with more, each of two processors has so much to do that pages take longer than the tests wait
    maxWorkers: 2,
    // a loaded machine needs more than the default of one second
    expect: { poll: { timeout: 60_000 } },
  },
});
