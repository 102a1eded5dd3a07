import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount, signIn } from './support/account.ts';
import { addScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

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
  await addScholars(page, world);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const LIST = '/?view=all&sort=title';
const fieldOf = (one: Page) => one.getByRole('textbox', { name: 'Note' });
const notesOf = (one: Page) => one.getByRole('region', { name: 'Notes' });

/** Opens the list and starts to write a note on the publication in a row. */
async function writeNote(one: Page, row: number): Promise<void> {
  await openList(one, `${world.url}${LIST}`);
  for (let at = 0; at <= row; at += 1) await one.keyboard.press('j');
  await one.keyboard.press('n');
  await fieldOf(one).waitFor();
}

/** The texts of all notes, as the service has them. */
async function storedTexts(one: Page): Promise<string[]> {
  const { publications } = await one.evaluate(async () => (await (await fetch('/api/v1/scholars/export')).json()).data);
  const all = publications as { notes: { text: string }[] }[];
  return all.flatMap(({ notes }) => notes.map(({ text }) => text));
}

test('writes Markdown by key, which is saved while one types and shown without foreign requests', async () => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== world.url) foreign.push(request.url());
  });
  await writeNote(page, 0);
  await page.keyboard.type(
    '## Method\nCompare **table 3** with <b>ours</b>.\n\n- [x] read\n- see https://pages.example/x\n\n',
  );
  await page.keyboard.type('![figure](https://tracker.example/pixel.png)');
  await notesOf(page).getByText('Saved').waitFor();
  await checkPage(page, 'note-editor');
  await page.keyboard.press('Escape');
  await notesOf(page).getByText('table 3').waitFor();
  expect(await notesOf(page).getByRole('link').allTextContents()).toEqual(['https://pages.example/x', 'figure']);
  await page.locator('[data-row="0"]').getByText('Has a note').waitFor();
  await checkPage(page, 'note');
  await page.reload();
  await notesOf(page).getByRole('heading', { name: 'Method' }).waitFor();
  await openList(page, `${world.url}/?view=all&q=${encodeURIComponent('note:"table 3"')}`);
  expect(await page.getByRole('article').count()).toBeGreaterThan(0);
  expect(foreign).toEqual([]);
  expect(browserErrors).toEqual([]);
});

test('a note with too much formatting is shown, and says from where on it is plain text', async () => {
  await writeNote(page, 5);
  await fieldOf(page).fill(
    `## Sums\n\n| a | b |\n|---|--:|\n| 1 | 20 |\n\nSee[^1].\n\n[^1]: a footnote\n\n${'['.repeat(10_000)}`,
  );
  await notesOf(page).getByText('Saved').waitFor();
  await page.keyboard.press('Escape');
  await notesOf(page).getByText('The rest of this note is shown as plain text.').waitFor();
  await notesOf(page).getByRole('cell', { name: '20' }).waitFor();
  await checkPage(page, 'note-plain');
});

test('two pages that change one note show both texts, and nothing is lost', async () => {
  const other = await context.newPage();
  await writeNote(page, 1);
  await page.keyboard.type('first');
  await notesOf(page).getByText('Saved').waitFor();
  // a page that reads the notes again before the user types has nothing to tell
  await page.route('**/api/v1/publications/*/notes', () => {});
  await writeNote(other, 1);
  await other.keyboard.type(' and theirs');
  await notesOf(other).getByText('Saved').waitFor();
  await page.keyboard.type(' and mine');
  const conflict = page.getByRole('region', { name: 'This note was changed elsewhere' });
  await conflict.getByText('first and theirs').waitFor();
  await conflict.getByText('first and mine').waitFor();
  await checkPage(page, 'note-conflict');
  await page.unroute('**/api/v1/publications/*/notes');
  await page.reload();
  await conflict.getByRole('button', { name: 'Keep both' }).click();
  await conflict.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await storedTexts(page)).filter((text) => text.startsWith('first')).toSorted())
    .toEqual(['first and mine', 'first and theirs']);
  await other.close();
  // the refused save
  browserErrors.splice(0);
});

test('a text that was typed while the server was dead survives the tab, and is saved at the next start', async () => {
  const tab = await context.newPage();
  await writeNote(tab, 2);
  await tab.keyboard.type('before');
  await notesOf(tab).getByText('Saved').waitFor();
  await world.kill();
  await tab.keyboard.type(', and without a server');
  await notesOf(tab).getByText('Not saved yet: no connection').waitFor();
  await checkPage(tab, 'note-offline');
  // as when the browser is killed
  await tab.close({ runBeforeUnload: false });
  await world.restart();
  const next = await context.newPage();
  await openList(next, `${world.url}/?view=all`);
  await expect.poll(() => storedTexts(next)).toContain('before, and without a server');
  await expect
    .poll(() => next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lectern-note:'))))
    .toEqual([]);
  await next.close();
});

test('a sign-out saves what was just typed', async () => {
  const tab = await context.newPage();
  await writeNote(tab, 3);
  await tab.keyboard.type('just typed');
  await tab.keyboard.press('Control+k');
  await tab.getByRole('dialog').getByRole('combobox').fill('sign out');
  await tab.getByRole('option', { name: /Sign out/ }).click();
  await tab.getByRole('button', { name: 'Sign in' }).waitFor();
  await signIn(tab);
  await tab.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await storedTexts(tab)).toContain('just typed');
  await tab.close();
});

test('a phone shows and edits notes in the details', async () => {
  const phone = await openPage(browser, { width: 390, height: 780 });
  await phone.page.goto(`${world.url}/sign-in`);
  await signIn(phone.page);
  await phone.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await openList(phone.page, `${world.url}${LIST}`);
  await phone.page.locator('[data-row="0"]').getByRole('link').first().click();
  await notesOf(phone.page).getByText('table 3').waitFor();
  await notesOf(phone.page).scrollIntoViewIfNeeded();
  await checkPage(phone.page, 'note');
  await notesOf(phone.page).getByRole('button', { name: 'Edit' }).click();
  await fieldOf(phone.page).fill('from the phone');
  await notesOf(phone.page).getByText('Saved').waitFor();
  await checkPage(phone.page, 'note-editor');
  await notesOf(phone.page).getByRole('button', { name: 'Done' }).click();
  await notesOf(phone.page).getByText('from the phone').waitFor();
  await phone.context.close();
});
