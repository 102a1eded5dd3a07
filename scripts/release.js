import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm run release -- 0.3.0` makes a release of a clean checkout: one commit with the new version, the dated changelog and the dump of its schema,
// the tag, and a second commit that adds the release to the table in docs/upgrade.md. It pushes nothing.

const root = fileURLToPath(new URL('..', import.meta.url));
const [version = ''] = process.argv.slice(2);
const today = new Date().toISOString().slice(0, 10);
const WORKSPACES = ['server', 'sandbox', 'web', 'lectern'];
const UNRELEASED = '## Unreleased\n';
const HEADING = '| Version | Date | Commit |\n| --- | --- | --- |\n';

if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Name the version, such as: npm run release -- 0.3.0');
if (git('status', '--porcelain') !== '') fail('Commit or remove the changes first.');
const unreleased = read('CHANGELOG.md').split(UNRELEASED)[1]?.split('\n## ')[0]?.trim();
if (!unreleased) fail('CHANGELOG.md has nothing under "Unreleased".');

const { version: before } = JSON.parse(read('package.json'));
for (const file of ['README.md', 'docs/install.md', 'docs/upgrade.md'])
  write(
    file,
    read(file)
      .replaceAll(`lectern-${before}`, `lectern-${version}`)
      .replaceAll(`lectern:${before}`, `lectern:${version}`),
  );
for (const file of ['package.json', ...WORKSPACES.map((name) => `${name}/package.json`)])
  change(file, (text) => text.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`));
const lock = JSON.parse(read('package-lock.json'));
lock.version = version;
for (const name of ['', ...WORKSPACES]) lock.packages[name].version = version;
write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
change('CHANGELOG.md', (text) => text.replace(UNRELEASED, `## [${version}] - ${today}\n`));
run('npm', 'run', '--silent', 'generate');
run('node', 'server/test/fixtures/dumps/make-fixture.js', '.', version);
run('npm', 'run', '--silent', 'check');
git('add', '--all');
git('commit', '--quiet', '--message', `release: ${version}`);
git('tag', `v${version}`);

const commit = git('rev-parse', '--short=7', 'HEAD').trim();
change('docs/upgrade.md', (text) => text.replace(HEADING, `${HEADING}| ${version} | ${today} | ${commit} |\n`));
change('CHANGELOG.md', (text) => text.replace(`## [${version}]`, `${UNRELEASED}\n## [${version}]`));
git('commit', '--quiet', '--all', '--message', `docs: list the release ${version}`);
console.log(`Released ${version} as ${commit}. Now run: git push origin HEAD v${version}`);

function read(name) {
  return readFileSync(`${root}/${name}`, 'utf8');
}

function write(name, text) {
  writeFileSync(`${root}/${name}`, text);
}

function change(name, edit) {
  const before = read(name);
  const after = edit(before);
  if (after === before) fail(`${name} is not as this script expects it.`);
  write(name, after);
}

function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' });
}

function run(...[program, ...words]) {
  execFileSync(program, words, { cwd: root, stdio: 'inherit' });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
