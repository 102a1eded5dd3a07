import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { addScholars } from './support/add-scholars.ts';
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
const rail = () => page.getByRole('navigation', { name: 'Main' });
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const rows = () => page.getByRole('listitem');

/** Saves the list at an address as a view. */
async function save(address: string, name: string): Promise<void> {
  await openList(page, `${world.url}${address}`);
  await page.getByRole('button', { name: 'Save view…' }).click();
  await dialog().getByLabel('Name').fill(name);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await title(name).waitFor();
}

test('saves lists as views, and updates one to the changed list', async () => {
  await save('/?view=all&sort=citations', 'Most cited');
  await save('/?view=all&q=year:2015..', 'Recent');
  await page.getByRole('navigation', { name: 'Views', exact: true }).getByRole('link', { name: 'Unread' }).click();
  await page.getByRole('button', { name: 'Update view' }).waitFor();
  await checkPage(page, 'view-changed');
  await page.getByRole('button', { name: 'Update view' }).click();
  await page.getByRole('button', { name: 'Edit view…' }).click();
  await dialog().getByLabel('Open Lectern with this view').check();
  await checkPage(page, 'edit-view');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
});

test('opens with the chosen view, and Today still opens Today', async () => {
  await page.goto(world.url);
  await title('Recent').waitFor();
  expect(new URL(page.url()).searchParams.get('view')).toBe('unread');
  await rail().getByRole('link', { name: 'Today' }).click();
  await title('Recent').waitFor({ state: 'detached' });
  await page.reload();
  expect(await rail().getByRole('link', { name: 'Today' }).getAttribute('aria-current')).toBe('page');
});

test('moves views by dragging and by buttons, and deletes one with undo', async () => {
  await page.goto(`${world.url}/settings/views`);
  await rows().nth(1).dragTo(rows().nth(0));
  await rows().nth(0).getByText('Recent').waitFor();
  await page.getByRole('button', { name: 'Move Recent down' }).click();
  await rows().nth(0).getByText('Most cited').waitFor();
  await checkPage(page, 'views');
  await page.getByRole('button', { name: 'Edit view Most cited' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await rows().filter({ hasText: 'Most cited' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await rows().nth(0).getByText('Most cited').waitFor();
  await page.setViewportSize(PHONE);
  await checkPage(page, 'views');
});

test('a phone has the views above the list', async () => {
  await openList(page, `${world.url}/?view=all`);
  await checkPage(page, 'view-links');
  await page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'Most cited' }).click();
  await title('Most cited').waitFor();
  await checkPage(page, 'view');
  expect(browserErrors).toEqual([]);
});
