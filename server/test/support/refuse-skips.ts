import type { Reporter, TestModule } from 'vitest/node';

/**
 * Fails the run if a test was skipped, and names the test. It is used where everything that tests need is installed.
 */
export default class RefuseSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (skipped.length === 0) return;
    for (const test of skipped) console.error(`skipped: ${test.module.relativeModuleId} > ${test.fullName}`);
    console.error(`${skipped.length} tests were skipped; none may be where CI is set.`);
    process.exitCode = 1;
  }
}
