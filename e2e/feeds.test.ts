import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { addScholars, smallScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const PHONE = { width: 390, height: 844 };

let world: World;
let browser: Browser;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ page, browserErrors } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
  await setRequestDelay(page, 0);
  await addScholars(page, world);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const addresses = () => page.getByRole('list', { name: 'Feeds' }).locator('code').allTextContents();

/** Reads an Atom feed as the browser's own parser does. Returns its title, and the number of its entries. */
function readFeed(address: string): Promise<{ title: string | null; count: number }> {
  return page.evaluate(async (url) => {
    const response = await fetch(url, { credentials: 'omit' });
    const { documentElement: feed } = new DOMParser().parseFromString(await response.text(), 'application/xml');
    return { title: feed.querySelector('title')?.textContent ?? null, count: feed.querySelectorAll('entry').length };
  }, address);
}

test('the page of a scholar and the dialog of a view create feeds, which a parser of XML reads', async () => {
  const name = smallScholars(world)[0]?.name ?? '';
  await page.goto(`${world.url}/scholars`);
  await page.getByRole('link', { name }).first().click();
  await page.getByRole('link', { name: 'Manage' }).click();
  await button('Create feed').click();
  await button('Copy Atom address').waitFor();
  await page.getByRole('heading', { name: 'Feed', exact: true }).scrollIntoViewIfNeeded();
  await checkPage(page, 'feed-of-scholar');
  await openList(page, `${world.url}/?view=all&q=year:2015..`);
  await button('Save view…').click();
  await dialog().getByLabel('Name').fill('Recent');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await button('Edit view…').click();
  await dialog().getByRole('button', { name: 'Create feed' }).click();
  await dialog().getByRole('button', { name: 'Copy Atom address' }).waitFor();
  await checkPage(page, 'feed-of-view');
  await dialog().getByRole('link', { name: 'All feeds' }).click();
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  const [ofScholar = '', , ofView = ''] = await addresses();
  const feeds = [await readFeed(ofScholar), await readFeed(ofView)];
  expect(feeds.map(({ title }) => title)).toEqual([name, 'Recent']);
  for (const { count } of feeds) expect(count).toBeGreaterThan(0);
});

test('the settings create a feed, replace its address, and delete it', async () => {
  await page.getByLabel('What the feed has').selectOption('Favorites');
  await button('Create feed').click();
  await page.getByText('Feed “Favorites” created.').waitFor();
  await checkPage(page, 'feeds');
  await page.setViewportSize(PHONE);
  await checkPage(page, 'feeds');
  const [before = ''] = (await addresses()).slice(-2);
  await button('New address for feed Favorites').click();
  await checkPage(page, 'feed-new-address');
  await dialog().getByRole('button', { name: 'Create new address' }).click();
  await page.getByText('“Favorites” has a new address.').waitFor();
  expect((await fetch(before)).status).toBe(404);
  const [after = ''] = (await addresses()).slice(-2);
  expect((await fetch(after)).status).toBe(200);
  await button('Delete feed Favorites').click();
  await dialog().getByRole('button', { name: 'Delete feed' }).click();
  await page.getByText('Feed “Favorites” deleted.').waitFor();
  expect(await addresses()).toHaveLength(4);
  expect(browserErrors).toEqual([]);
});
