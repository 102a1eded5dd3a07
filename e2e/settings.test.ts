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
let browserErrors: string[];

beforeAll(async () => {
  world = await startWorld({ env: { INGESTION_MIN_REQUEST_DELAY_SECONDS: '1' } });
  browser = await openBrowser();
  ({ context, page, browserErrors } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const rail = () => page.getByRole('navigation', { name: 'Main' });
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const asFile = (buffer: Buffer, name = 'library.json') => ({ name, mimeType: 'application/json', buffer });
const amount = () => page.getByLabel('Interval', { exact: true });
const save = () => page.getByRole('button', { name: 'Save' }).click();

test('saves settings together, and keeps rejected values with the reason', async () => {
  await rail().getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await amount().inputValue()).toBe('1');
  await page.getByText('At least 15 minutes, at most 30 days.').waitFor();
  await checkPage(page, 'settings');
  await amount().fill('5');
  await page.getByLabel('Unit').selectOption('minutes');
  await page.getByLabel('Email for Unpaywall').fill('nobody');
  await page.getByText('You have unsaved changes.').waitFor();
  await save();
  await page.getByText('Not saved.').waitFor();
  await page.getByText('must be from 15 to 43200 minutes').waitFor();
  await page.getByText('must be an email address').waitFor();
  expect(await amount().inputValue()).toBe('5');
  expect(await amount().evaluate((field) => field === document.activeElement)).toBe(true);
  await checkPage(page, 'settings-refused');
  browserErrors.splice(0);
  await amount().fill('6');
  await page.getByLabel('Unit').selectOption('hours');
  await page.getByLabel('Email for Unpaywall').fill(ACCOUNT.email);
  await page.getByRole('switch', { name: /on a schedule/ }).click();
  await page.getByLabel('Seconds between requests').fill('1');
  await save();
  await page.getByText('Saved.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save');
  await page.reload();
  await expect.poll(() => amount().inputValue()).toBe('6');
  expect(await page.getByLabel('Unit').inputValue()).toBe('hours');
  expect(await page.getByRole('switch', { name: /on a schedule/ }).isChecked()).toBe(true);
});

test('sets, replaces and clears a key, and never shows it', async () => {
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
  await page.getByText('Will be cleared when you save').waitFor();
  await checkPage(page, 'settings-key');
  await save();
  await page.getByText('Saved.').waitFor();
  await page.getByLabel(label, { exact: true }).waitFor();
});

test('shows chosen pages in the navigation, and keeps the settings reachable', async () => {
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

test('previews an import, applies it, and says what was skipped', async () => {
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
  await page.getByRole('alert').filter({ hasText: 'Request ID' }).waitFor();
  await page.getByRole('button', { name: 'Copy request ID' }).click();
  await page.getByText('Copied.').or(page.getByText('Selected.')).waitFor();
  await checkPage(page, 'import-refused');
  browserErrors.splice(0);
  await field.setInputFiles(asFile(bytes(library)));
  await page.getByText('Preview: nothing is changed yet').waitFor();
  const row = (name: string) => page.getByRole('row', { name }).getByRole('cell').last().textContent();
  expect(await row('New scholars')).toBe('2');
  expect(await row('Publications added to your library')).toBe('2');
  expect(await row('Skipped')).toBe('1');
  await page.getByText('scholars[2] was skipped').waitFor();
  await checkPage(page, 'import-preview');
  const tracked = () =>
    page.evaluate(async () => (await (await fetch('/api/v1/scholars')).json()).data.scholars.length);
  expect(await tracked()).toBe(0);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Imported library.json').waitFor();
  expect(await row('New scholars')).toBe('2');
  expect(await tracked()).toBe(2);
  await checkPage(page, 'import-done');
});

test('previews a BibTeX file, and imports it as read', async () => {
  const bib =
    '@article{quiet2020, title = {A {Quiet} Archive in Ink}, year = {2020}, keywords = {ink}}\n@misc{x, year = 2021}';
  await page.reload();
  await page.locator('input[type=file]').setInputFiles(asFile(Buffer.from(bib), 'zotero.bib'));
  await page.getByText('0 already in your library, 1 new, 1 cannot be read.').waitFor();
  await page.getByText('The entry in line 2 (x) was skipped').waitFor();
  await page.getByRole('checkbox', { name: 'Count all as read' }).check();
  await checkPage(page, 'import-citations');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Imported zotero.bib').waitFor();
  const found = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/v1/publications?search=title:ink')).json();
    return data.publications.map((one: { title: string; is_read: boolean }) => [one.title, one.is_read]);
  });
  expect(found).toEqual([['A Quiet Archive in Ink', true]]);
});

test('importing an export changes nothing', async () => {
  const isImported = async () =>
    page.evaluate(async () =>
      (await (await fetch('/api/v1/scholars')).json()).data.scholars.every(
        (scholar: { baseline_completed: boolean }) => scholar.baseline_completed,
      ),
    );
  await expect.poll(isImported, CRAWLED).toBe(true);
  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^lectern-\d{4}-\d\d-\d\d\.json$/);
  await page.getByText('Saved as lectern-').waitFor();
  const file = await readFile(await download.path());
  const { data } = JSON.parse(file.toString());
  expect(data.scholars).toHaveLength(2);
  expect(data.publications.map(({ title }: { title: string }) => title)).toContain('A map of quiet archives');
  await page.locator('input[type=file]').setInputFiles(asFile(file));
  await page.getByText('Your library already has everything in this file.').waitFor();
  expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
});

test('shows a token once, and asks for the password for one without expiry', async () => {
  await rail().getByRole('link', { name: 'Account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('nightly export');
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^lectern_pat_/);
  const response = await fetch(`${world.url}/api/v1/scholars`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  await checkPage(page, 'token-made');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => page.content()).not.toContain(token);
  await page.getByLabel('Name', { exact: true }).fill('backup');
  await page.getByLabel('Expiry').selectOption('never');
  await page.getByLabel('Your password').fill('a wrong password');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('The current password is wrong.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('backup');
  browserErrors.splice(0);
  await page.getByLabel('Your password').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Read · no expiry').waitFor();
  await page.getByRole('button', { name: 'Delete: nightly export' }).click();
  await page.getByText('“nightly export” deleted').waitFor();
  expect((await fetch(`${world.url}/api/v1/scholars`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    401,
  );
});

test('lists other sessions and ends them', async () => {
  const others = [];
  for (let n = 0; n < 2; n += 1) {
    const other = await openPage(browser, { width: 1280 });
    await other.page.goto(`${world.url}/sign-in`);
    await signIn(other.page);
    await other.page.getByRole('navigation', { name: 'Main' }).waitFor();
    others.push(other);
  }
  await page.reload();
  await page.getByText('This browser', { exact: true }).waitFor();
  await checkPage(page, 'account');
  const ends = page.getByRole('button', { name: /^End: Chrome on Linux/ });
  expect(await ends.count()).toBe(2);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByText('Ended 2 other sessions.').waitFor();
  expect(await ends.count()).toBe(0);
  const [other] = others;
  await other?.page.goto(`${world.url}/scholars`);
  await other?.page.getByRole('button', { name: 'Sign in' }).waitFor();
  for (const { context: theirs } of others) await theirs.close();
});

test('fails at once without a connection, and continues when there is one', async () => {
  const status = page.getByRole('contentinfo');
  await page.getByLabel('Name', { exact: true }).fill('offline');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('alert').filter({ hasText: 'Cannot reach Lectern' }).waitFor();
  await status.getByText('Cannot reach Lectern').waitFor();
  await context.setOffline(false);
  await status.getByText('Cannot reach Lectern').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  // a page whose code is not loaded yet: the current page and its text stay
  await page.getByLabel('Name', { exact: true }).fill('still here');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Admin' }).click();
  await status.getByText('Cannot reach Lectern').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('still here');
  await page.getByText('Cannot load this. Try again.').waitFor();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Create token' }).waitFor();
  browserErrors.splice(0);
});

test('continues after a sign-in in another tab, and reloads for another user', async () => {
  const other = { email: 'grace@lectern.example', password: 'a shelf to write on', is_admin: false };
  await page.evaluate(async (body) => {
    const { data } = await (await fetch('/api/v1/auth/csrf')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': data.csrf_token };
    await fetch('/api/v1/admin/users', { method: 'POST', headers, body: JSON.stringify(body) });
  }, other);
  const signInInOtherTab = async (account: typeof ACCOUNT) => {
    const tab = await context.newPage();
    await tab.goto(`${world.url}/sign-in`);
    await signIn(tab, account);
    await tab.waitForURL((url) => url.pathname !== '/sign-in');
    await tab.close();
  };
  await signInInOtherTab(ACCOUNT);
  await page.getByRole('button', { name: 'Delete: offline' }).click();
  await page.getByText('“offline” deleted').waitFor();
  await signInInOtherTab(other);
  await page.getByRole('button', { name: /^Delete: backup/ }).click();
  await page.getByText(other.email).waitFor();
  await signInInOtherTab(ACCOUNT);
  await page.reload();
  browserErrors.splice(0);
});

test('sends no automatic requests after the session has ended, until it continues', async () => {
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: /^Delete: backup/ }).waitFor();
  const cookies = await context.cookies();
  await context.clearCookies();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: /^Delete: backup/ }).click();
  await page.getByRole('dialog').waitFor();
  requested.splice(0);
  // when the page becomes visible, queries refetch immediately
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.clock.runFor(150_000);
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => requested).toContain('/api/v1/auth/tokens');
  expect((await context.cookies()).length).toBe(cookies.length);
  browserErrors.splice(0);
});

test('pages fit on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${world.url}/`);
  await phone.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  for (const name of ['Settings', 'Import and export', 'Account']) {
    await phone.page.getByRole('navigation', { name: 'Settings and account' }).getByRole('link', { name }).click();
    await phone.page.getByRole('heading', { level: 1, name }).waitFor();
    await checkPage(phone.page, name.toLowerCase().replaceAll(' ', '-'));
  }
  expect(phone.browserErrors).toEqual([]);
});

test('the browser reported no errors', () => {
  expect(browserErrors).toEqual([]);
});
