import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount, signIn } from './support/account.ts';
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
  // a name that is read from the right stands by its picture all the same
  const names = ['Wei Zhang', 'מרים כהן'].map((name) => results().getByText(name, { exact: true }));
  const lefts = await Promise.all(names.map((name) => name.evaluate(leftOfText)));
  expect(new Set(lefts).size).toBe(1);
  await results().getByRole('button', { name: 'Track Tomás Ó Súilleabháin' }).click();
  await results().getByRole('link', { name: 'Tracked: Tomás Ó Súilleabháin' }).waitFor();
  await expect.poll(focused).toBe('Tracked');
  await rows().filter({ hasText: 'Tomás Ó Súilleabháin' }).waitFor(CRAWLED);
  await checkPage(page, 'scholars-search');
  await page.reload();
  await results().getByRole('link', { name: 'Tracked: Tomás Ó Súilleabháin' }).waitFor();
  expect(await rows().count()).toBe(1);
});

test('many are tracked at once; the list is ordered and narrowed, and the address says how', async () => {
  const ids = world.sandbox.scholars.slice(11).map(({ id }) => id);
  await page.goto(`${world.url}/scholars`);
  await field().fill(ids.join('\n'));
  await page.getByRole('button', { name: 'Track', exact: true }).click();
  await page.getByText(`${ids.length - 1} scholars are tracked now.`).waitFor();
  // one of them was tracked already
  expect(await field().inputValue()).toBe('sandbx24AAAJ');
  complaints.splice(0);
  await expect.poll(() => page.getByText('Up to date').count(), CRAWLED).toBe(ids.length);
  await field().fill('');
  await checkPage(page, 'scholars-list');
  await page.getByLabel('Order').selectOption('Most unread first');
  await page.waitForURL(/order=unread/);
  await rows().first().filter({ hasText: 'Siân O’Connor-Rees' }).waitFor();
  await page.getByLabel('Filter by name or affiliation').pressSequentially('wojcik');
  await page.getByText(`1 of ${ids.length} scholars`).waitFor();
  expect(await rows().first().textContent()).toContain('Łukasz Wójcik');
  await page.waitForURL(/q=wojcik/);
  await page.reload();
  await page.getByText(`1 of ${ids.length} scholars`).waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  const filter = page.getByLabel('Filter by name or affiliation');
  expect(await filter.evaluate((one) => one === document.activeElement)).toBe(true);
  // the order is changed before the filter has reached the address: neither forgets the other
  await page.getByLabel('Filter by name or affiliation').fill('nobody at all');
  await page.getByLabel('Order').selectOption('Longest unchecked first');
  await page.waitForURL((url) => url.searchParams.get('order') === 'checked' && url.searchParams.get('q') !== 'wojcik');
  await page.getByText('None of your scholars matches').waitFor();
  await page.getByRole('button', { name: 'Show all scholars' }).click();
  await expect.poll(() => rows().count()).toBe(ids.length);
  expect(await page.getByLabel('Filter by name or affiliation').inputValue()).toBe('');
});

test('where Google Scholar refuses the search, others are asked, and what is missing is told', async () => {
  world.sandbox.setFault('name_search', { kind: 'signin' });
  await search('García');
  await results().getByText('1 person found at OpenAlex').waitFor();
  await results().getByText('it asks for a sign-in there').waitFor();
  // the ORCID record names the profile
  await results()
    .getByRole('link', { name: /^ORCID 0000-/ })
    .waitFor();
  await results().getByRole('button', { name: 'Track Elena García Peña' }).waitFor();

  await search('Sigurðsson');
  await results().getByText('Some people were found without a Google Scholar id').waitFor();
  await results().getByRole('button', { name: 'Paste the id of Þórður Sigurðsson' }).click();
  await page.keyboard.type('no such id');
  await page.keyboard.press('Enter');
  await results().getByRole('alert').filter({ hasText: 'Request' }).waitFor();
  complaints.splice(0);
  await checkPage(page, 'scholars-search-no-id');
  await page.getByLabel('Address or id of the profile').fill('sandbx04AAAJ');
  await page.keyboard.press('Enter');
  await results().getByRole('link', { name: 'Tracked: Þórður Sigurðsson' }).waitFor();
  await expect.poll(focused).toBe('Tracked');
});

