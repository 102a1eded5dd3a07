import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, setUpAccount, signIn } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const NEW_TITLE = 'Quiet catalogues of restless machines';
const CRAWLED = { timeout: 90_000 };

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let browserErrors: string[];

/** The tests share one world and build on each other, like a user's first morning. */
beforeAll(async () => {
  // other sources would add publications while the journey counts them
  const env = { OPENALEX_ENABLED: '0', ORCID_ENABLED: '0', DBLP_ENABLED: '0' };
  world = await startWorld({ isEmbedded: true, env });
  browser = await openBrowser();
  ({ context, page, browserErrors } = await openPage(browser, { width: 1280 }));
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** Two scholars with a thousand publications, which is a long list without a minute of enrichment. */
const scholars = () => world.sandbox.scholars.slice(1, 3);
const noDetail = () => page.getByRole('complementary').getByText('Open a publication to read it here.');
const rail = () => page.getByRole('navigation', { name: 'Main' });
const searchField = () => page.getByRole('combobox', { name: 'Search publications' });
const row = (at: number) => page.locator(`[data-row="${at}"]`);
const titleOf = async (at: number) => (await row(at).locator('[id^=title]').textContent()) ?? '';
const unreadCount = async () => Number(/^\(([\d,]+)\)/.exec(await page.title())?.[1]?.replaceAll(',', '') ?? 0);

test('sets up through the one-time link, signs out and signs in', async () => {
  await setUpAccount(page, world);
  await page.getByText('No scholars yet').waitFor();
  await checkPage(page, 'first-run');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  await checkPage(page, 'account');
  // typed settings are not lost without a question
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByLabel('Seconds between requests').fill('77');
  await page.getByRole('link', { name: 'Account' }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await checkPage(page, 'settings-leave');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto(`${world.url}/scholars?x=1`);
  await signIn(page, { ...ACCOUNT, password: 'a wrong password' });
  await page.getByRole('alert').filter({ hasText: 'Request ID' }).waitFor();
  await checkPage(page, 'sign-in');
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/scholars/);
  await setRequestDelay(page, 0);
  // refused on purpose
  browserErrors.splice(0);
});

test('adds several scholars at once, and says which were not added', async () => {
  const ids = scholars().map(({ id }) => id);
  await page.getByLabel('Add scholars').fill(`${ids.join('\n')}\nnobody`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Added 2 scholars.').waitFor();
  await page.getByText('1 line holds no profile address or id.').waitFor();
  expect(await page.getByLabel('Add scholars').inputValue()).toBe('nobody');
  for (const { name } of scholars()) await page.getByRole('link', { name }).waitFor(CRAWLED);
  await page
    .getByText('Importing:')
    .or(page.getByText('Waiting for first import'))
    .first()
    .waitFor({ state: 'detached', ...CRAWLED });
  await checkPage(page, 'scholars');
});

test('removes a scholar and undoes it', async () => {
  const [first] = scholars();
  await page.getByRole('button', { name: `Remove: ${first?.name}` }).click();
  await page.getByRole('link', { name: first?.name ?? '' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: first?.name ?? '' }).waitFor();
});

test('reads by keyboard, with details and filters in the address', async () => {
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
  expect(await page.getByRole('complementary').getByRole('heading', { level: 2 }).textContent()).toBe(await titleOf(1));
  await checkPage(page, 'reading');
  await page.keyboard.press('Escape');
  await noDetail().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('1');
  await page.keyboard.press('m');
  await expect.poll(unreadCount).toBe(before);
  await page.keyboard.press('f');
  await row(1).getByRole('button', { name: 'Favorite', pressed: true }).waitFor();
  await page.keyboard.press('u');
  await row(1).getByRole('button', { name: 'Favorite', pressed: false }).waitFor();
  await page.keyboard.press('f');
  await rail().getByRole('link', { name: 'Favorites' }).click();
  await page.waitForURL(/view=favorites/);
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.reload();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
});

test('updates views that were shown before, resets the order, and leaves no history entry after closing details', async () => {
  await rail().getByRole('link', { name: 'Publications' }).click();
  await row(4).waitFor();
  await row(4).hover();
  await row(4).getByRole('button', { name: 'Favorite' }).click();
  await rail().getByRole('link', { name: 'Favorites' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  await rail().getByRole('link', { name: 'Publications' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  const order = page.getByRole('combobox', { name: 'Sort by' });
  await order.selectOption({ label: 'Most cited' });
  await page.waitForURL(/sort=citations/);
  await order.selectOption({ label: 'Recently added' });
  await page.waitForURL((url) => !url.searchParams.has('sort'));
  expect(await order.locator('option:checked').textContent()).toBe('Recently added');
  await page.getByRole('link', { name: 'Unread', exact: false }).first().click();
  await page.waitForURL(/view=unread/);
  await row(6).getByRole('link').first().click();
  await noDetail().waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await noDetail().waitFor();
  await page.goBack();
  await page.waitForURL(/view=all/);
});

test('marks all as read without a question, and undoes it', async () => {
  await openList(page, `${world.url}/?view=all`);
  const before = await unreadCount();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(unreadCount).toBe(0);
  // the button disappears
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-row'))).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(unreadCount).toBe(before);
});

test('marks selected publications as read, and undoes it', async () => {
  const before = await unreadCount();
  await row(3).hover();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const at of [0, 2, 3]) await row(at).getByRole('checkbox').click();
  await page.getByText('3 selected').waitFor();
  await checkPage(page, 'selecting');
  await page.getByRole('region', { name: 'Select' }).getByRole('button', { name: 'Mark as read' }).click();
  await expect.poll(unreadCount).toBe(before - 3);
  await page.keyboard.press('u');
  await expect.poll(unreadCount).toBe(before);
  // by keyboard too, shortcuts act on the selection and not on the focused row
  for (const key of ['j', 'x', 'j', 'x', 'm']) await page.keyboard.press(key);
  await expect.poll(unreadCount).toBe(before - 2);
  await page.keyboard.press('u');
  await expect.poll(unreadCount).toBe(before);
  await page.getByRole('region', { name: 'Select' }).getByRole('button', { name: 'Cancel' }).click();
});

test('follows a run live, and shows new publications in the list on request', async () => {
  await setRequestDelay(page, 3);
  await openList(page, `${world.url}/?view=all`);
  const reader = await context.newPage();
  await reader.goto(`${world.url}/runs`);
  const [first] = scholars();
  world.sandbox.addPublication(first?.id ?? '', { title: NEW_TITLE });
  await reader.getByRole('button', { name: 'Start a run' }).click();
  await reader.getByText('of 2 scholars checked').waitFor();
  await reader.getByRole('listitem').filter({ hasText: NEW_TITLE }).waitFor(CRAWLED);
  await reader
    .getByText('In progress')
    .first()
    .waitFor({ state: 'detached', ...CRAWLED });
  await reader.getByRole('cell', { name: 'Done', exact: true }).waitFor();
  await checkPage(reader, 'runs');
  await reader.close();
  const top = await titleOf(0);
  expect(top).not.toBe(NEW_TITLE);
  await page.getByRole('button', { name: '1 new – show' }).click(CRAWLED);
  await expect.poll(() => titleOf(0)).toBe(NEW_TITLE);
  await page.getByRole('link', { name: /^New/ }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
});

test('opens with what is new today, by scholar, which can be read to the end', async () => {
  await openList(page, world.url);
  const heading = page.getByRole('heading', { level: 1 });
  const count = async () =>
    Number(/^([\d,]+) new/.exec((await heading.textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? 0);
  await expect.poll(count).toBeGreaterThan(50);
  const before = await count();
  const names = scholars().map(({ name }) => name);
  expect(names).toContain(await page.getByRole('feed').getByRole('heading', { level: 2 }).first().textContent());
  await checkPage(page, 'today');
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await expect.poll(count).toBe(before - 1);
  // what was read stays in the list, so that nothing moves
  expect(await row(0).getAttribute('data-read')).toBe('true');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('heading', { name: 'You are all caught up' }).waitFor();
  await checkPage(page, 'today-done');
  await page.keyboard.press('u');
  await expect.poll(count).toBe(before - 1);
});

test('searches while typing, with matches highlighted', async () => {
  await openList(page, `${world.url}/?view=all`);
  await page.keyboard.press('/');
  await page.keyboard.type('restl catal');
  await page.waitForURL(/q=restl/);
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await expect.poll(() => row(0).locator('mark').allTextContents()).toEqual(['catal', 'restl']);
  await checkPage(page, 'search');
  await searchField().fill('zzzz');
  await page.getByText('No matches').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await row(5).waitFor();
});

test('completes a search by keys, and offers what a mistake should be', async () => {
  await openList(page, `${world.url}/?view=all`);
  await page.keyboard.press('/');
  await page.getByRole('option', { name: 'author:' }).waitFor();
  await page.keyboard.type('tit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => searchField().inputValue()).toBe('title:');
  await page.keyboard.type('restl is:unred');
  expect(await searchField().inputValue()).toBe('title:restl is:unred');
  await page.getByRole('button', { name: 'Use unread' }).waitFor();
  await checkPage(page, 'search-mistake');
  await page.getByRole('button', { name: 'Use unread' }).click();
  await page.waitForURL(/is%3Aunread/);
  await page.getByRole('list', { name: 'Search parts' }).getByText('is:unread').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  // an empty list has such a link, too
  await page.getByRole('dialog').getByRole('link', { name: 'Search help' }).click();
  await page.getByRole('heading', { name: 'Search help' }).waitFor();
  await checkPage(page, 'search-help');
  await page.getByRole('link', { name: 'is:unread', exact: true }).click();
  await page.waitForURL(/q=is%3Aunread/);
  await openList(page, `${world.url}/?view=all`);
});

test('keeps the scroll position far down the list', async () => {
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
  // the history entry has the row as soon as the list rests
  await expect.poll(() => page.evaluate(() => history.state.row)).toBeGreaterThan(0);
  await page.reload();
  await row(total - 1).waitFor();
  await page.keyboard.press('Escape');
  // shortcuts continue at the current row, not at the top
  await page.keyboard.press('k');
  const focused = () => page.evaluate(() => Number(document.activeElement?.getAttribute('data-row') ?? 0));
  await expect.poll(focused).toBeGreaterThan(total - 30);
});

test('continues on the same page after an ended session', async () => {
  await rail().getByRole('link', { name: 'Scholars' }).click();
  await page.getByLabel('Add scholars').fill('typed before');
  const cookies = await context.cookies();
  await context.clearCookies();
  // the next request is refused; the dialog may already be open
  await page.getByRole('button', { name: 'Add', exact: true }).dispatchEvent('click');
  await page.getByRole('dialog').waitFor();
  await checkPage(page, 'session-over');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Add scholars').inputValue()).toBe('typed before');
  expect((await context.cookies()).length).toBe(cookies.length);
  browserErrors.splice(0);
});

test('lists the shortcuts and turns them off', async () => {
  await openList(page, `${world.url}/?view=all`);
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

test('pages fit on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await openList(phone.page, world.url);
  await checkPage(phone.page, 'publications');
  await phone.page.locator('[data-row="0"] [id^=title]').click();
  await phone.page.getByRole('dialog').waitFor();
  await checkPage(phone.page, 'reading');
  await phone.page.goBack();
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
  await phone.page.getByRole('button', { name: 'Filter' }).click();
  await checkPage(phone.page, 'filters');
  for (const name of ['Scholars', 'Runs', 'Settings']) {
    await phone.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await phone.page.getByRole('heading', { level: 1, name }).waitFor();
    await checkPage(phone.page, name.toLowerCase());
  }
  expect(phone.browserErrors).toEqual([]);
});

test('the browser reported no errors, such as refused styles, scripts or exceptions', () => {
  expect(browserErrors).toEqual([]);
});
