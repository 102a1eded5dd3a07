import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, setUpAccount, signIn } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { startWorld, type World } from './support/start-world.ts';

const CRAWLED = { timeout: 90_000 };
const KEY = 'a-secret-key-4f2a';

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  world = await startWorld({ env: { INGESTION_MIN_REQUEST_DELAY_SECONDS: '1' } });
  browser = await openBrowser();
  ({ context, page, complaints } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const rail = () => page.getByRole('navigation', { name: 'Pages' });
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const asFile = (buffer: Buffer, name = 'library.json') => ({ name, mimeType: 'application/json', buffer });
const amount = () => page.getByLabel('Every', { exact: true });
const save = () => page.getByRole('button', { name: 'Save' }).click();

test('settings are saved together; what is refused stays in its field with the reason', async () => {
  await rail().getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await amount().inputValue()).toBe('1');
  await page.getByText('At least 15 minutes, at most 30 days.').waitFor();
  await checkPage(page, 'settings');
  await amount().fill('5');
  await page.getByLabel('Unit').selectOption('minutes');
  await page.getByLabel('E-mail address for Unpaywall').fill('nobody');
  await page.getByText('There are changes that are not saved.').waitFor();
  await save();
  await page.getByText('Nothing was saved').waitFor();
  await page.getByText('must be from 15 to 43200 minutes').waitFor();
  await page.getByText('must be an e-mail address').waitFor();
  expect(await amount().inputValue()).toBe('5');
  expect(await amount().evaluate((field) => field === document.activeElement)).toBe(true);
  await checkPage(page, 'settings-refused');
  complaints.splice(0);
  await amount().fill('6');
  await page.getByLabel('Unit').selectOption('hours');
  await page.getByLabel('E-mail address for Unpaywall').fill(ACCOUNT.email);
  await page.getByRole('switch', { name: /regularly/ }).click();
  await page.getByLabel('Seconds between two requests').fill('1');
  await save();
  await page.getByText('Saved.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save');
  await page.reload();
  await expect.poll(() => amount().inputValue()).toBe('6');
  expect(await page.getByLabel('Unit').inputValue()).toBe('hours');
  expect(await page.getByRole('switch', { name: /regularly/ }).isChecked()).toBe(true);
});

test('a key is set, replaced and cleared, and never shown', async () => {
  const label = 'OpenAlex API key';
  await page.getByLabel(label, { exact: true }).fill(KEY);
  await save();
  await page.getByText('Set, ends in 4f2a').waitFor();
  await page.reload();
  await page.getByText('Set, ends in 4f2a').waitFor();
  expect(await page.content()).not.toContain(KEY);
  await page.getByRole('button', { name: `Replace: ${label}` }).click();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type('another-key-9b1c');
  await save();
  await page.getByText('Set, ends in 9b1c').waitFor();
  await page.getByRole('button', { name: `Clear: ${label}` }).click();
  await page.getByText('Is cleared when you save').waitFor();
  await checkPage(page, 'settings-key');
  await save();
  await page.getByText('Saved.').waitFor();
  await page.getByLabel(label, { exact: true }).waitFor();
});

test('the navigation has the pages that are wanted, and the settings stay within reach', async () => {
  await page.getByRole('checkbox', { name: 'Runs' }).click();
  await page.getByRole('checkbox', { name: /^Settings/ }).click();
  await save();
  await rail().getByRole('link', { name: 'Runs' }).waitFor({ state: 'detached' });
  await rail().getByRole('link', { name: 'Settings' }).waitFor({ state: 'detached' });
  await rail().getByRole('link', { name: 'Account' }).click();
  await page.getByRole('navigation', { name: 'Settings and account' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'Runs' }).click();
  await page.getByRole('checkbox', { name: /^Settings/ }).click();
  await save();
  await rail().getByRole('link', { name: 'Runs' }).waitFor();
});

