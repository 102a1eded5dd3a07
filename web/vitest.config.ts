import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    isolate: false,
    testTimeout: 90_000,
    // a loaded machine needs more than the default of one second
    expect: { poll: { timeout: 60_000 } },
  },
});
