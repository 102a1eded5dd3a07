import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount, signIn } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { type Network, startNetwork } from './support/cut-network.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';
import { drag } from './support/touch.ts';

const KEPT = 'lectern-kept';
const CRAWLED = { timeout: 90_000 };

let world: World;
let network: Network;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let browserErrors: string[];

/** The tests share one world and build on each other. */
beforeAll(async () => {
  world = await startWorld();
  network = await startNetwork(world.url);
  browser = await openBrowser();
  ({ context, page, browserErrors } = await openPage(browser, { width: 390, height: 844, serviceWorker: true }));
});

afterAll(async () => {
  await browser?.close();
  await network?.close();
  await world?.stop();
});

const row = (at: number) => page.locator(`[data-row="${at}"]`);
const titleOf = async (at: number) => (await row(at).locator('[id^=title]').textContent()) ?? '';
const isRead = (at: number) => row(at).getAttribute('data-read');
const hint = () => page.locator('[data-swipe]');
const has = (cache: string, path: string) =>
  page.evaluate(
    async ([cache, path]) => (await caches.match(path, { cacheName: cache, ignoreVary: true })) !== undefined,
    [cache, path] as const,
  );

test('shows the list on a phone', async () => {
  await setUpAccount(page, { ...world, url: network.url, setupLink: world.setupLink.replace(world.url, network.url) });
  await setRequestDelay(page, 0);
  await page.goto(`${network.url}/scholars`);
  await page.getByLabel('Add scholars').fill(world.sandbox.scholars[0]?.id ?? '');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Importing:').or(page.getByText('Waiting for first import')).first().waitFor(CRAWLED);
  await page
    .getByText('Importing:')
    .or(page.getByText('Waiting for first import'))
    .first()
    .waitFor({ state: 'detached', ...CRAWLED });
  await openList(page, `${network.url}/?view=all`);
  await row(5).waitFor();
  expect(Number(await row(0).getAttribute('aria-setsize'))).toBeGreaterThan(5);
});

test('a swipe to the right marks as read and back, with a hint that says so', async () => {
  expect(await isRead(1)).toBeNull();
  await drag(page, row(1), { dx: 60 }, async () => {
    await hint().getByText('Mark as read').waitFor();
    expect(await hint().getAttribute('data-far')).toBeNull();
  });
  // less than a third of the width changes nothing
  await hint().waitFor({ state: 'detached' });
  expect(await isRead(1)).toBeNull();
  await drag(page, row(1), { dx: 180 }, async () => {
    expect(await hint().getAttribute('data-far')).toBe('true');
    await checkPage(page, 'swiped');
  });
  await expect.poll(() => isRead(1)).toBe('true');
  expect(new URL(page.url()).search, 'a swipe opens nothing').toBe('?view=all');
  await drag(page, row(1), { dx: 180 }, () => hint().getByText('Mark as unread').waitFor());
  await expect.poll(() => isRead(1)).toBeNull();
});

test('a swipe to the left adds to the favorites', async () => {
  await drag(page, row(2), { dx: -180 }, () => hint().getByText('Add to favorites').waitFor());
  await row(2).getByRole('button', { name: 'Favorite', pressed: true }).waitFor();
});

test('a vertical move scrolls and swipes nothing', async () => {
  const before = await row(3).boundingBox();
  await drag(page, row(3), { dx: 30, dy: -200 }, async () => expect(await hint().count()).toBe(0));
  await expect.poll(async () => (await row(4).boundingBox())?.y).toBeLessThan((before?.y ?? 0) - 40);
  expect(await isRead(3)).toBeNull();
  await page.getByRole('feed').evaluate((feed) => feed.parentElement?.scrollTo(0, 0));
});

