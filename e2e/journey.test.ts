import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, setUpAccount, signIn } from './support/account.ts';
import { askWithoutDelay } from './support/ask-without-delay.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { startWorld, type World } from './support/start-world.ts';

const NEW_TITLE = 'Quiet catalogues of restless machines';
const CRAWLED = { timeout: 90_000 };

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

/** The journeys follow each other in one world, as somebody's first morning does. */
beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ context, page, complaints } = await openPage(browser, { width: 1280 }));
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const row = (at: number) => page.locator(`[data-row="${at}"]`);
const titleOf = async (at: number) => (await row(at).getByRole('link').first().textContent()) ?? '';
const unreadCount = async () => Number(/^\(([\d,]+)\)/.exec(await page.title())?.[1]?.replaceAll(',', '') ?? 0);

test('set up through the one-time link, sign out, sign in', async () => {
  await setUpAccount(page, world);
  await page.getByText('Nobody is tracked yet').waitFor();
  await checkPage(page, 'first-run');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByText('Where you are signed in').waitFor();
  await checkPage(page, 'account');
  // who signs out is not asked about what is not saved
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByLabel('Seconds between two requests').fill('77');
  await page.getByRole('link', { name: 'Account' }).first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto(`${world.url}/scholars?x=1`);
  await signIn(page, { ...ACCOUNT, password: 'a wrong password' });
  await page.getByRole('alert').filter({ hasText: 'Request' }).waitFor();
  await checkPage(page, 'sign-in');
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/scholars/);
  await askWithoutDelay(page);
  // what was refused on purpose
  complaints.splice(0);
});

test('track scholars, several at once, and be told what was not taken', async () => {
  const ids = world.sandbox.scholars.slice(0, 2).map(({ id }) => id);
  await page.getByLabel('Add scholars').fill(`${ids.join('\n')}\nnobody`);
  await page.getByRole('button', { name: 'Track' }).click();
  await page.getByText('2 scholars are tracked now.').waitFor();
  await page.getByText('nobody:').waitFor();
  expect(await page.getByLabel('Add scholars').inputValue()).toBe('nobody');
  complaints.splice(0);
  for (const { name } of world.sandbox.scholars.slice(0, 2)) await page.getByRole('link', { name }).waitFor(CRAWLED);
  await page
    .getByText('Is being read')
    .or(page.getByText('Waits to be read'))
    .first()
    .waitFor({ state: 'detached', ...CRAWLED });
  await checkPage(page, 'scholars');
});

test('remove a scholar, and take that back', async () => {
  const [first] = world.sandbox.scholars;
  await page.getByRole('button', { name: `Remove: ${first?.name}` }).click();
  await page.getByRole('link', { name: first?.name ?? '' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: first?.name ?? '' }).waitFor();
});

test('read by keyboard: next, open, unread again, favorite, undo; open and filter stand in the address', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await row(0).waitFor();
  const before = await unreadCount();
  expect(before).toBeGreaterThan(50);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await expect.poll(unreadCount).toBe(before - 1);
  expect(new URL(page.url()).searchParams.get('open')).toMatch(/^\d+$/);
  expect(await page.getByRole('complementary').getByRole('heading').textContent()).toBe(await titleOf(1));
  await checkPage(page, 'reading');
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('1');
  await page.keyboard.press('m');
  await expect.poll(unreadCount).toBe(before);
  await page.keyboard.press('f');
  await row(1).getByRole('button', { name: 'Favorite', pressed: true }).waitFor();
  await page.keyboard.press('u');
  await row(1).getByRole('button', { name: 'Favorite', pressed: false }).waitFor();
  // a mark that is refused leaves nothing to take back: what was marked before it is
  await page.keyboard.press('f');
  await row(1).getByRole('button', { name: 'Favorite', pressed: true }).waitFor();
  await page.route('**/mark-read', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.keyboard.press('m');
  await page.getByRole('alert').waitFor();
  complaints.splice(0);
  await page.keyboard.press('u');
  await row(1).getByRole('button', { name: 'Favorite', pressed: false }).waitFor();
  await page.keyboard.press('f');
  await page.getByRole('link', { name: 'Favorites' }).click();
  await page.waitForURL(/view=favorites/);
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.reload();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
});

