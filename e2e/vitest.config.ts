import { defineConfig } from 'vitest/config';
import { scratchFolder } from '../server/test/support/scratch-folder.ts';

process.env.TMPDIR = scratchFolder();

export default defineConfig({
  test: { include: ['**/*.test.ts'], testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false },
});
