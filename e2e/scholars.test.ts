import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount, signIn } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const CRAWLED = { timeout: 60_000 };

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ context, page, browserErrors } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
  await setRequestDelay(page, 0);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const field = () => page.getByLabel('Add scholars');
const results = () => page.getByRole('region', { name: /^Results for/ });
const rows = () => page.getByRole('listitem').filter({ has: page.getByRole('switch') });
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

test('searches for a name on Enter, and adds no one before the click', async () => {
  await page.goto(`${world.url}/scholars`);
  await field().fill('University');
  await field().press('Enter');
  await page.waitForURL(/name=University/);
  await results()
    .getByText(/^Found \d+ people at Google Scholar/)
    .waitFor();
  expect(await results().getByRole('listitem').count()).toBeGreaterThan(3);
  await page.getByText('No scholars yet').waitFor();
  // a right-to-left name stays beside its picture
  const names = ['Wei Zhang', 'מרים כהן'].map((name) => results().getByText(name, { exact: true }));
  const lefts = await Promise.all(names.map((name) => name.evaluate(leftOfText)));
  expect(new Set(lefts).size).toBe(1);
  await results().getByRole('button', { name: 'Add Tomás Ó Súilleabháin' }).click();
  await results().getByRole('link', { name: 'Added: Tomás Ó Súilleabháin' }).waitFor();
  await expect.poll(focused).toBe('Added');
  await rows().filter({ hasText: 'Tomás Ó Súilleabháin' }).waitFor(CRAWLED);
  await checkPage(page, 'scholars-search');
  await page.reload();
  await results().getByRole('link', { name: 'Added: Tomás Ó Súilleabháin' }).waitFor();
  expect(await rows().count()).toBe(1);
});

test('adds many at once, and sorts and filters the list by address', async () => {
  const ids = world.sandbox.scholars.slice(11).map(({ id }) => id);
  await page.goto(`${world.url}/scholars`);
  await field().fill(ids.join('\n'));
  await page.getByLabel('Unread at first').selectOption('All publications');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(`Added ${ids.length - 1} scholars.`).waitFor();
  await page.getByText('1 scholar was in your list already.').waitFor();
  expect(await field().inputValue()).toBe('');
  await expect.poll(() => page.getByText('Up to date').count(), CRAWLED).toBe(ids.length);
  await field().fill('');
  await checkPage(page, 'scholars-list');
  await page.getByLabel('Sort by').selectOption('Most unread first');
  await page.waitForURL(/order=unread/);
  await rows().first().filter({ hasText: 'Siân O’Connor-Rees' }).waitFor();
  await page.getByLabel('Filter by name or affiliation').pressSequentially('wojcik');
  await page.getByText(`1 of ${ids.length} scholars`).waitFor();
  expect(await rows().first().textContent()).toContain('Łukasz Wójcik');
  await page.waitForURL(/q=wojcik/);
  await page.reload();
  await page.getByText(`1 of ${ids.length} scholars`).waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  const filter = page.getByLabel('Filter by name or affiliation');
  expect(await filter.evaluate((one) => one === document.activeElement)).toBe(true);
  // the order changes before the filter has reached the address, and both are kept
  await page.getByLabel('Filter by name or affiliation').fill('nobody at all');
  await page.getByLabel('Sort by').selectOption('Oldest check first');
  await page.waitForURL((url) => url.searchParams.get('order') === 'checked' && url.searchParams.get('q') !== 'wojcik');
  await page.getByText('No matching scholars').waitFor();
  await page.getByRole('button', { name: 'Show all scholars' }).click();
  await expect.poll(() => rows().count()).toBe(ids.length);
  expect(await page.getByLabel('Filter by name or affiliation').inputValue()).toBe('');
});

test('searches other sources if Google Scholar refuses, and says what is missing', async () => {
  world.sandbox.setFault('name_search', { kind: 'signin' });
  await search('García');
  await results().getByText('Found 1 person at OpenAlex').waitFor();
  await results().getByText('it requires a sign-in').waitFor();
  // the ORCID record names the profile
  await results()
    .getByRole('link', { name: /^ORCID 0000-/ })
    .waitFor();
  await results().getByRole('button', { name: 'Add Elena García Peña' }).waitFor();

  await search('Sigurðsson');
  await results().getByText('Some people were found without a Google Scholar id').waitFor();
  await checkPage(page, 'scholars-search-no-id');
  await results().getByRole('button', { name: 'Add Þórður Sigurðsson' }).click();
  await results().getByRole('link', { name: 'Added: Þórður Sigurðsson' }).waitFor();
  await expect.poll(focused).toBe('Added');
  // the next test makes OpenAlex fail
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { data } = await (await fetch('/api/v1/scholars?search=sigurdsson')).json();
        return data.scholars[0].baseline_completed;
      }),
    )
    .toBe(true);
});

