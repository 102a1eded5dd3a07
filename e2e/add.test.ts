import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { startWorld, type World } from './support/start-world.ts';

const TITLE = 'Silt in the estuaries of two rivers';
const DOI = '10.5555/silt.2021';

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  world = await startWorld();
  const [scholar] = world.sandbox.scholars;
  world.sandbox.addPublication(scholar?.id ?? '', { title: TITLE, italic: null, year: 2021, doi: DOI, arxivId: null });
  browser = await openBrowser();
  ({ context, page } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const row = () => page.getByRole('article').filter({ hasText: TITLE });

test('a paper is found by its DOI, added, removed and put back', async () => {
  await page.goto(`${world.url}/?view=all`);
  await page.getByRole('link', { name: 'Add papers' }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('textbox', { name: 'Papers' }).fill(`https://doi.org/${DOI}\n${TITLE}\n10.5555/nothing`);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByText('Do you mean one of these?').waitFor();
  await checkPage(page, 'add');
  await page.getByRole('button', { name: 'Add 1 paper' }).click();
  await page.getByRole('link', { name: TITLE }).click();
  await page.getByText(/^You added it on/).waitFor();
  await checkPage(page, 'added');
  await page.getByRole('button', { name: 'Remove from the library' }).click();
  await row().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row().waitFor();
  expect(await row().count()).toBe(1);
});

test('a page that a phone shares is looked up, and fits', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${world.url}/add?title=Silt&text=${encodeURIComponent(`see https://doi.org/${DOI}`)}`);
  await phone.page.getByText('Already in your library').waitFor();
  await checkPage(phone.page, 'add');
  await phone.context.close();
});
