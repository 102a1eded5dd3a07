import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The digest of the sources that web/dist was made of. */
const record = join(root, 'web/dist/.built-from');

export const NAME = 'the web application';

/** Whether web/dist was made from the current files in web/. */
export function isCurrent() {
  return existsSync(record) && readFileSync(record, 'utf8') === digestSources();
}

/** Builds the web application to web/dist, and the part that the service runs to web/dist/server. */
export async function build() {
  const digest = digestSources();
  const isBuilt = (await runVite()) && (await runVite('--ssr', 'src/app/first-page.tsx', '--outDir', 'dist/server'));
  if (isBuilt) writeFileSync(record, digest);
  else process.exitCode = 1;
}

async function runVite(...options) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn', ...options], {
    cwd: root,
    // tests also build, and their NODE_ENV would put the development version of React into the product
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  const [status] = await once(child, 'exit');
  return status === 0;
}

function digestSources() {
  const files = [join(root, 'web'), join(root, 'server/src/search-language')]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/]web[\\/](dist|node_modules)[\\/]/.test(file))
    .sort();
  const hash = createHash('sha256');
  for (const file of [join(root, 'package-lock.json'), ...files])
    hash.update(`${relative(root, file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}