test('says so if no source responds, and what to do instead', async () => {
  world.sandbox.setFault('openalex', { kind: 'error' });
  await search('Müller');
  await results().getByText('The search was refused').or(results().getByText('could not be reached')).first().waitFor();
  await results().getByText('If you know the profile, track it by its address').waitFor();
  await results().getByRole('button', { name: 'Search again' }).waitFor();
  await checkPage(page, 'scholars-search-refused');
  world.sandbox.setFault('openalex', null);
  await results().getByRole('button', { name: 'Close search' }).click();
  await results().waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('name')).toBe(false);
});

const manage = async () => {
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('heading', { name: 'Remove scholar' }).waitFor();
  await page.waitForURL(/\/scholars\/\d+$/);
};

test('follows a first import in the list of scholars and in that of the scholar', async () => {
  world.sandbox.setFault('sandbx02AAAJ', { kind: 'hang', after: 2 });
  await page.goto(`${world.url}/scholars`);
  await field().fill('sandbx02AAAJ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Importing: 200 publications so far').waitFor(CRAWLED);
  await page.getByRole('link', { name: 'Jürgen Müller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jürgen Müller' }).waitFor();
  await page.getByText('Importing: 200 publications so far').waitFor();
  const sum = page.getByText(/^\d+ publications · .* · [\d,]+ citations$/);
  await expect.poll(() => sum.textContent()).toMatch(/^200 /);
  world.sandbox.setFault('sandbx02AAAJ', null);
  world.sandbox.release();
  await page.getByText('Up to date').waitFor(CRAWLED);
  await expect.poll(() => sum.textContent()).toMatch(/^640 /);
});

test('shows who the scholar is beside the list, and each year filters it', async () => {
  await page.getByRole('heading', { name: 'Profiles' }).waitFor(CRAWLED);
  await page.getByText(/^Google Scholar sandbx02AAAJ Lists 640 publications/).waitFor();
  const years = page.getByRole('navigation', { name: 'Publications by year' }).getByRole('link');
  const names = await years.evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
  const counts = names.map((name) => Number(/^\d{4}: (\d+) publications?, [\d,]+ citations?$/.exec(name)?.[1]));
  const withoutYear = 20;
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(640 - withoutYear);
  await checkPage(page, 'scholar');
  await years.first().click();
  await page.waitForURL(/from=(\d{4})&to=\1/);
  await expect.poll(() => page.getByRole('article').count()).toBeLessThanOrEqual(counts[0] ?? 0);
  expect(await years.first().getAttribute('aria-current')).toBe('page');
  await checkPage(page, 'scholar-year');
  await years.first().click();
  await page.waitForURL((url) => !url.searchParams.has('from'));
  await manage();
  await checkPage(page, 'scholar-manage');
});

test('changes the picture by file and address, resets it, and reports errors', async () => {
  const pictures = page.locator('main img');
  const chosen = () => page.getByRole('region', { name: 'Picture' });
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('notes.png', Buffer.from('nothing to look at'));
  await page.getByText(/^The file is not a JPEG, PNG, WebP or GIF/).waitFor();
  await choose('large.png', Buffer.alloc(3_000_000));
  await page
    .getByRole('alert')
    .filter({ hasText: /too large. The limit is [\d.]+ MB/ })
    .waitFor();
  await checkPage(page, 'scholar-picture-refused');
  browserErrors.splice(0);

  await choose('square.png', await drawSquare('teal'));
  await page.getByText('You uploaded this picture.').waitFor();
  const first = await pictures.first().getAttribute('src');
  expect(first).toMatch(/\/upload\?v=/);
  await choose('square.png', await drawSquare('orange'));
  await expect.poll(() => pictures.first().getAttribute('src')).not.toBe(first);
  await expect
    .poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)))
    .toEqual([true, true]);

  await chosen().getByLabel('Picture address').fill('not an address');
  await chosen().getByRole('button', { name: 'Use this picture' }).click();
  await chosen().getByText('must be an absolute http or https URL').waitFor();
  browserErrors.splice(0);
  await chosen()
    .getByLabel('Picture address')
    .fill(`${world.sandbox.origin}/citations?view_op=view_photo&user=sandbx03AAAJ&citpid=1`);
  await chosen().getByRole('button', { name: 'Use this picture' }).click();
  await chosen().getByText('This picture is from the address below.').waitFor(CRAWLED);
  expect(await pictures.first().getAttribute('src')).toMatch(/\/override\?v=/);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Use this picture');
  await chosen().getByLabel('Picture address').fill(`${world.sandbox.origin}/no-such-picture`);
  await chosen().getByRole('button', { name: 'Use this picture' }).click();
  await chosen().getByText('No picture found at this address.').waitFor(CRAWLED);
  await chosen().getByRole('button', { name: 'Use profile picture' }).click();
  await chosen()
    .getByText('This picture is from the profile.')
    .or(chosen().getByText('Loading the picture…'))
    .waitFor();
  expect(await chosen().getByLabel('Picture address').inputValue()).toBe('');
});