test('an import is looked at first, applied when it is wanted, and says what was passed over', async () => {
  const [first, second] = world.sandbox.scholars.slice(-2).map(({ id }) => id);
  const library = {
    schema_version: 1,
    scholars: [{ scholar_id: first }, { scholar_id: second }, { scholar_id: 'nobody' }],
    publications: [
      { scholar_id: first, title: 'A map of quiet archives', year: 2020, is_read: true, is_favorite: true },
      { scholar_id: second, title: 'Notes on a harbour', year: 2019 },
    ],
  };
  await page.getByRole('link', { name: 'Import and export' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import and export' }).waitFor();
  await checkPage(page, 'library-file');
  const field = page.locator('input[type=file]');
  await field.setInputFiles(asFile(Buffer.from('this is no library'), 'notes.txt'));
  await page.getByRole('alert').filter({ hasText: 'Request' }).waitFor();
  await page.getByRole('button', { name: 'Copy the request’s number' }).click();
  await page.getByText('Copied.').or(page.getByText('It is marked')).waitFor();
  await checkPage(page, 'import-refused');
  complaints.splice(0);
  await field.setInputFiles(asFile(bytes(library)));
  await page.getByText('Preview: nothing is changed yet').waitFor();
  const row = (name: string) => page.getByRole('row', { name }).getByRole('cell').last().textContent();
  expect(await row('New scholars')).toBe('2');
  expect(await row('Publications added to your library')).toBe('2');
  expect(await row('Passed over')).toBe('1');
  await page.getByText('scholars[2] was skipped').waitFor();
  await checkPage(page, 'import-preview');
  const tracked = () =>
    page.evaluate(async () => (await (await fetch('/api/v1/scholars')).json()).data.scholars.length);
  expect(await tracked()).toBe(0);
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByText('library.json is imported').waitFor();
  expect(await row('New scholars')).toBe('2');
  expect(await tracked()).toBe(2);
  await checkPage(page, 'import-done');
});

test('what is exported can be imported, which changes nothing', async () => {
  const settled = async () =>
    page.evaluate(async () =>
      (await (await fetch('/api/v1/scholars')).json()).data.scholars.every(
        (scholar: { baseline_completed: boolean }) => scholar.baseline_completed,
      ),
    );
  await expect.poll(settled, CRAWLED).toBe(true);
  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^lectern-\d{4}-\d\d-\d\d\.json$/);
  await page.getByText('Saved as lectern-').waitFor();
  const file = await readFile(await download.path());
  const { data } = JSON.parse(file.toString());
  expect(data.scholars).toHaveLength(2);
  expect(data.publications.map(({ title }: { title: string }) => title)).toContain('A map of quiet archives');
  await page.locator('input[type=file]').setInputFiles(asFile(file));
  await page.getByText('Everything in this file is in your library already').waitFor();
  expect(await page.getByRole('button', { name: 'Import now' }).count()).toBe(0);
});

test('a token is shown once, and one that does not end asks for the password', async () => {
  await rail().getByRole('link', { name: 'Account' }).click();
  await page.getByLabel('What it is for').fill('nightly export');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^lectern_pat_/);
  const asked = await fetch(`${world.url}/api/v1/scholars`, { headers: { authorization: `Bearer ${token}` } });
  expect(asked.status).toBe(200);
  await checkPage(page, 'token-made');
  await page.getByRole('button', { name: 'I have it' }).click();
  await expect.poll(() => page.content()).not.toContain(token);
  await page.getByLabel('What it is for').fill('backup');
  await page.getByLabel('Ends').selectOption('never');
  await page.getByLabel('Your password').fill('a wrong password');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByText('The current password is wrong.').waitFor();
  expect(await page.getByLabel('What it is for').inputValue()).toBe('backup');
  complaints.splice(0);
  await page.getByLabel('Your password').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.getByText('does not end').waitFor();
  await page.getByRole('button', { name: 'Delete: nightly export' }).click();
  await page.getByText('nightly export is deleted').waitFor();
  expect((await fetch(`${world.url}/api/v1/scholars`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    401,
  );
});

test('other sessions are seen and ended', async () => {
  const others = [];
  for (let n = 0; n < 2; n += 1) {
    const other = await openPage(browser, { width: 1280 });
    await other.page.goto(`${world.url}/sign-in`);
    await signIn(other.page);
    await other.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    others.push(other);
  }
  await page.reload();
  await page.getByText('This browser', { exact: true }).waitFor();
  await checkPage(page, 'account');
  const ends = page.getByRole('button', { name: /^End: Chrome on Linux/ });
  expect(await ends.count()).toBe(2);
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByText('2 other sessions have ended.').waitFor();
  expect(await ends.count()).toBe(0);
  const [other] = others;
  await other?.page.goto(`${world.url}/scholars`);
  await other?.page.getByRole('button', { name: 'Sign in' }).waitFor();
  for (const { context: theirs } of others) await theirs.close();
});

test('without a connection a change says at once that it was not made, and the page goes on when there is one', async () => {
  const status = page.getByRole('contentinfo');
  await page.getByLabel('What it is for').fill('offline');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('alert').filter({ hasText: 'Lectern does not answer' }).waitFor();
  await status.getByText('Lectern does not answer').waitFor();
  await context.setOffline(false);
  await status.getByText('Lectern does not answer').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('button', { name: 'I have it' }).click();
  // a page of which nothing is here yet: the one before stays, with what is typed in it, until it can be had
  await page.getByLabel('What it is for').fill('still here');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Admin' }).click();
  await status.getByText('Lectern does not answer').waitFor();
  expect(await page.getByLabel('What it is for').inputValue()).toBe('still here');
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Make a token' }).waitFor();
  complaints.splice(0);
});

test('signed in anew in another tab, one goes on in this; what another user would see there replaces what is shown', async () => {
  const other = { email: 'grace@lectern.example', password: 'a shelf to write on', is_admin: false };
  await page.evaluate(async (body) => {
    const { data } = await (await fetch('/api/v1/auth/csrf')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': data.csrf_token };
    await fetch('/api/v1/admin/users', { method: 'POST', headers, body: JSON.stringify(body) });
  }, other);
  const signInBeside = async (account: typeof ACCOUNT) => {
    const tab = await context.newPage();
    await tab.goto(`${world.url}/sign-in`);
    await signIn(tab, account);
    await tab.getByRole('navigation', { name: 'Pages' }).waitFor();
    await tab.close();
  };
  await signInBeside(ACCOUNT);
  await page.getByRole('button', { name: 'Delete: offline' }).click();
  await page.getByText('offline is deleted').waitFor();
  await signInBeside(other);
  await page.getByRole('button', { name: /^Delete: backup/ }).click();
  await page.getByText(other.email).waitFor();
  await signInBeside(ACCOUNT);
  await page.reload();
  complaints.splice(0);
});

test('while the session is over nothing is asked again by itself, and all is when it goes on', async () => {
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: /^Delete: backup/ }).waitFor();
  const cookies = await context.cookies();
  await context.clearCookies();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: /^Delete: backup/ }).click();
  await page.getByRole('dialog').waitFor();
  asked.splice(0);
  // the page comes back into view, which is when a browser asks at once for what it shows
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.clock.runFor(150_000);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => asked).toContain('/api/v1/auth/tokens');
  expect((await context.cookies()).length).toBe(cookies.length);
  complaints.splice(0);
});

test('on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${world.url}/`);
  await phone.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  for (const name of ['Settings', 'Import and export', 'Account']) {
    await phone.page.getByRole('navigation', { name: 'Settings and account' }).getByRole('link', { name }).click();
    await phone.page.getByRole('heading', { level: 1, name }).waitFor();
    await checkPage(phone.page, name.toLowerCase().replaceAll(' ', '-'));
  }
  expect(phone.complaints).toEqual([]);
});

test('the browser had nothing to complain of', () => {
  expect(complaints).toEqual([]);
});