test('a view that was seen before hears of new marks; the order can be set back; closing leaves nothing to go back to', async () => {
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await row(4).waitFor();
  await row(4).hover();
  await row(4).getByRole('button', { name: 'Favorite' }).click();
  await page.getByRole('link', { name: 'Favorites' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  const order = page.getByRole('combobox', { name: 'Order' });
  await order.selectOption({ label: 'Most cited' });
  await page.waitForURL(/sort=citations/);
  await order.selectOption({ label: 'Newest first' });
  await page.waitForURL((url) => !url.searchParams.has('sort'));
  expect(await order.locator('option:checked').textContent()).toBe('Newest first');
  await page.getByRole('link', { name: 'Unread', exact: false }).first().click();
  await page.waitForURL(/view=unread/);
  await row(6).getByRole('link').first().click();
  await page.getByRole('complementary').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('view'));
});

test('mark all as read asks nothing and can be taken back', async () => {
  await page.goto(`${world.url}/`);
  await row(0).waitFor();
  const before = await unreadCount();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(unreadCount).toBe(0);
  // the button is gone
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-row'))).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(unreadCount).toBe(before);
});

test('select some, mark them as read together, and take that back', async () => {
  const before = await unreadCount();
  await row(3).hover();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const at of [0, 2, 3]) await row(at).getByRole('checkbox').click();
  await page.getByText('3 selected').waitFor();
  await checkPage(page, 'selecting');
  await page.getByRole('region', { name: 'Select' }).getByRole('button', { name: 'Mark as read' }).click();
  await expect.poll(unreadCount).toBe(before - 3);
  await page.keyboard.press('u');
  await expect.poll(unreadCount).toBe(before);
  // the same by keys: what is selected is meant, not the row that one is at
  for (const key of ['j', 'x', 'j', 'x', 'm']) await page.keyboard.press(key);
  await expect.poll(unreadCount).toBe(before - 2);
  await page.keyboard.press('u');
  await expect.poll(unreadCount).toBe(before);
  await page.getByRole('region', { name: 'Select' }).getByRole('button', { name: 'Cancel' }).click();
});

test('a run is followed live; what it found waits above the list until it is wanted', async () => {
  await page.goto(`${world.url}/`);
  await row(0).waitFor();
  const reader = await context.newPage();
  await reader.goto(`${world.url}/runs`);
  const [first] = world.sandbox.scholars;
  world.sandbox.addWork(first?.id ?? '', { title: NEW_TITLE });
  await reader.getByRole('button', { name: 'Start a run' }).click();
  await reader.getByText('of 2 scholars read').waitFor();
  await reader.getByRole('listitem').filter({ hasText: NEW_TITLE }).waitFor(CRAWLED);
  await reader
    .getByText('Under way')
    .first()
    .waitFor({ state: 'detached', ...CRAWLED });
  await reader.getByRole('cell', { name: 'Done', exact: true }).waitFor();
  await checkPage(reader, 'runs');
  await reader.close();
  const top = await titleOf(0);
  expect(top).not.toBe(NEW_TITLE);
  await page.getByRole('button', { name: 'Show 1 new' }).click(CRAWLED);
  await expect.poll(() => titleOf(0)).toBe(NEW_TITLE);
  await page.getByRole('link', { name: /^New/ }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
});

test('search as one types, with the match set off', async () => {
  await page.goto(`${world.url}/`);
  await row(0).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('restl catal');
  await page.waitForURL(/q=restl/);
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  expect(await row(0).locator('mark').allTextContents()).toEqual(['catal', 'restl']);
  await checkPage(page, 'search');
  await page.getByRole('searchbox').fill('zzzz');
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('link', { name: 'Show everything' }).click();
  await row(5).waitFor();
});

test('the list holds still far down: rows are there, and the place is kept', async () => {
  const feed = page.getByRole('feed');
  const total = Number(await row(0).getAttribute('aria-setsize'));
  expect(total).toBeGreaterThan(150);
  await feed.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
  await row(total - 1).waitFor();
  await row(total - 1)
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('complementary').waitFor();
  await page.reload();
  await row(total - 1).waitFor();
  await page.keyboard.press('Escape');
  // the keys go on where one is, not at the top
  await page.keyboard.press('k');
  const focused = () => page.evaluate(() => Number(document.activeElement?.getAttribute('data-row') ?? 0));
  await expect.poll(focused).toBeGreaterThan(total - 30);
});

test('a session that ended is taken up again where one was', async () => {
  await page.getByRole('link', { name: 'Scholars' }).click();
  await page.getByLabel('Add scholars').fill('typed before');
  const cookies = await context.cookies();
  await context.clearCookies();
  // whatever is asked next is refused; the dialog may be there before
  await page.getByRole('button', { name: 'Track' }).dispatchEvent('click');
  await page.getByRole('dialog').waitFor();
  await checkPage(page, 'session-over');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Add scholars').inputValue()).toBe('typed before');
  expect((await context.cookies()).length).toBe(cookies.length);
  complaints.splice(0);
});

test('the keys are told, and can be switched off', async () => {
  await page.goto(`${world.url}/`);
  await row(0).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await checkPage(page, 'keys');
  await page.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBeNull();
  await page.evaluate(() => localStorage.clear());
});

test('on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${world.url}/`);
  await phone.page.getByRole('article').first().waitFor();
  await checkPage(phone.page, 'publications');
  await phone.page.getByRole('article').first().getByRole('link').first().click();
  await phone.page.getByRole('dialog').waitFor();
  await checkPage(phone.page, 'reading');
  await phone.page.goBack();
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
  await phone.page.getByRole('button', { name: 'Filters' }).click();
  await checkPage(phone.page, 'filters');
  for (const name of ['Scholars', 'Runs', 'Settings']) {
    await phone.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
    await phone.page.getByRole('heading', { level: 1, name }).waitFor();
    await checkPage(phone.page, name.toLowerCase());
  }
  expect(phone.complaints).toEqual([]);
});

test('the browser had nothing to complain of: no style or script was refused, nothing was thrown', () => {
  expect(complaints).toEqual([]);
});
