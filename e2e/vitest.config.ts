import { defineConfig } from 'vitest/config';
import { scratchFolder } from '../server/test/support/scratch-folder.ts';

process.env.TMPDIR = scratchFolder();

export default defineConfig({
  // each file has a service and a browser of its own, which wait for each other most of the time
  test: { include: ['**/*.test.ts'], testTimeout: 180_000, hookTimeout: 120_000, maxWorkers: 2 },
});