test('a search that nobody answers says so, and what to do instead', async () => {
  world.sandbox.setFault('openalex', { kind: 'error' });
  await search('Müller');
  await results().getByText('The search was refused').or(results().getByText('did not get through')).first().waitFor();
  await results().getByText('If you know the profile, track it by its address').waitFor();
  await results().getByRole('button', { name: 'Search again' }).waitFor();
  await checkPage(page, 'scholars-search-refused');
  world.sandbox.setFault('openalex', null);
  await results().getByRole('button', { name: 'Close the search' }).click();
  await results().waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('name')).toBe(false);
});

test('the first reading of a profile is followed, in the list and on the page of the scholar', async () => {
  world.sandbox.setFault('sandbx02AAAJ', { kind: 'hang', after: 2 });
  await page.goto(`${world.url}/scholars`);
  await field().fill('sandbx02AAAJ');
  await page.getByRole('button', { name: 'Track', exact: true }).click();
  await page.getByText('Is being read: 200 publications so far').waitFor(CRAWLED);
  await page.getByRole('link', { name: 'Jürgen Müller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jürgen Müller' }).waitFor();
  await page.getByText('Is being read: 200 publications so far').waitFor();
  const charted = page.getByText(/publications with [\d,]+ citations in all/);
  expect(await charted.textContent()).toMatch(/^200 /);
  world.sandbox.setFault('sandbx02AAAJ', null);
  world.sandbox.release();
  await page.getByText('Up to date').waitFor(CRAWLED);
  await expect.poll(() => charted.textContent()).toMatch(/^640 /);
});

test('charts say in words and in a table what they show', async () => {
  const chart = page.getByRole('img', {
    name: /^Works by year, 1991 to 20\d\d\. The most: \d+ publications in \d{4}\.$/,
  });
  await chart.waitFor();
  await page.getByRole('img', { name: /^Citations by year of the work, 1991/ }).waitFor();
  await page.getByText('The same numbers as a table').click();
  const cells = page.getByRole('table').getByRole('row').locator('td:nth-child(2)');
  const works = (await cells.allTextContents()).map(Number);
  expect(works.reduce((sum, one) => sum + one, 0)).toBe(640);
  await checkPage(page, 'scholar');
  await page.getByText('The same numbers as a table').click();
});

test('another picture: from a file, from an address, the profile’s own again; what cannot be shown is told', async () => {
  const pictures = page.locator('main img');
  const chosen = () => page.getByRole('region', { name: 'Picture' });
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('notes.png', Buffer.from('nothing to look at'));
  await page.getByText('This is not a JPEG, PNG, WebP or GIF.').waitFor();
  await choose('large.png', Buffer.alloc(3_000_000));
  await page
    .getByRole('alert')
    .filter({ hasText: /too large: [\d.]+ MB at most/ })
    .waitFor();
  await checkPage(page, 'scholar-picture-refused');
  complaints.splice(0);

  await choose('square.png', await drawSquare('teal'));
  await page.getByText('You uploaded this picture.').waitFor();
  const first = await pictures.first().getAttribute('src');
  expect(first).toMatch(/\/upload\?v=/);
  await choose('square.png', await drawSquare('orange'));
  await expect.poll(() => pictures.first().getAttribute('src')).not.toBe(first);
  await expect
    .poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)))
    .toEqual([true, true]);

  await chosen().getByLabel('Address of a picture').fill('not an address');
  await chosen().getByRole('button', { name: 'Show this picture' }).click();
  await chosen().getByText('must be an absolute http or https address').waitFor();
  complaints.splice(0);
  await chosen()
    .getByLabel('Address of a picture')
    .fill(`${world.sandbox.origin}/citations?view_op=view_photo&user=sandbx03AAAJ&citpid=1`);
  await chosen().getByRole('button', { name: 'Show this picture' }).click();
  await chosen().getByText('The picture comes from the address that you named.').waitFor(CRAWLED);
  expect(await pictures.first().getAttribute('src')).toMatch(/\/override\?v=/);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Show this picture');
  await chosen().getByLabel('Address of a picture').fill(`${world.sandbox.origin}/no-such-picture`);
  await chosen().getByRole('button', { name: 'Show this picture' }).click();
  await chosen().getByText('There was no picture to be had from that address.').waitFor(CRAWLED);
  await chosen().getByRole('button', { name: 'Show the profile’s picture' }).click();
  await chosen()
    .getByText('The picture comes from the profile.')
    .or(chosen().getByText('The picture is being fetched.'))
    .waitFor();
  expect(await chosen().getByLabel('Address of a picture').inputValue()).toBe('');
});

