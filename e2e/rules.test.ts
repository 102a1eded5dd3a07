import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { addScholars, smallScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

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
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const dialog = () => page.getByRole('dialog');
const rule = (name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Tracks a scholar of the sandbox, and waits for the first crawl. */
const track = (at: number) => addScholars(page, world, smallScholars(world).slice(at, at + 1));

test('makes a rule from a search, which acts on new publications, and undoes it', async () => {
  await track(0);
  await openList(page, `${world.url}/?view=all&q=year%3A1900..`);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('link', { name: 'Make a rule…' }).click();
  await dialog()
    .getByText(/^Would have acted on [\d,]+ publications/)
    .waitFor();
  await dialog().getByLabel('Name').fill('Everything with a year');
  await dialog().getByLabel('Add tags').fill('by a rule');
  await page.keyboard.press('Enter');
  await dialog().getByLabel('Mark as read').check();
  await checkPage(page, 'rule-dialog');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page, 'rule-dialog');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
  await rule('Everything with a year').getByText('by a rule').waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await track(1);
  await openList(page, `${world.url}/?view=all&q=${encodeURIComponent('tag:"by a rule"')}`);
  for (const key of ['j', 'o']) await page.keyboard.press(key);
  await page.getByText(/tagged it “by a rule”/).waitFor();
  await checkPage(page, 'rule-detail');
  await page.goto(`${world.url}/settings/rules`);
  await page.getByRole('button', { name: /^Undo for/ }).waitFor();
  await checkPage(page, 'rules');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page, 'rules');
  await page.getByRole('button', { name: /^Undo for/ }).click();
  await page.getByText(/^Undid “Everything with a year” for [\d,]+ publications\.$/).waitFor();
  await page.getByRole('button', { name: 'Delete rule Everything with a year' }).click();
  await page.getByText('No rules yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await rule('Everything with a year').waitFor();
  expect(browserErrors).toEqual([]);
});
