import { configDefaults, defineConfig } from 'vitest/config';
import RefuseSkips from './server/test/support/refuse-skips.ts';
import { scratchFolder } from './server/test/support/scratch-folder.ts';

process.env.TMPDIR = scratchFolder();

/**
 * `npm test -- path` runs the test files whose path contains it. The slow tests are left out unless the path says so, as
 * `slow/backups` or `same-person.slow`, or CI_FULL is set: a pure function has its result before a PostgreSQL starts.
 */
const namesSlow = process.argv.slice(2).some((word) => word.includes('slow') && !word.startsWith('-'));
const withSlow = namesSlow || process.env.CI_FULL !== undefined;

const SLOW = 'src/**/*.slow.test.ts';
/** tests of pure functions that are not beside them: they need no database */
const PURE = [
  'test/field-cases/**/*.test.ts',
  'test/ops/security-page.test.ts',
  'test/api/conformance/examples.test.ts',
];
const server = {
  root: 'server',
  setupFiles: ['test/support/laws.ts'],
  pool: 'forks' as const,
  // files share no state, and a worker reads modules once
  isolate: false,
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // a loaded machine needs more than the default of one second
  expect: { poll: { timeout: 60_000 } },
};
const service = {
  ...server,
  globalSetup: ['test/support/statement-types.ts', 'test/support/build.ts', 'test/support/database-server.ts'],
  setupFiles: [...server.setupFiles, 'test/support/check-statements.ts'],
};
const slow = {
  ...service,
  name: 'slow',
  include: [SLOW, 'test/slow/**/*.test.ts'],
  // many of them wait: for real time, for other processes, for packages
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
};
const apart = [...configDefaults.exclude, 'test/slow/**', ...PURE];

export default defineConfig({
  test: {
    projects: [
      'web',
      'sandbox',
      { test: { ...server, name: 'unit', include: ['src/**/*.test.ts', ...PURE], exclude: [SLOW] } },
      { test: { ...service, name: 'service', include: ['test/**/*.test.ts'], exclude: apart } },
      ...(withSlow ? [{ test: slow }] : []),
    ],
    maxWorkers: 3,
    reporters: ['default', ...(process.env.CI ? [new RefuseSkips()] : [])],
  },
});
