import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm run release -- 0.3.0` makes a release of a clean checkout: one commit with the new version, the dated changelog
// and the dump of its schema, the tag, and a second commit that names the release's commit in docs/upgrade.md. It
// pushes nothing. It checks everything first, so that it does not stop in the middle; if it is killed,
// `git reset --hard` to where it began, which it prints, and `git tag --delete` undo it.

const root = fileURLToPath(new URL('..', import.meta.url));
const [version = ''] = process.argv.slice(2);
const today = new Date().toISOString().slice(0, 10);
const WORKSPACES = ['server', 'sandbox', 'web', 'lectern'];
const UNRELEASED = '## Unreleased\n';
const HEADING = '| Version | Date | Commit |\n| --- | --- | --- |\n';
const MAX_CHANGELOG_LINES = 60;

const { version: before } = JSON.parse(read('package.json'));
checkRelease();
console.log(
  `Releasing ${version}. To undo: git reset --hard ${git('rev-parse', '--short', 'HEAD')}; git tag --delete v${version}`,
);

for (const file of ['package.json', ...WORKSPACES.map((name) => `${name}/package.json`)])
  change(file, (text) => text.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`));
const lock = JSON.parse(read('package-lock.json'));
lock.version = version;
for (const name of ['', ...WORKSPACES]) lock.packages[name].version = version;
write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
// `lectern-0.2.0.tgz`, `lectern:0.2.0`, "Lectern 0.2.0 is running", and the response of /healthz
const shown = new RegExp(`(?<=lectern[-: ]|"version": ")${before.replaceAll('.', '\\.')}`, 'gi');
for (const file of ['README.md', 'docs/install.md', 'docs/operations.md', 'docs/upgrade.md'])
  write(file, read(file).replace(shown, version));
change('CHANGELOG.md', (text) => text.replace(UNRELEASED, `## [${version}] - ${today}\n`));
change('docs/upgrade.md', (text) => text.replace(HEADING, `${HEADING}| ${version} | ${today} | v${version} |\n`));
run('npm', 'run', '--silent', 'generate');
run('node', 'server/test/fixtures/dumps/make-fixture.js', '.', version);
run('npm', 'run', '--silent', 'check');
git('add', '--all');
git('commit', '--quiet', '--message', `release: ${version}`);
git('tag', `v${version}`);

const commit = git('rev-parse', '--short=7', 'HEAD');
change('docs/upgrade.md', (text) => text.replace(`| v${version} |`, `| ${commit} |`));
change('CHANGELOG.md', (text) => text.replace(`## [${version}]`, `${UNRELEASED}\n## [${version}]`));
git('commit', '--quiet', '--all', '--message', `docs: list the release ${version}`);
console.log(`Released ${version} as ${commit}. Now run: git push origin HEAD v${version}`);

/** Ends the process, and changes nothing, unless a release can be made. */
function checkRelease() {
  if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Name the version, such as: npm run release -- 0.3.0');
  if (version.localeCompare(before, 'en', { numeric: true }) <= 0) fail(`${version} is not newer than ${before}.`);
  if (git('status', '--porcelain') !== '') fail('Commit or remove the changes first.');
  if (git('tag', '--list', `v${version}`) !== '') fail(`There is a tag v${version} already.`);
  if (existsSync(`${root}/server/test/fixtures/dumps/${version}.json`)) fail(`There is a dump of ${version} already.`);
  try {
    git('var', 'GIT_COMMITTER_IDENT');
  } catch {
    fail('Git does not know who commits. Set user.name and user.email with git config.');
  }
  const section = read('CHANGELOG.md').split(UNRELEASED)[1]?.split('\n## ')[0]?.trim() ?? '';
  if (!section.startsWith('### What you must do\n'))
    fail('"Unreleased" in CHANGELOG.md must begin with "### What you must do".');
  if (section.split('\n').length > MAX_CHANGELOG_LINES)
    fail(`"Unreleased" in CHANGELOG.md must have at most ${MAX_CHANGELOG_LINES} lines. Move details to docs/.`);
  if (!read('docs/upgrade.md').includes(HEADING)) fail('docs/upgrade.md has no table of releases.');
}

function read(name) {
  return readFileSync(`${root}/${name}`, 'utf8');
}

function write(name, text) {
  writeFileSync(`${root}/${name}`, text);
}

function change(name, edit) {
  const old = read(name);
  const text = edit(old);
  if (text === old) fail(`${name} is not as this script expects it.`);
  write(name, text);
}

function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function run(...[program, ...words]) {
  execFileSync(program, words, { cwd: root, stdio: 'inherit' });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
