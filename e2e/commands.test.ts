import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { addScholars, smallScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

interface Listed {
  readonly scholars: readonly { readonly scholar_profile_id: number }[];
  readonly pdf_url: string | null;
}

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
  await addScholars(page, world, scholars());
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const scholars = () => smallScholars(world).slice(0, 3);
const row = (at: number) => page.locator(`[data-row="${at}"]`);
const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'));
const unreadCount = async () => Number(/^\(([\d,]+)\)/.exec(await page.title())?.[1]?.replaceAll(',', '') ?? 0);
const palette = () => page.getByRole('dialog', { name: 'Commands' });
const options = () => palette().getByRole('option');
const current = () => palette().getByRole('option', { selected: true }).textContent();

const open = (search = '?view=all') => openList(page, `${world.url}/${search}`);

/** Opens the palette, types, and waits until the wanted option is the current one. */
async function find(typed: string, wanted: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette().waitFor();
  await page.keyboard.type(typed);
  await expect.poll(current).toContain(wanted);
}

function listSorted(by: string): Promise<Listed[]> {
  return page.evaluate(async (sort) => {
    const response = await fetch(`/api/v1/publications?mode=all&sort_by=${sort}&sort_dir=desc&page_size=100`);
    return (await response.json()).data.publications;
  }, by);
}

test('the palette finds a scholar by the beginnings of words', async () => {
  await open();
  await page.keyboard.press('Control+k');
  await palette().waitFor();
  await expect.poll(() => options().count()).toBeGreaterThan(10);
  await checkPage(page, 'palette');
  const [first] = scholars();
  const name = first?.name ?? '';
  const typed = name
    .toLowerCase()
    .split(' ')
    .map((word) => word.slice(0, 3));
  await page.keyboard.type(typed.reverse().join(' '));
  await expect.poll(current).toContain(name);
  await checkPage(page, 'palette-scholars');
  await page.keyboard.press('Enter');
  await page.waitForURL(/scholar=\d+/);
  await palette().waitFor({ state: 'detached' });
  await find('accou', 'Go to Account');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
});

test('the palette acts on the focused publication, and the focus returns to it', async () => {
  await open();
  await page.keyboard.press('j');
  await expect.poll(focusedRow).toBe('0');
  await find('add fav', 'favorites');
  await page.keyboard.press('Enter');
  await row(0).getByRole('button', { name: 'Favorite', pressed: true }).waitFor();
  expect(await focusedRow()).toBe('0');
  await page.keyboard.press('u');
  await row(0).getByRole('button', { name: 'Favorite', pressed: false }).waitFor();
});

test('the palette is used by arrows, Escape and its own key', async () => {
  await page.keyboard.press('Control+k');
  await palette().waitFor();
  const first = await current();
  await page.keyboard.press('ArrowDown');
  expect(await current()).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await current()).toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await current()).toBe(await options().last().textContent());
  await page.keyboard.press('Escape');
  await palette().waitFor({ state: 'detached' });
  expect(await focusedRow()).toBe('0');
  await page.keyboard.press('Control+k');
  await palette().waitFor();
  await page.keyboard.press('Control+k');
  await palette().waitFor({ state: 'detached' });
  // also by a button, and by pointer
  await page.getByRole('button', { name: 'Commands' }).click();
  await options().filter({ hasText: 'Go to Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  // the focused element is still there
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Commands');
});

test('the palette opens in a field, and what is not found is searched for', async () => {
  await page.goto(`${world.url}/scholars`);
  const field = page.getByLabel('Add scholars');
  await field.click();
  await page.keyboard.press('Control+k');
  await palette().waitFor();
  await page.keyboard.press('Escape');
  await palette().waitFor({ state: 'detached' });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await find('zzzz', 'Search publications for “zzzz”');
  expect(await options().count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=zzzz/);
  await page.getByText('No matches').waitFor();
});

test('marks as read and goes to the next', async () => {
  await open();
  const before = await unreadCount();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.press('e');
  await expect.poll(focusedRow).toBe('2');
  await expect.poll(unreadCount).toBe(before - 2);
  await page.keyboard.press('u');
  await expect.poll(unreadCount).toBe(before - 1);
});

test('goes to the next and the previous scholar', async () => {
  const listed = await listSorted('citations');
  const scholar = listed[0]?.scholars[0]?.scholar_profile_id;
  const next = listed.findIndex((one) => !one.scholars.some(({ scholar_profile_id: id }) => id === scholar));
  expect(next).toBeGreaterThan(0);
  await open('?sort=citations');
  await page.keyboard.press('j');
  await expect.poll(focusedRow).toBe('0');
  await page.keyboard.press('N');
  await expect.poll(focusedRow).toBe(String(next));
  await page.keyboard.press('P');
  await expect.poll(focusedRow).toBe('0');
});

test('opens the PDF, and the buttons say the keys', async () => {
  await expect.poll(async () => (await listSorted('pdf_status'))[0]?.pdf_url, { timeout: 90_000 }).toMatch(/^http/);
  const pdf = (await listSorted('pdf_status'))[0]?.pdf_url;
  await open('?sort=pdf_status');
  await page.evaluate(() => {
    window.open = (url) => {
      document.body.dataset.opened = String(url);
      return null;
    };
  });
  await page.keyboard.press('j');
  await expect.poll(focusedRow).toBe('0');
  await page.keyboard.press('p');
  expect(await page.evaluate(() => document.body.dataset.opened)).toBe(pdf);
  expect(await row(0).getByRole('button', { name: 'Favorite' }).getAttribute('title')).toBe('Favorite (f)');
  expect(await row(0).getByRole('link', { name: 'PDF' }).getAttribute('title')).toBe('Open PDF (p)');
});

test('without single-key shortcuts, the palette still opens', async () => {
  await open();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  await checkPage(page, 'key-sheet');
  await sheet.getByRole('switch').click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  expect(await focusedRow()).toBeNull();
  await find('keyb', 'Show keyboard shortcuts');
  await page.keyboard.press('Enter');
  await sheet.getByRole('switch', { checked: false }).click();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await expect.poll(focusedRow).toBe('0');
});

test('starts a run, changes the theme and signs out from the palette', async () => {
  await find('dark', 'Use the dark theme');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await setRequestDelay(page, 3);
  await find('start run', 'Start a run');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/runs$/);
  await page.getByText('of 3 scholars checked').waitFor();
  await find('log out', 'Sign out');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  // requests that were under way at the sign-out
  const others = browserErrors.filter((message) => !message.includes('401'));
  browserErrors.splice(0, Infinity, ...others);
});

test('the browser reported no errors, such as refused styles, scripts or exceptions', () => {
  expect(browserErrors).toEqual([]);
});
