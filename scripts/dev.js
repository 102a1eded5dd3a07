import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { compiled } from './build/compile.js';
import { withBuildLock } from './build/lock.js';
import * as version from './build/version.js';
import * as web from './build/web.js';

// `npm run dev`: runs the demo, restarts it after each change of the server or the sandbox, and serves web/ with hot
// reload. The browser signs in at /dev/sign-in. Only this script has that address, and it knows only the demo's
// account.

const root = fileURLToPath(new URL('..', import.meta.url));
const SERVICE = `http://127.0.0.1:${process.env.APP_PORT || 8000}`;
const SIGN_IN = '/dev/sign-in';
const WATCHED = ['server/src', 'server/migrations', 'sandbox/src', 'sandbox/data'].map((folder) => join(root, folder));
const SETTLE_MS = 100;

const parts = [compiled('server'), version, compiled('sandbox')];
let service = null;
let vite = null;
let ending = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
console.log('Building and starting the service …');
if (!(await build())) await end(1);
startService();
// a service that cannot start has printed the reason, usually a port in use
if (!(await serviceIsHealthy())) await end(1);
vite = await createServer({
  root: join(root, 'web'),
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': SERVICE,
      '/scholar-images': SERVICE,
      '/feeds': SERVICE,
      '/p/': SERVICE,
      // the address of a link in a mail is also that of its page
      '/mail': { target: SERVICE, bypass: pageOf },
    },
  },
  plugins: [{ name: 'sign-in', configureServer: ({ middlewares }) => void middlewares.use(SIGN_IN, signIn) }],
});
await vite.listen();
restartAfterChanges(vite.watcher.add(WATCHED));
console.log(`
  Open ${new URL(SIGN_IN, vite.resolvedUrls.local[0])}
  A change in web/ shows at once; a change in server/ or sandbox/ restarts the service.
`);

function pageOf({ headers, url }) {
  return headers.accept?.includes('text/html') ? url : undefined;
}

/** Compiles what has changed. Returns false, after printing the errors, if something does not compile. */
async function build() {
  process.exitCode = 0;
  await withBuildLock(async () => {
    for (const part of parts) if (!part.isCurrent()) await part.build();
    // the service does not start without a built web application, although the browser uses another one here
    if (!existsSync(join(root, 'web/dist/index.html'))) await web.build();
  });
  return process.exitCode === 0;
}

function startService() {
  const started = spawn(process.execPath, [join(root, 'server/dist/start/demo.js')], { cwd: root, stdio: 'inherit' });
  service = started;
  started.once('exit', () => {
    if (started === service && vite && !ending) console.error('The service ended. The next change starts it again.');
  });
}

async function stopService() {
  const stopped = service;
  service = null;
  if (stopped === null || stopped.exitCode !== null || stopped.signalCode !== null) return;
  stopped.kill('SIGTERM');
  await once(stopped, 'exit');
}

/**
 * Several files change at once when an editor saves all or a branch is checked out, so it waits until no more change.
 */
function restartAfterChanges(watcher) {
  let timer = null;
  let working = Promise.resolve();
  const restart = async () => {
    if (ending || !(await build())) return;
    await stopService();
    if (!ending) startService();
  };
  watcher.on('all', (_event, path) => {
    if (!WATCHED.some((folder) => path.startsWith(folder))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(restart).catch((error) => console.error(error));
    }, SETTLE_MS);
  });
}

/** Waits until the service responds. Returns false if it exits first. */
async function serviceIsHealthy() {
  while (service?.exitCode === null && !ending) {
    const response = await fetch(`${SERVICE}/healthz`).catch(() => null);
    if (response?.ok) return true;
    await delay(200);
  }
  return false;
}

/** Signs in with the demo's account, hands the session's cookie to the browser, and goes to the first page. */
async function signIn(_request, response) {
  try {
    const { demoAccount } = await import('@lectern/sandbox');
    const visit = await fetch(`${SERVICE}/api/v1/auth/csrf`);
    const { data } = await visit.json();
    const [visitor] = visit.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const session = await fetch(`${SERVICE}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: visitor, 'x-csrf-token': data.csrf_token },
      body: JSON.stringify(demoAccount),
    });
    if (!session.ok) throw new Error(await session.text());
    response.writeHead(302, { location: '/', 'set-cookie': session.headers.getSetCookie() }).end();
  } catch (error) {
    response
      .writeHead(503, { 'content-type': 'text/plain' })
      .end(`Cannot sign in: ${error.message}\nReload this page.\n`);
  }
}

/** Stops everything. A second call waits for the first. */
function end(exitCode) {
  ending ??= Promise.allSettled([vite?.close(), stopService()]).then(() => process.exit(exitCode));
  return ending;
}
