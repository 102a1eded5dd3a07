import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

// Prints the slow tests whose subject has changed since the commit CI_SINCE, by default the last release; all of them
// if CI_FULL is set or if this checkout does not have that commit.

const SUBJECTS = {
  backups: ['server/src/backups', 'server/migrations', 'scripts/db'],
  connections: ['server/src/platform/database', 'server/src/crawling', 'server/src/runs'],
  containers: ['Dockerfile', 'compose*.yaml', 'deploy', 'lectern', 'scripts/build', 'package-lock.json'],
  days: ['server/src/start', 'server/src/platform'],
  embedded: ['server/src/platform/database', 'server/src/accounts'],
  kills: ['server/src/crawling', 'server/src/enrichment', 'server/src/channels', 'server/src/portability'],
};

const since = process.env.CI_SINCE ?? git('describe', '--tags', '--abbrev=0', '--match', 'v*');
const suites = Object.entries(SUBJECTS).map(([name, subjects]) => ({
  path: `test/slow/${name}`,
  subjects: [`server/test/slow/${name}`, ...subjects],
}));
const laws = git('ls-files', 'server/src/*.slow.test.ts')
  .split('\n')
  .map((path) => ({
    path: path.replace('server/', ''),
    subjects: [dirname(path)],
  }));
console.log(
  [...suites, ...laws]
    .filter(hasChanged)
    .map(({ path }) => path)
    .join(' '),
);

function hasChanged({ subjects }) {
  if (process.env.CI_FULL !== undefined || since === null) return true;
  return git('diff', '--name-only', since, '--', ...subjects) !== '';
}

function git(...words) {
  try {
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
