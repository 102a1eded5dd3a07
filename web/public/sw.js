// The service worker: it shows the last list when the network fails. Otherwise every response comes from the network or
// the browser's own cache.

/** Files with a digest in their names, so they never change. */
const FILES = 'lectern-files';
/** The files of parts that are loaded on demand. Those of the build that this worker belongs to. */
const PARTS = [
  /* by the build */
];
/**
 * The user's data. The application deletes this cache when somebody signs in or out
 * (`src/features/offline/kept-answers.ts`).
 */
const KEPT = 'lectern-kept';
const PAGE = '/';
const LISTS = '/api/v1/publications';
/** What the list needs besides itself. */
const AROUND_LISTS = ['/api/v1/auth/me', '/api/v1/settings', '/api/v1/views'];
/** These are later pages, and counts of what arrived since. Searches would be many lists. */
const NOT_FIRST_PAGES = ['page', 'cursor', 'snapshot', 'limit', 'search'];
/** The time of a kept response, for the application. */
const KEPT_AT = 'x-kept-at';
/** About two builds. */
const MAX_FILES = 400;
const MAX_LISTS = 20;
const PAGE_FRESH_MS = 60_000;

// Starting this worker takes a moment, which a page from the network does not wait for: the browser asks the network at
// the same time.
self.addEventListener('install', (event) => {
  const routes = event.addRoutes?.({
    condition: { requestMode: 'navigate' },
    source: 'race-network-and-fetch-handler',
  });
  event.waitUntil(Promise.all([routes, self.skipWaiting()]));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event, url));
  // online, the browser's own cache has the first page's files sooner, and without this worker between. After an update
  // the service no longer has the parts of an open page.
  else if (isPart(url) || (isFile(url) && !navigator.onLine)) event.respondWith(getFile(request));
  else if (isKept(url)) event.respondWith(askFirst(event, request));
});

// the application sends the addresses that its page has used
self.addEventListener('message', (event) => {
  if (event.data?.kind !== 'keep') return;
  const urls = [...event.data.urls, ...PARTS].map((url) => new URL(url, location.origin));
  const files = urls.filter(isFile);
  event.waitUntil(Promise.all([keepFiles(files), ...urls.filter(isKept).map(keepMissing)]).then(keepPage));
});

function isFile({ pathname }) {
  return pathname.startsWith('/assets/');
}

function isPart({ pathname }) {
  return pathname.startsWith('/assets/parts/');
}

function isList({ pathname, searchParams }) {
  return pathname === LISTS && !NOT_FIRST_PAGES.some((name) => searchParams.has(name));
}

function isKept(url) {
  return isList(url) || AROUND_LISTS.includes(url.pathname);
}

/**
 * The page from the network. Without it, the kept page at its own address, because it may contain the rows of the list
 * at this address.
 */
async function openPage(event, { pathname, search }) {
  try {
    return await fetch(event.request);
  } catch {
    const kept = await caches.match(PAGE, { cacheName: KEPT });
    if (kept === undefined) return Response.error();
    if (pathname !== PAGE || search !== '') return Response.redirect(PAGE);
    const html = await kept.text();
    return new Response(
      html.replace('<head>', `<head><meta name="kept-at" content="${kept.headers.get(KEPT_AT)}">`),
      kept,
    );
  }
}

async function getFile(request) {
  return (await findFile(request)) ?? fetch(request);
}

function findFile(request) {
  return caches.match(request, { cacheName: FILES, ignoreVary: true });
}

async function askFirst(event, request) {
  const cache = await openKept();
  try {
    const response = await fetch(request);
    event.waitUntil(keep(cache, request, response.clone()));
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

/**
 * The cache of the user's data. It must be open before the request is sent: if the application deletes it before the
 * response arrives, the response goes to the deleted cache and is never found.
 */
function openKept() {
  return caches.open(KEPT);
}

async function keep(cache, request, response) {
  // the session has ended
  if (response.status === 401) return void (await caches.delete(KEPT));
  if (!response.ok) return;
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, new Date().toISOString());
  // the body is no longer compressed
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  await cache.put(request, new Response(await response.blob(), { headers }));
  await dropOldest(cache, MAX_LISTS, isList);
}

/**
 * Fetches the page for the next time without a network, unless that happened a moment ago. After an update the service
 * sends a page whose files are not known here. Then the kept page stays, because it has all of its files.
 */
async function keepPage() {
  const cache = await openKept();
  const kept = await cache.match(PAGE);
  if (kept !== undefined && Date.now() - Date.parse(kept.headers.get(KEPT_AT)) < PAGE_FRESH_MS) return;
  const response = await fetch(PAGE);
  const html = await response.clone().text();
  const links = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)];
  const known = await Promise.all(links.map(([, file]) => findFile(file)));
  if (!known.includes(undefined)) await keep(cache, PAGE, response);
}

async function keepFiles(urls) {
  const files = await caches.open(FILES);
  const known = new Set((await files.keys()).map(({ url }) => url));
  const missing = new Set(urls.map(({ href }) => href).filter((href) => !known.has(href)));
  await Promise.all(
    [...missing].map(async (href) => {
      const response = await fetch(href);
      if (response.ok) await files.put(href, response);
    }),
  );
  await dropOldest(files, MAX_FILES, () => true);
}

async function keepMissing(url) {
  const cache = await openKept();
  if ((await cache.match(url, { ignoreVary: true })) === undefined) await keep(cache, url, await fetch(url));
}

/** Keys are in the order in which they were added. */
async function dropOldest(cache, max, isCounted) {
  const counted = (await cache.keys()).filter(({ url }) => isCounted(new URL(url)));
  await Promise.all(counted.slice(0, Math.max(0, counted.length - max)).map((request) => cache.delete(request)));
}
