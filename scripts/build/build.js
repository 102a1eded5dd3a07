import { compiled } from './compile.js';
import { withBuildLock } from './lock.js';
import * as version from './version.js';
import * as web from './web.js';

// Builds what has changed since the last build: `node scripts/build/build.js` all parts, `… server web` those two.
// `npm start`, the scripts of operators and the tests call it each time, so it must be quick when nothing has changed.
// It writes to standard error, because standard output belongs to the command that follows.

const PARTS = { server: compiled('server'), sandbox: compiled('sandbox'), web };
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const parts = names.map((name) => PARTS[name]);
if (parts.includes(undefined))
  throw new Error(`There is no part named ${names.join(' ')}. Use server, sandbox or web.`);

try {
  if (listStale().length > 0 || hasOldVersion()) await withBuildLock(buildStale);
} catch (error) {
  if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
  console.error(`Lectern must be built, but this user cannot write here (${error.message}).`);
  console.error('Run "npm run build" as the owner of this folder.');
  process.exitCode = 1;
}

function listStale() {
  return parts.filter((part) => !part.isCurrent());
}

function hasOldVersion() {
  return parts.includes(PARTS.server) && !version.isCurrent();
}

/** Builds the parts at the same time: the web application in its own process, the others in this one. */
async function buildStale() {
  // another process may have built them while this one waited for the lock
  const stale = listStale();
  if (stale.length > 0) {
    const from = performance.now();
    const all = new Intl.ListFormat('en').format(stale.map(({ NAME }) => NAME));
    // the processor time is about 12 seconds
    console.error(`Building ${all}… A first build takes 10 seconds, or up to a minute on a busy machine.`);
    // the web application first, because compiling keeps this process busy
    const isWeb = (part) => Number(part === web);
    await Promise.all(stale.sort((a, b) => isWeb(b) - isWeb(a)).map((part) => part.build()));
    if (!process.exitCode) console.error(`Built in ${((performance.now() - from) / 1000).toFixed(1)} seconds.`);
  }
  // after the server, whose first build empties the folder
  if (!process.exitCode && hasOldVersion()) version.build();
}
