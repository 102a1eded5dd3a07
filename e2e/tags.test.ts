import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { addScholars } from './support/add-scholars.ts';
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
  await addScholars(page, world);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const row = (at: number) => page.locator(`[data-row="${at}"]`);
const editor = () => page.getByRole('dialog');
const tagRow = (name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Opens the editor, toggles tags by name, and closes it. */
async function tag(...names: string[]): Promise<void> {
  await page.keyboard.press('t');
  await editor().getByRole('combobox').waitFor();
  for (const name of names) {
    await page.keyboard.type(name);
    await editor().getByRole('option', { name }).first().waitFor();
    await page.keyboard.press('Enter');
    await editor().getByRole('option', { name, selected: true }).waitFor();
  }
  await page.keyboard.press('Escape');
  await editor().waitFor({ state: 'detached' });
}

test('tags one publication and a selection by key', async () => {
  await openList(page, `${world.url}/?view=all`);
  await page.keyboard.press('j');
  const { height } = (await row(0).boundingBox()) ?? { height: 0 };
  await tag('to read', 'Glaciers');
  await row(0).getByText('Glaciers').waitFor();
  expect((await row(0).boundingBox())?.height, 'tags do not change the height of a row').toBe(height);
  for (const key of ['J', 'J', 'k']) await page.keyboard.press(key);
  await page.keyboard.press('t');
  await editor()
    .getByRole('option', { name: /Glaciers.*on 1 of 3/ })
    .waitFor();
  await checkPage(page, 'tag-editor');
  await page.keyboard.press('Escape');
  await tag('to cite');
  for (const at of [0, 1, 2]) await row(at).getByText('to cite').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row(0).getByRole('link').first().click();
  await page.getByRole('complementary').getByText('Glaciers').waitFor();
  await checkPage(page, 'tagged');
  await page.reload();
  await row(2).getByText('to cite').waitFor();
});

test('renames, recolors, merges and deletes tags, with undo', async () => {
  await page.goto(`${world.url}/settings/tags`);
  await tagRow('to cite').getByText('3 publications').waitFor();
  await page.getByRole('button', { name: 'Change tag Glaciers' }).click();
  await editor().getByLabel('Name').fill('ice');
  await editor().getByRole('radio', { name: 'Blue' }).check();
  await checkPage(page, 'change-tag');
  await editor().getByRole('button', { name: 'Save' }).click();
  await tagRow('ice').getByText('1 publication').waitFor();
  await page.getByRole('button', { name: 'Change tag to read' }).click();
  await editor().getByLabel('Name').fill('To Cite');
  await editor().getByRole('button', { name: 'Save' }).click();
  await editor().getByText('You already have “To Cite”.').waitFor();
  browserErrors.splice(0);
  await editor().getByRole('button', { name: 'Merge into “To Cite”' }).click();
  await editor().waitFor({ state: 'detached' });
  await tagRow('to read').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete tag to cite' }).click();
  await tagRow('to cite').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await tagRow('to cite').getByText('3 publications').waitFor();
  await checkPage(page, 'tags');
  expect(browserErrors).toEqual([]);
});
