import type { Reporter, TestModule } from 'vitest/node';

/** Where everything that tests need is installed, a test that skips has found something missing: the run fails, and says which. */
export default class RefuseSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (skipped.length === 0) return;
    for (const test of skipped) console.error(`skipped: ${test.module.relativeModuleId} > ${test.fullName}`);
    console.error(`${skipped.length} tests were skipped; none may be where CI is set.`);
    process.exitCode = 1;
  }
}
