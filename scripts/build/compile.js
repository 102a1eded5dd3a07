import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// Compiles a workspace's src to its dist file by file, and only the files that changed. This removes the types without
// checking them; `npm run check` checks them. The output of one file depends on no other file (`isolatedModules`), so
// it is the same as that of a whole tsc.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The part of the build that compiles this workspace. */
export function compiled(workspace) {
  const place = { source: join(root, workspace, 'src'), output: join(root, workspace, 'dist') };
  return { NAME: `the ${workspace}`, isCurrent: () => isCurrent(place), build: () => build(place) };
}

/** The digests of the sources of the output. */
function recordOf({ output }) {
  return join(output, '.built-from');
}

/** Whether the output is up to date. */
function isCurrent(place) {
  const { changed, removed } = compare(place);
  return changed.length === 0 && removed.length === 0;
}

/**
 * Compiles the files that changed, and removes the output of deleted files. A syntax error leaves the output unchanged.
 */
async function build(place) {
  const { default: ts } = await import('typescript');
  const { digests, built, changed, removed } = compare(place);
  const { source, output } = place;
  const record = recordOf(place);
  const { compilerOptions } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config;
  // a single file does not know that its package.json says "module", so we say it here
  const settings = { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler' };
  const { options } = ts.convertCompilerOptionsFromJson(settings, root);
  const outputs = changed.map((name) => {
    const fileName = join(source, name);
    const compiled = ts.transpileModule(readFileSync(fileName, 'utf8'), {
      compilerOptions: options,
      fileName,
      reportDiagnostics: true,
    });
    return { name, ...compiled };
  });
  const errors = outputs.flatMap(({ diagnostics }) => diagnostics ?? []);
  if (errors.length > 0) {
    const host = { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' };
    process.stderr.write(ts.formatDiagnostics(errors, host));
    process.exitCode = 1;
    return;
  }
  if (built === null) rmSync(output, { recursive: true, force: true });
  // an interrupted build compiles everything the next time
  else rmSync(record, { force: true });
  for (const name of removed) rmSync(outputOf(place, name), { force: true });
  for (const { name, outputText } of outputs) {
    mkdirSync(join(outputOf(place, name), '..'), { recursive: true });
    writeFileSync(outputOf(place, name), outputText);
  }
  writeFileSync(record, JSON.stringify(digests));
}

function compare(place) {
  const digests = digestSources(place);
  const record = recordOf(place);
  const built = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : null;
  const changed = Object.keys(digests).filter(
    (name) => built?.[name] !== digests[name] || !existsSync(outputOf(place, name)),
  );
  const removed = Object.keys(built ?? {}).filter((name) => !(name in digests));
  return { digests, built, changed, removed };
}

/**
 * The digest of each source together with everything else that the output depends on: the compiler, its options and
 * this file.
 */
function digestSources({ source }) {
  const others = ['node_modules/typescript/package.json', 'tsconfig.base.json', 'scripts/build/compile.js'];
  const settings = others.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
  const names = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .sort();
  const digest = (name) =>
    createHash('sha256')
      .update(settings)
      .update(readFileSync(join(source, name)))
      .digest('base64');
  return Object.fromEntries(names.map((name) => [name, digest(name)]));
}

function outputOf({ output }, name) {
  return join(output, name.replace(/\.ts$/, '.js'));
}
