import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm pack --workspace lectern` calls this before and after: it puts what was built, and the installed packages,
// beside the package.json of that workspace. The image contains the same files.

const root = new URL('../', import.meta.url);
const target = new URL('lectern/', root);
const CONTENT = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'docs',
  'sandbox/data',
  'sandbox/dist',
  'server/dist',
  'server/migrations',
  'web/dist',
];
/** Of the packages, types and documentation are two thirds of the files. Licenses stay. */
const LEFT_OUT = /\.built-from$|^docs\/(decisions|images)$|^node_modules\/(?!.*licen[cs]e).*\.(d\.[cm]?ts|map|md)$/i;

empty();
if (process.argv[2] === 'fill') fill();

function empty() {
  for (const name of new Set(['node_modules', ...CONTENT.map((path) => path.split('/')[0])]))
    rmSync(new URL(name, target), { recursive: true, force: true });
}

function fill() {
  execFileSync(process.execPath, [fileURLToPath(new URL('scripts/build/build.js', root))], { stdio: 'inherit' });
  const start = fileURLToPath(root).length;
  const filter = (path) => !LEFT_OUT.test(path.slice(start));
  for (const path of [...CONTENT, ...listPackages()]) {
    const [from, to] = [root, target].map((folder) => fileURLToPath(new URL(path, folder)));
    cpSync(from, to, { recursive: true, filter });
  }
}

/**
 * The installed packages that run on every platform and are not only for development. npm packs those of them that
 * lectern/package.json needs.
 */
function listPackages() {
  const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
  return Object.entries(packages).flatMap(([path, { dev, link, os, cpu }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !link && !os && !cpu && existsSync(new URL(path, root))
      ? [path]
      : [],
  );
}
