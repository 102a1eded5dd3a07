import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { addScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { type Network, startNetwork } from './support/cut-network.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';
import { startSession, USES } from './support/uses-of-parts.ts';

const ASSETS = fileURLToPath(new URL('../web/dist/assets/', import.meta.url));
const MESSAGE = 'Cannot load this. Try again.';

/** What the build imports on demand, except the application itself. */
const parts = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .flatMap((file) => [
    ...readFileSync(ASSETS + file, 'utf8').matchAll(/\bimport\([`'"][^`'"]*\/([\w-]+)-([\w-]{8})\.js/g),
  ])
  .map(([, name = '', digest]) => ({ name, file: `${name}-${digest}.js` }))
  .filter(({ name }) => name !== 'start');

let world: World;
let network: Network;
let browser: Browser;

beforeAll(async () => {
  world = await startWorld();
  network = await startNetwork(world.url);
  browser = await openBrowser();
  const { context, page } = await openPage(browser, { width: 1280 });
  await setUpAccount(page, world);
  await setRequestDelay(page, 0);
  await context.close();
});

afterAll(async () => {
  await browser?.close();
  await network?.close();
  await world?.stop();
});

// some uses change what the service says
afterEach(() =>
  world.query('update users set temporary_password_until = null; update sessions set confirmed_at = now()'),
);

/** A page whose session is its own, with the application started. */
async function openAt(path: string, { width = 1280, serviceWorker = false, url = world.url } = {}) {
  const opened = await openPage(browser, { width, serviceWorker });
  await startSession(opened.context, url);
  const start = () => opened.page.waitForFunction(() => document.documentElement.dataset.theme !== undefined);
  return { ...opened, goto: () => opened.page.goto(url + path).then(start) };
}

const toast = (page: Page) => page.getByRole('alert').filter({ hasText: MESSAGE });
const titleOf = (page: Page) => page.getByRole('heading', { level: 1 }).first().textContent();

/** Blocks a part and its styles, uses it, and uses it again with a network. */
async function useBlocked(name: string, file: string): Promise<void> {
  const use = USES[name];
  if (use === undefined) throw new Error(`No use of the part ${name} is known.`);
  const { context, page, goto } = await openAt(use.from);
  context.setDefaultTimeout(15_000);
  const crashes: Error[] = [];
  page.on('pageerror', (error) => crashes.push(error));
  const isOfPart = ({ pathname }: URL) =>
    pathname.endsWith(`/${file}`) || (pathname.includes(`/parts/${name}-`) && pathname.endsWith('.css'));
  await context.route(isOfPart, (route) => route.abort());
  await use.arrange?.(page, world);
  await goto();
  if (!use.isWhole) await page.getByRole('navigation', { name: 'Main' }).waitFor();
  if (!use.isWhole && use.from.startsWith('/?') && !isOfNewUser({ name }))
    await page.locator('[data-row="0"]').waitFor();
  await use.prepare?.(page, world);
  const before = { url: page.url(), title: use.isWhole ? null : await titleOf(page) };
  await use.act?.(page);
  if (!use.isQuiet) await toast(page).waitFor();
  expect({ url: page.url(), title: use.isWhole ? null : await titleOf(page) }).toEqual(before);
  if (name !== 'prepare-for-visitor') expect(await use.shown(page).count()).toBe(0);
  await context.unroute(isOfPart);
  await use.act?.(page);
  await use.shown(page).first().waitFor();
  expect(crashes).toEqual([]);
  await context.close();
}

test('each part has one use, and each use a part', () => {
  expect(parts.map(({ name }) => name).toSorted()).toEqual(Object.keys(USES).toSorted());
});

const describeUse = '$name: if it does not load, nothing is lost, and it works later';
const isOfNewUser = ({ name }: { name: string }) => name === 'add-box';

test.each(parts.filter(isOfNewUser))(describeUse, ({ name, file }) => useBlocked(name, file));

test('adds a scholar and starts a run', async () => {
  const { context, page, goto } = await openAt('/runs');
  await addScholars(page, world);
  await goto();
  await page.getByRole('button', { name: 'Start a run' }).click();
  await page.locator('a[href^="/runs/"]').first().waitFor();
  await context.close();
});

test.each(parts.filter((part) => !isOfNewUser(part)))(describeUse, ({ name, file }) => useBlocked(name, file));

test.each([1440, 390])('at %i px, a message says that a part is missing', async (width) => {
  const { context, page, goto } = await openAt('/?view=all', { width });
  await context.route('**/parts/filter-panel-*', (route) => route.abort());
  await goto();
  await page.getByRole('button', { name: 'Filter' }).click();
  await toast(page).waitFor();
  await checkPage(page, 'part-missing');
  await context.close();
});

test('the last of two pages that are opened wins, also if its code arrives first', async () => {
  const { context, page, goto } = await openAt('/?view=all');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/parts/runs-*', (route) => held.then(() => route.continue()));
  await goto();
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await link('Runs').click();
  await link('Settings').click();
  await page.waitForURL(/settings/);
  const arrived = page.waitForResponse('**/parts/runs-*.js');
  release();
  await arrived;
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.waitForTimeout(500);
  expect(new URL(page.url()).pathname).toBe('/settings');
  await context.close();
});

/** Another build has no files of the palette. The page stays the old one, as if two builds answered in turns. */
async function upgrade(page: Page): Promise<void> {
  await page.route('**/parts/command-palette-*', (route) => route.fulfill({ status: 404 }));
  await page.route('**/sign-in', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('/assets/index-', '/assets/other-') });
  });
}

test('after an upgrade the page reloads once, with the open paper, the place in the list and the note', async () => {
  const { context, page } = await openAt('/');
  await openList(page, `${world.url}/?view=all`);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await upgrade(page);
  await page.route('**/api/v1/notes/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.getByRole('feed').evaluate((feed) => feed.parentElement?.scrollTo(0, 1500));
  await expect.poll(() => page.evaluate(() => history.state.row)).toBeGreaterThan(5);
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Note' }).fill('typed before the upgrade');
  const place = () =>
    page.evaluate(() => ({
      address: location.href,
      row: history.state.row,
      title: document.querySelector('aside h2')?.textContent,
    }));
  const before = await place();
  expect(before.address).toContain('open=');
  await page.keyboard.press('Control+k');
  await expect.poll(() => loads).toBe(1);
  await expect.poll(place).toEqual(before);
  await page.getByText('typed before the upgrade').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByText('Lectern was updated.').waitFor();
  expect(loads).toBe(1);
  await context.close();
});

test('after an upgrade the page asks before it reloads over a typed text', async () => {
  const { context, page, goto } = await openAt('/scholars');
  await goto();
  await upgrade(page);
  await page.getByLabel('Add scholars').fill('typed before');
  await page.keyboard.press('Control+k');
  await page.getByText('Lectern was updated.').waitFor();
  await checkPage(page, 'other-build');
  expect(await page.getByLabel('Add scholars').inputValue()).toBe('typed before');
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await context.close();
});

test('the service worker keeps all parts, so they work without a network and after an upgrade', async () => {
  const { context, page } = await openAt('/', { serviceWorker: true, url: network.url });
  await openList(page, `${network.url}/?view=all`);
  const kept = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('lectern-files')).keys();
      return requests.map(({ url }) => url.split('/').at(-1));
    });
  await expect.poll(kept).toEqual(expect.arrayContaining(parts.map(({ file }) => file)));
  await openList(page, `${network.url}/?view=all`);
  network.cut();
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('group', { name: 'Filter' }).waitFor();
  network.restore();
  await context.close();
});
