import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const target = new URL('server/dist/version.json', root);

/** Whether server/dist/version.json names the current commit. Without git, what a build wrote counts. */
export function isCurrent() {
  const commit = readCommit();
  return existsSync(target) && (commit === null || readFileSync(target, 'utf8') === describeVersion(commit));
}

/** Writes the version for the service to read. */
export function build() {
  writeFileSync(target, describeVersion(readCommit()));
}

/**
 * The version of what is built: `0.2.0` for a release, `0.2.0+dd884c9` for any other commit, and `0.2.0+unknown`
 * without git. The number comes from package.json, and a release is a commit with the subject that scripts/release.js
 * writes.
 */
function describeVersion(commit) {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const { hash, subject } = commit ?? { hash: 'unknown', subject: '' };
  const described = subject === `release: ${version}` ? version : `${version}+${hash}`;
  return `${JSON.stringify({ version: described })}\n`;
}

/** The short hash of the commit and its subject; null without git. */
function readCommit() {
  // the checkout may belong to another user, or lie in another repository
  const options = ['-c', 'safe.directory=*', '--git-dir=.git', 'log', '-1', '--abbrev=7', '--format=%h%n%s'];
  try {
    const given = { cwd: fileURLToPath(root), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const [hash, subject] = execFileSync('git', options, given).trim().split('\n');
    return { hash, subject };
  } catch {
    return null;
  }
}
