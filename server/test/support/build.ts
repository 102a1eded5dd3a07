import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Brings server/dist and sandbox/dist up to date, because tests start its programs: a tenth of a second when nothing
 * has changed, one second otherwise. The web application is only built if there is none, because no test here depends
 * on its content.
 */
export default function setUp(): void {
  const parts = existsSync(`${project}web/dist/index.html`) ? ['server', 'sandbox'] : ['server', 'sandbox', 'web'];
  const { status } = spawnSync(process.execPath, [`${project}scripts/build/build.js`, ...parts], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed. Correct the errors above and run the tests again.');
}
