import { readdir, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const SLOW = { timeout: 90_000 };
const FIRST = 'FirstFirst_1';
const MANY = 60;

let world: World;
let browser: Browser;
let page: Page;
let browserErrors: string[];
/** the queries of requests for scholars, without those for one scholar */
const listed: string[] = [];

beforeAll(async () => {
  world = await startWorld({ scholars: 'none' });
  const { sandbox } = world;
  sandbox.addScholar(FIRST, 6, { name: 'Ottilie Vandermölen' });
  sandbox.addScholar('Second_____2', 6, { name: 'Ruprecht Oldenhage', shares: [{ id: FIRST, count: 6 }] });
  for (let n = 1; n <= MANY; n += 1) sandbox.addScholar(idOf(n), 1, { name: `Person Nº${String(n).padStart(3, '0')}` });
  browser = await openBrowser();
  ({ page, browserErrors } = await openPage(browser, { width: 1280 }));
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/v1/scholars' && request.method() === 'GET') listed.push(search);
  });
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const field = () => page.getByLabel('Add scholars');
const filter = () => page.getByRole('combobox', { name: 'Scholar' });
/** Opens the panel with the filter. */
const openFilter = () => page.getByRole('button', { name: 'Filter', exact: true }).click();
const options = () => page.getByRole('listbox', { name: 'Scholar' }).getByRole('option');
const rows = () => page.getByRole('listitem').filter({ has: page.getByRole('switch') });
const focusedField = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
const focusedName = () => page.evaluate(() => document.activeElement?.textContent ?? '');

test('the set-up page has its messages at the fields, moves nothing, and works in both themes, on a phone and enlarged', async () => {
  const create = page.getByRole('button', { name: 'Create account' });
  // the last one is 1280 pixels at 200 %
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
    [640, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(world.setupLink);
    await page.reload();
    await page.getByLabel('Email').waitFor();
    expect(await focusedField()).toBe('email');
    await checkPage(page, 'set-up');
    const before = await create.boundingBox();
    await page.keyboard.type('ada at home');
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.getByText('This has 5 characters. Use at least 12.').waitFor();
    expect(await focusedField()).toBe('email');
    await checkPage(page, 'set-up-messages');
    expect(await create.boundingBox()).toEqual(before);
  }
  const hints = await page
    .locator('input')
    .evaluateAll((all) => all.map((input) => input.getAttribute('autocomplete')));
  expect(hints).toEqual(['username', 'new-password', 'new-password']);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${world.url}/setup`);
  await page.reload();
  await page.getByText('The part of this address after the # is missing.').waitFor();
  await checkPage(page, 'set-up-no-token');
});

test('the token of the link is only in the request that creates the account, and leads nowhere afterwards', async () => {
  const token = new URL(world.setupLink).hash.replace('#token=', '');
  const sent: string[] = [];
  page.on('request', (request) => {
    const parts = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''];
    if (parts.join('\n').includes(token)) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await setUpAccount(page, world);
  expect(page.url()).toBe(`${world.url}/`);
  expect(sent).toEqual(['POST /api/v1/auth/setup']);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
  );
  expect(kept).not.toContain(token);
  await page.goBack();
  await page.getByText('This server has no users yet.').waitFor({ state: 'detached' });
  expect(page.url()).not.toContain(token);
  await page.goto(world.setupLink);
  await page.getByRole('heading', { name: 'Lectern is set up' }).waitFor();
  await checkPage(page, 'set-up-done');
  await page.getByRole('link', { name: 'Sign in' }).click();
});

test('after set-up, the user adds the first scholar in the list', async () => {
  await setRequestDelay(page, 0);
  await page.getByText('No scholars yet').waitFor();
  await field().waitFor();
  await checkPage(page, 'first-steps-empty');
  await field().fill(FIRST);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Added 1 scholar.').waitFor();
  // typed text stays when the first publications take the place of the empty state
  await field().fill('typed meanwhile');
  await page.getByRole('article').first().waitFor(SLOW);
  expect(await field().inputValue()).toBe('typed meanwhile');
});

test('then it proposes daily checks and co-authors', async () => {
  await page.getByText('Check your scholars every day?').waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Lectern checks your scholars every day.').waitFor();
  const suggested = page.getByRole('region', { name: 'People they publish with' });
  await suggested.waitFor(SLOW);
  await checkPage(page, 'first-steps');
  await page.getByRole('button', { name: 'Hide this form' }).click();
  await suggested.getByRole('button', { name: 'Track Ruprecht Oldenhage' }).click();
  await suggested.getByRole('link', { name: 'Tracked: Ruprecht Oldenhage' }).waitFor();
  await expect.poll(focusedName).toBe('Tracked');
  await suggested.getByRole('button', { name: 'Not now' }).click();
  await suggested.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('article').first().waitFor();
  // the combobox is complete without the suggestion
  await openFilter();
  await filter().click();
  await expect
    .poll(() => options().allTextContents())
    .toEqual(['All scholars', 'Ottilie Vandermölen', 'Ruprecht Oldenhage']);
  expect(await suggested.count()).toBe(0);
  expect(await field().count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('filters by a scholar found while typing, by keyboard, and keeps the name after a reload', async () => {
  await addMany();
  await openList(page, world.url);
  await openFilter();
  await filter().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => options().count()).toBe(21);
  await page.getByText('Type a name to find others.', { exact: true }).waitFor();
  await page.keyboard.type('vandermol');
  // the search is under way
  await page.keyboard.press('Enter');
  await page.waitForURL(/scholar=\d+$/);
  expect(await filter().inputValue()).toBe('Ottilie Vandermölen');
  expect(await filter().getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => page.getByRole('article').count()).toBe(6);
  await page.reload();
  await page.getByRole('button', { name: /^Ottilie Vandermölen/ }).waitFor();
  await openFilter();
  await expect.poll(() => filter().inputValue()).toBe('Ottilie Vandermölen');

  // Escape and leaving the field keep the filter
  await filter().click();
  await page.keyboard.type('zzz');
  await page.getByText('No matching scholars').first().waitFor();
  await page.keyboard.press('Escape');
  expect(await filter().inputValue()).toBe('Ottilie Vandermölen');
  await filter().click();
  await page.keyboard.type('person');
  await expect.poll(() => options().first().textContent()).toBe('Person Nº001');
  await page.keyboard.press('ArrowDown');
  const active = await filter().getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).textContent()).toBe('Person Nº002');
  await checkPage(page, 'scholar-filter');
  await page.keyboard.press('Tab');
  expect(await filter().inputValue()).toBe('Ottilie Vandermölen');

  await filter().click();
  await options().filter({ hasText: 'All scholars' }).click();
  await page.waitForURL((url) => !url.searchParams.has('scholar'));
  await filter().fill(idOf(7).slice(0, 11));
  await expect.poll(() => options().allTextContents()).toContain('Person Nº007');
  // the options of the text before move when those of this text arrive
  await page.locator('[role=listbox][aria-busy=false]').waitFor();
  await options().filter({ hasText: 'Person Nº007' }).click();
  await page.waitForURL(/scholar=/);
  // an emptied field means all scholars
  await filter().fill('');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.searchParams.has('scholar'));
});

test('the first page never requests all scholars', async () => {
  listed.splice(0);
  await page.goto(`${world.url}/?view=unread`);
  await page.getByRole('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(listed).toEqual([]);
});

test('the page of scholars draws only the rows in view, and the keyboard reaches all', async () => {
  await page.goto(`${world.url}/scholars`);
  await page.getByText(`${MANY + 2} scholars`).waitFor();
  await rows().first().waitFor();
  expect(await rows().count()).toBeLessThan(40);
  expect(await rows().first().getAttribute('aria-setsize')).toBe(String(MANY + 2));
  await rows().first().getByRole('button').focus();
  // each row has links, a switch and a button; the focus goes from row to row
  const reached = new Set<string>();
  for (let n = 0; n < 400 && reached.size < MANY + 2; n += 1) {
    const at = await page.evaluate(
      () => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? 'outside',
    );
    reached.add(at);
    await page.keyboard.press('Tab');
  }
  expect(reached.size).toBe(MANY + 2);
  expect(reached).not.toContain('outside');
  // the row with the focus stays when it is scrolled out of view
  const last = rows().filter({ hasText: `Person Nº0${MANY}` });
  await last.getByRole('button').focus();
  await page.getByRole('region', { name: 'Scholars' }).evaluate((scroller) => scroller.scrollTo(0, 0));
  await rows().first().filter({ hasText: 'Ottilie' }).waitFor();
  expect(await last.getByRole('button').evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByLabel('Filter by name or affiliation').fill('Nº045');
  await page.getByText(`1 of ${MANY + 2} scholars`).waitFor();
  expect(await rows().allTextContents()).toEqual([expect.stringContaining('Person Nº045')]);
});

test('the first page is rendered by the production version of React, whatever NODE_ENV says', async () => {
  const folder = new URL('../web/dist/server/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const codes = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  expect(codes.join('')).toContain('renderToString');
  expect(codes.join('')).not.toContain('process.env.NODE_ENV');
});

test('the browser reported no errors', () => {
  expect(browserErrors).toEqual([]);
});

function idOf(n: number): string {
  return `MANY${String(n).padStart(8, '0')}`;
}

/** Adds the other scholars, and waits until their names are known. */
async function addMany(): Promise<void> {
  await page.goto(`${world.url}/scholars`);
  await field().fill(Array.from({ length: MANY }, (_, at) => idOf(at + 1)).join('\n'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(`Added ${MANY} scholars.`).waitFor();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { data } = await (await fetch('/api/v1/scholars')).json();
        return data.scholars.filter((one: { baseline_completed: boolean }) => !one.baseline_completed).length;
      }),
    )
    .toBe(0);
}
