import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

// Format, lint, types, layers, unused code, and whether generated files are up to date: as many checks at a time as there are processors. A check
// that fails prints its output; the others continue, so that one run reports everything.

const CHECKS = [
  'tsc -p server/tsconfig.json',
  'tsc -p web/tsconfig.json',
  'biome ci --colors=off .',
  'knip',
  'depcruise server/src sandbox/src web/src --config .dependency-cruiser.cjs',
  'node scripts/build/build.js server && node server/dist/start/write-settings.js --check',
  'tsc -p sandbox/tsconfig.json',
  'npm run --silent types -- --check',
  'node scripts/write-grammar.js --check',
  'node scripts/write-package.js --check',
];

const waiting = [...CHECKS];
await Promise.all(Array.from({ length: availableParallelism() }, work));

async function work() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const from = performance.now();
    const { status, output } = await run(check);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'passed' : 'FAILED'} in ${seconds.padStart(5)} s: ${check}`);
    if (status === 0) continue;
    console.error(output);
    process.exitCode = 1;
  }
}

function run(check) {
  return new Promise((resolve) => {
    const child = spawn(check, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('close', (status) => resolve({ status, output }));
  });
}
