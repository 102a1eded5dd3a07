import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, setUpAccount, signIn } from './support/account.ts';
import { addScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { type Network, startNetwork } from './support/cut-network.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';
import { waitForParts } from './support/wait-for-parts.ts';

const KEPT = 'lectern-kept';
const MAX_CLEARING_MS = 2000;
/** A draft of somebody who used this browser before. */
const OTHERS = 'lectern-note:999:page:note';

let world: World;
let network: Network;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  world = await startWorld();
  network = await startNetwork(world.url);
  browser = await openBrowser();
  ({ context, page, browserErrors } = await openPage(browser, { width: 1280, serviceWorker: true }));
  await setUpAccount(page, world);
  await setRequestDelay(page, 0);
  await addScholars(page, world);
});

afterAll(async () => {
  await browser?.close();
  await network?.close();
  await world?.stop();
});

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const feeds = () => page.getByRole('list', { name: 'Feeds' }).getByRole('listitem').count();

test('an hour after the sign-in, a feed needs the password again, and is then created', async () => {
  await page.goto(`${world.url}/settings/notifications`);
  await world.query("update sessions set confirmed_at = now() - interval '61 minutes'");
  await page.getByLabel('What the feed has').selectOption('Favorites');
  await button('Create feed').click();
  await dialog().getByText('You entered it more than an hour ago.').waitFor();
  await checkPage(page, 'confirm-password');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(await page.getByLabel('What the feed has').inputValue()).toBe('favorites');
  expect([await feeds(), await page.getByRole('alert').count()]).toEqual([0, 0]);
  await button('Create feed').click();
  await dialog().getByRole('textbox', { name: 'Password' }).fill('not the password');
  await dialog().getByRole('button', { name: 'Confirm' }).click();
  await dialog().getByText('This is not your current password.').waitFor();
  await checkPage(page, 'confirm-password-wrong');
  await dialog().getByRole('textbox', { name: 'Password' }).fill(ACCOUNT.password);
  await dialog().getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Feed “Favorites” created.').waitFor();
  expect(await feeds()).toBe(1);
  // refused on purpose
  expect(browserErrors.splice(0).every((line) => /403|422/.test(line))).toBe(true);
});

test('users see recent sign-ins, and administrators all of them', async () => {
  const other = await openPage(browser, { width: 1280 });
  await other.page.goto(`${world.url}/sign-in`);
  for (const email of [ACCOUNT.email, 'grace@lectern.example']) {
    const answered = other.page.waitForResponse('**/auth/login');
    await signIn(other.page, { email, password: 'not the password' });
    expect((await answered).status()).toBe(401);
  }
  await other.context.close();
  await page.goto(`${world.url}/account`);
  const recent = page.getByRole('list', { name: 'Recent sign-ins' }).getByRole('listitem');
  await recent.getByText('Failed').waitFor();
  expect(await recent.count()).toBe(2);
  expect(await recent.first().textContent()).toMatch(/^Chrome on Linux Failed127\.0\.0\.1 · /);
  await recent.first().scrollIntoViewIfNeeded();
  await checkPage(page, 'account-sign-ins');
  await page.goto(`${world.url}/admin/audit`);
  await page.getByRole('link', { name: 'Sign-ins' }).click();
  await page.getByText('no account: grace@lectern.example').waitFor();
  await page.getByText('Wrong password at a confirmation').waitFor();
  await checkPage(page, 'admin-audit-sign-ins');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page, 'admin-audit-sign-ins');
  await page.goto(`${world.url}/account`);
  await recent.first().scrollIntoViewIfNeeded();
  await checkPage(page, 'account-sign-ins');
  await page.setViewportSize({ width: 1280, height: 900 });
});

/** Which of the addresses are in the cache of the browser. */
function cachedOf(urls: readonly string[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const isCached = (url: string) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      );
    const found = await Promise.all(all.map(async (url) => ((await isCached(url)) ? [url] : [])));
    return found.flat();
  }, urls);
}

/** Sends a change that must succeed. Returns the milliseconds until its response was there. */
function timeChange(method: string, path: string): Promise<number> {
  return page.evaluate(
    async (request) => {
      const { data } = await (await fetch('/api/v1/auth/csrf')).json();
      const start = performance.now();
      const headers = { 'x-csrf-token': data.csrf_token };
      const { status } = await fetch(request.path, { method: request.method, headers });
      if (status !== 200) throw new Error(`${request.path}: status ${status}`);
      return performance.now() - start;
    },
    { method, path },
  );
}

test('a sign-out clears the cache of the browser, and does not take seconds', async () => {
  await page.goto(`${world.url}/account`);
  await button('Sign out').waitFor();
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  // the service worker answers for parts
  const before = await cachedOf(scripts.filter((url) => url.endsWith('.js') && !url.includes('/parts/')));
  expect(before.length).toBeGreaterThan(3);
  const change = await timeChange('DELETE', '/api/v1/auth/sessions');
  expect(await cachedOf(before)).toEqual(before);
  const signOut = await timeChange('POST', '/api/v1/auth/logout');
  expect(await cachedOf(before)).toEqual([]);
  // Chromium clears before it hands over the response
  expect(signOut).toBeLessThan(change + MAX_CLEARING_MS);
  browserErrors.splice(0);
});

test('a sign-out without a connection asks about notes, clears the browser, and is finished later', async () => {
  await page.goto(`${network.url}/sign-in`);
  await signIn(page);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await openList(page, `${network.url}/?view=all`);
  await expect.poll(() => page.evaluate((name) => caches.has(name), KEPT), { timeout: 30_000 }).toBe(true);
  await page.evaluate((key) => localStorage.setItem(key, '{}'), OTHERS);
  await waitForParts(page, ['sign-out-dialog', 'sign-out-page']);
  for (const key of ['j', 'n']) await page.keyboard.press(key);
  await page.getByRole('textbox', { name: 'Note' }).waitFor();
  network.cut();
  await page.keyboard.type('private thoughts');
  await page.getByText('Not saved yet: no connection').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click();
  const signOut = async () => {
    await button('Sign out').click();
    await dialog().getByRole('heading', { name: '1 note is not saved' }).waitFor();
  };
  await signOut();
  await checkPage(page, 'sign-out-unsaved');
  await button('Stay signed in').click();
  await dialog().waitFor({ state: 'detached' });
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('private thoughts');
  await signOut();
  await button('Sign out and lose changes').click();
  await page.getByRole('heading', { level: 1, name: 'Not signed out yet' }).waitFor();
  await checkPage(page, 'sign-out-unreachable');
  expect(await page.getByRole('article').count()).toBe(0);
  expect(await page.evaluate((name) => caches.has(name), KEPT)).toBe(false);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lectern-note:')))).toEqual(
    [OTHERS],
  );
  network.restore();
  await button('Try again').click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect((await context.cookies(network.url)).map(({ name }) => name)).not.toContain('lectern_session');
  expect(await page.evaluate((key) => localStorage.getItem(key), OTHERS)).toBe('{}');
});