test('runs pass over a scholar that is switched off; the way to the works is one click', async () => {
  await page.getByRole('switch', { name: 'Runs look at this profile' }).click();
  await page.getByText('Not looked at by runs').waitFor();
  await page.getByRole('switch', { name: 'Runs look at this profile' }).click();
  await page.getByText('Not looked at by runs').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Publications' }).last().click();
  await page.waitForURL(/\/\?scholar=\d+$/);
  await page.getByRole('article').first().waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Jürgen Müller' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/scholars$/);
  await page.getByRole('link', { name: 'Jürgen Müller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jürgen Müller' }).waitFor();
});

test('a scholar is removed on its page, which can be taken back from the list', async () => {
  const address = page.url();
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.waitForURL(/\/scholars$/);
    await page.getByText('Jürgen Müller is no longer tracked').first().waitFor();
    await rows().first().waitFor();
    expect(await page.getByRole('link', { name: 'Jürgen Müller' }).count()).toBe(0);
  };
  await remove();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('page');
  await page.keyboard.press('u');
  await page.getByRole('link', { name: 'Jürgen Müller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jürgen Müller' }).waitFor();
  await remove();
  // who leaves the page means it
  await page.goto(address);
  await page.getByText('You do not track this scholar').first().waitFor();
  await page.waitForLoadState('networkidle');
  // it was gone, or not quite, when it was asked for again
  complaints.splice(0);
  await page.reload();
  await page.getByText('You do not track this scholar').first().waitFor();
});

test('in the list, the focus is on the next scholar after one was removed', async () => {
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

test('what is removed can be taken back as long as that is offered, and no longer', async () => {
  await page.clock.install();
  await page.reload();
  await rows().first().waitFor();
  const before = await rows().count();
  const removed: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const name = (await rows().first().getByRole('link').first().textContent()) ?? '';
    removed.push(name);
    await page.getByRole('button', { name: `Remove: ${name}` }).press('Enter');
    // however many there are, the latest is shown
    await page.getByText(`${name} is no longer tracked`).waitFor();
  }
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('u');
  await expect.poll(() => rows().count()).toBe(before);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => undo.count()).toBe(0);
  await page.getByRole('button', { name: `Remove: ${removed[0]}` }).press('Enter');
  await page.getByRole('button', { name: 'Close' }).waitFor();
  // who rests on it is not promised more
  await undo.hover();
  await page.clock.runFor(4_000);
  expect(await undo.count()).toBe(1);
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.clock.runFor(8_000);
  expect((await gone).ok()).toBe(true);
  await expect.poll(() => undo.count()).toBe(0);
  await page.keyboard.press('u');
  expect(await rows().count()).toBe(before - 1);
  expect(await page.getByRole('link', { name: removed[0] ?? '' }).count()).toBe(0);
});

test('what waits to be removed is removed before one signs out', async () => {
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

test('on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${world.url}/scholars?name=Sigur%C3%B0sson`);
  await phone.page.getByText('1 person found at OpenAlex').waitFor();
  await checkPage(phone.page, 'scholars-search');
  await phone.page.goto(`${world.url}/scholars`);
  await phone.page.getByRole('switch').first().waitFor();
  await phone.page.getByLabel('Order').scrollIntoViewIfNeeded();
  await phone.page.getByLabel('Order').evaluate((select) => select.scrollIntoView());
  await checkPage(phone.page, 'scholars-list');
  await phone.page.getByRole('link', { name: 'Þórður Sigurðsson' }).click();
  await phone.page.getByRole('img', { name: /^Works by year/ }).waitFor();
  await checkPage(phone.page, 'scholar');
  await phone.page.getByRole('button', { name: 'Upload a picture' }).scrollIntoViewIfNeeded();
  await checkPage(phone.page, 'scholar-below');
  expect(phone.complaints).toEqual([]);
});

test('the browser had nothing to complain of', () => {
  expect(complaints).toEqual([]);
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

async function drawSquare(colour: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 120;
    const brush = canvas.getContext('2d');
    if (brush) brush.fillStyle = fill;
    brush?.fillRect(0, 0, 120, 120);
    return canvas.toDataURL('image/png');
  }, colour);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}
