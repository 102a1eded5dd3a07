import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { askWithoutDelay } from './support/ask-without-delay.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { startWorld, type World } from './support/start-world.ts';

const CRAWLED = { timeout: 60_000 };

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ context, page, complaints } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
  await askWithoutDelay(page);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const field = () => page.getByLabel('Add scholars');
const results = () => page.getByRole('region', { name: 'People by the name of' });
const rows = () => page.getByRole('listitem').filter({ has: page.getByRole('switch') });
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a name is searched for on Enter, and nobody is tracked before the click', async () => {
  await page.goto(`${world.url}/scholars`);
  await field().fill('University');
  await field().press('Enter');
  await page.waitForURL(/name=University/);
  await results().getByText('people found at Google Scholar').waitFor();
  expect(await results().getByRole('listitem').count()).toBeGreaterThan(3);
  await page.getByText('Nobody is tracked yet').waitFor();
  await results().getByRole('button', { name: 'Track Tomás Ó Súilleabháin' }).click();
  await results().getByRole('link', { name: 'Tracked: Tomás Ó Súilleabháin' }).waitFor();
  await expect.poll(focused).toBe('Tracked');
  await rows().filter({ hasText: 'Tomás Ó Súilleabháin' }).waitFor(CRAWLED);
  await checkPage(page, 'scholars-search');
  await page.reload();
  await results().getByRole('link', { name: 'Tracked: Tomás Ó Súilleabháin' }).waitFor();
  expect(await rows().count()).toBe(1);
});
