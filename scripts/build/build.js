import { withBuildLock } from './lock.js';
import * as server from './server.js';
import * as web from './web.js';

// Builds what has changed since the last build: `node scripts/build/build.js` both parts, `… server` or `… web` one of them.
// `npm start`, the scripts of operators and the tests call it each time, so it has to be quick when nothing has changed.

const PARTS = { server, web };
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const parts = names.map((name) => PARTS[name]);
if (parts.includes(undefined)) throw new Error(`Nothing is built by this name: ${names.join(' ')}. Use server or web.`);

if (!parts.every((part) => part.isCurrent())) {
  await withBuildLock(async () => {
    for (const part of parts) if (!part.isCurrent()) await part.build();
  });
}
