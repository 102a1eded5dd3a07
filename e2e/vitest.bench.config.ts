import { defineConfig } from 'vitest/config';

/** `npm run bench:web`. */
export default defineConfig({
  test: { include: ['**/*.bench.ts'], testTimeout: 1_800_000, hookTimeout: 120_000, reporters: ['default'] },
});