test('steps through the publications in the sheet, and has the PDF at the bottom', async () => {
  await row(0).locator('[id^=title]').click();
  const sheet = page.getByRole('dialog');
  const heading = sheet.getByRole('heading', { level: 2 });
  const shown = () => heading.textContent();
  await expect.poll(shown).toBe(await titleOf(0));
  const [previous, next] = ['Previous publication', 'Next publication'].map((name) =>
    sheet.getByRole('button', { name }),
  );
  expect(await previous?.getAttribute('aria-disabled')).toBe('true');
  await next?.click();
  await expect.poll(shown).toBe(await titleOf(1));
  await expect.poll(() => isRead(1)).toBe('true');
  await previous?.click();
  await expect.poll(shown).toBe(await titleOf(0));
  // one history entry, however many were read
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  const withPdf = page.locator('[data-row]').filter({ has: page.getByRole('link', { name: /^PDF/ }) });
  const countAgain = async () => {
    await openList(page, page.url());
    return withPdf.count();
  };
  await expect.poll(countAgain, CRAWLED).toBeGreaterThan(0);
  await withPdf.first().locator('[id^=title]').click();
  const pdf = sheet.getByRole('link', { name: 'Open PDF' }).last();
  await pdf.waitFor();
  await sheet.getByText('First seen', { exact: true }).waitFor();
  const bottom = ({ y = 0, height = 0 } = {}) => y + height;
  await expect.poll(async () => bottom((await pdf.boundingBox()) ?? {})).toBeGreaterThan(780);
  expect(bottom((await pdf.boundingBox()) ?? {})).toBeLessThanOrEqual(844);
  await checkPage(page, 'sheet');
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
});

test('at 200 % zoom, the list has at least half of the window', async () => {
  const [usual, zoomed] = [
    { width: 390, height: 844 },
    { width: 640, height: 360 },
  ];
  await page.setViewportSize(zoomed);
  for (const view of ['', '?view=all']) {
    await openList(page, `${network.url}/${view}`);
    const list = await page.getByRole('feed').locator('..').boundingBox();
    expect(list?.height, view).toBeGreaterThanOrEqual(zoomed.height / 2);
    await checkPage(page, view === '' ? 'zoomed-today' : 'zoomed-list');
  }
  await page.setViewportSize(usual);
});

test('without a network, a reload shows the last list and says of when it is', async () => {
  await openList(page, `${network.url}/`);
  await expect.poll(() => has(KEPT, '/'), CRAWLED).toBe(true);
  expect(browserErrors).toEqual([]);
  network.cut();
  // the service is unreachable, then there is no network at all and the browser has lost its own cache
  await page.reload();
  await row(0).waitFor();
  await context.setOffline(true);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.reload();
  await row(0).waitFor();
  expect(await titleOf(0)).not.toBe('');
  await page.getByText(/This is the list of \d\d:\d\d\./).waitFor();
  await checkPage(page, 'offline');
  await row(2).getByRole('button', { name: 'Favorite' }).click();
  await row(2).getByRole('button', { name: 'Favorite', pressed: true }).waitFor();
  await page.getByText('1 change is not sent yet.').waitFor();
  await checkPage(page, 'offline-mark');
  // other pages lead to the list
  await page.goto(`${network.url}/scholars`);
  await row(0).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  network.restore();
  await context.setOffline(false);
  await page.getByText('This is the list of').waitFor({ state: 'detached' });
  await page.getByText('Last check').or(page.getByText('Not checked yet')).waitFor();
  // requests failed on purpose
  browserErrors.splice(0);
});

test('signing out forgets the list', async () => {
  await page.goto(`${network.url}/account`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate((name) => caches.has(name), KEPT)).toBe(false);
  network.cut();
  await expect(page.goto(`${network.url}/`)).rejects.toThrow();
  await page.waitForURL('chrome-error://chromewebdata/');
  network.restore();
  browserErrors.splice(0);
});

test('signing in forgets what was kept before, also what arrives late', async () => {
  await page.goto(`${network.url}/sign-in`);
  await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    await cache.put('/another-user', new Response('before'));
    Object.assign(window, { cache });
  }, KEPT);
  expect(await has(KEPT, '/another-user')).toBe(true);
  await signIn(page);
  await row(0).waitFor();
  await page.evaluate(() =>
    (window as unknown as { cache: Cache }).cache.put('/another-user', new Response('a late response')),
  );
  expect(await has(KEPT, '/another-user')).toBe(false);
  // the service worker keeps the new user's list
  await expect.poll(() => has(KEPT, '/'), CRAWLED).toBe(true);
  expect((await context.cookies()).length).toBeGreaterThan(0);
});

test('the application can be installed', async () => {
  const manifest = await page.evaluate(async () => {
    const href = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
    return (await fetch(href)).json();
  });
  expect(manifest).toMatchObject({ name: 'Lectern', start_url: '/', display: 'standalone' });
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, src);
    if (sizes !== 'any') expect(`${size}x${size}`, src).toBe(sizes);
  }
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // the browser of the test keeps nothing
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('the browser reported no errors', () => {
  expect(browserErrors).toEqual([]);
});
