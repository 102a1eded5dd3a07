import RefuseSkips from './server/test/support/refuse-skips.ts';

/** All tests but the long ones. `npm test -- path` runs those whose path contains it. */
export default {
  test: {
    projects: ['web', 'sandbox', 'server'],
    maxWorkers: 3,
    reporters: ['default', ...(process.env.CI ? [new RefuseSkips()] : [])],
  },
};
