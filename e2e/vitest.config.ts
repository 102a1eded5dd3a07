import { configDefaults, defineConfig } from 'vitest/config';
import { scratchFolder } from '../server/test/support/scratch-folder.ts';

process.env.TMPDIR = scratchFolder();

/** It blocks each part of the application in a session of its own, which takes six minutes. */
const PARTS = 'parts.test.ts';
const isWanted = process.env.CI_FULL !== undefined || process.argv.some((word) => PARTS.startsWith(word));
if (!isWanted) console.info(`${PARTS} does not run: name it, or set CI_FULL=1.`);

export default defineConfig({
  // each file has its own service, database and browser
  test: {
    include: ['**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isWanted ? [] : [PARTS])],
    globalSetup: ['../server/test/support/database-server.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // with more, each of two processors has so much to do that pages take longer than the tests wait
    maxWorkers: 2,
    // a loaded machine needs more than the default of one second
    expect: { poll: { timeout: 60_000 } },
  },
});