test('pauses a scholar, and opens the publications with one click', async () => {
  await page.getByRole('switch', { name: 'Include in runs' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('switch', { name: 'Include in runs' }).click();
  await page.getByText('Paused', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Show publications' }).click();
  await page.waitForURL(/[?&]scholar=\d+/);
  await page.getByRole('article').first().waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Remove scholar' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/scholars$/);
  await page.getByRole('link', { name: 'Jürgen Müller' }).click();
  await manage();
});

test('removes a scholar on its page, and undoes it from the list', async () => {
  const address = page.url();
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.waitForURL(/\/scholars$/);
    await page.getByText('Removed Jürgen Müller').first().waitFor();
    await rows().first().waitFor();
    expect(await page.getByRole('link', { name: 'Jürgen Müller' }).count()).toBe(0);
  };
  await remove();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('page');
  await page.keyboard.press('u');
  await page.getByRole('link', { name: 'Jürgen Müller' }).click();
  await manage();
  await remove();
  await page.goto(address);
  await page.getByText('Scholar not found').first().waitFor();
  await page.waitForLoadState('networkidle');
  // the requests for the removed scholar may have failed
  browserErrors.splice(0);
  await page.reload();
  await page.getByText('Scholar not found').first().waitFor();
});

test('focuses the next scholar in the list after a removal', async () => {
  await page.goto(`${world.url}/scholars`);
  await rows().first().waitFor();
  const next = await rows().nth(1).getByRole('link').first().textContent();
  await rows()
    .first()
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await expect.poll(focused).toBe(next);
  await page.keyboard.press('u');
});

test('undoes several removals, with the marks and settings from before', async () => {
  // all rows are in view
  await page.setViewportSize({ width: 1280, height: 1800 });
  await page.reload();
  await rows().first().waitFor();
  const shown = async () =>
    (await rows().allTextContents()).map((text) =>
      /^(.*?\d+ publications(?:\d+ unread)?).*?(Paused)?Remove$/.exec(text)?.slice(1),
    );
  await rows().nth(1).getByRole('switch').press('Space');
  await expect.poll(() => rows().nth(1).getByText('Paused').count()).toBe(1);
  const before = await shown();
  for (let n = 0; n < 4; n += 1) {
    const name = (await rows().first().getByRole('link').first().textContent()) ?? '';
    await page.getByRole('button', { name: `Remove: ${name}` }).press('Enter');
    // the latest notice is always shown
    await page.getByText(`Removed ${name}`).first().waitFor();
    await page.getByRole('button', { name: `Remove: ${name}` }).waitFor({ state: 'detached' });
  }
  expect(await rows().count()).toBe(before.length - 4);
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('u');
  // whatever the crawls of the others do meanwhile
  await expect.poll(shown, CRAWLED).toEqual(before);
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await rows().nth(1).getByRole('switch').press('Space');
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a removal just before signing out is not lost', async () => {
  const name = (await rows().first().getByRole('link').first().textContent()) ?? '';
  await page.getByRole('button', { name: `Remove: ${name}` }).press('Enter');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  await signIn(page);
  await page.getByRole('link', { name: 'Scholars' }).click();
  await rows().first().waitFor();
  expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
});

test('pages fit on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${world.url}/scholars?name=Sigur%C3%B0sson`);
  await phone.page.getByText('Found 1 person at OpenAlex').waitFor();
  await checkPage(phone.page, 'scholars-search');
  await phone.page.goto(`${world.url}/scholars`);
  await phone.page.getByRole('switch').first().waitFor();
  await phone.page.getByLabel('Sort by').scrollIntoViewIfNeeded();
  await phone.page.getByLabel('Sort by').evaluate((select) => select.scrollIntoView());
  await checkPage(phone.page, 'scholars-list');
  // only rows in view exist
  await phone.page.getByLabel('Filter by name or affiliation').fill('Sigurðsson');
  await phone.page.waitForURL(/q=Sigur/);
  await phone.page.getByRole('link', { name: 'Þórður Sigurðsson' }).click();
  await phone.page.getByRole('navigation', { name: 'Publications by year' }).getByRole('link').first().waitFor();
  await checkPage(phone.page, 'scholar');
  await phone.page.getByRole('link', { name: 'Manage' }).click();
  await phone.page.getByRole('button', { name: 'Upload a picture' }).scrollIntoViewIfNeeded();
  await checkPage(phone.page, 'scholar-below');
  expect(phone.browserErrors).toEqual([]);
});

test('the browser reported no errors', () => {
  expect(browserErrors).toEqual([]);
});

async function search(name: string): Promise<void> {
  await field().fill(name);
  await page.getByRole('button', { name: 'Search by name' }).click();
}

function leftOfText(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return Math.round(range.getBoundingClientRect().left);
}

async function drawSquare(color: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 120;
    const brush = canvas.getContext('2d');
    if (brush) brush.fillStyle = fill;
    brush?.fillRect(0, 0, 120, 120);
    return canvas.toDataURL('image/png');
  }, color);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}
