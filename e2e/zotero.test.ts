import { zoteroKey } from '@lectern/sandbox';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { startWorld, type World } from './support/start-world.ts';

const LIBRARY = 'users/475425';
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

let world: World;
let browser: Browser;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ page, browserErrors } = await openPage(browser, LAPTOP));
  await setUpAccount(page, world);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const library = () => world.sandbox.zotero.library(LIBRARY);
const row = (name: string) =>
  page.getByRole('list', { name: 'Lists in Zotero' }).getByRole('listitem').filter({ hasText: name });

/** Checks the page at both widths from its part about Zotero on. */
async function check(name: string): Promise<void> {
  for (const size of [LAPTOP, PHONE]) {
    await page.setViewportSize(size);
    await page.getByRole('heading', { name: 'Zotero', exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'Zotero', exact: true }).evaluate((element) => element.scrollIntoView());
    await checkPage(page, name);
  }
  await page.setViewportSize(LAPTOP);
}

test('a key connects Zotero, and a wrong one is told', async () => {
  await page.goto(`${world.url}/settings/library`);
  await page.getByLabel('Zotero API key').fill('wrongkey');
  await button('Connect').click();
  await page.getByText(/Zotero refused the key/).waitFor();
  await check('zotero-refused');
  // the browser reports the refusal of the key
  browserErrors.splice(0);
  await page.getByLabel('Zotero API key').fill(zoteroKey);
  await button('Connect').click();
  await page.getByText('Connected to Zotero as Demo.').waitFor();
  expect(await page.getByRole('list', { name: 'Libraries that the key reaches' }).innerText()).toMatch(
    /My library read and write\s+Group 169947 read only/,
  );
});

test('a library of Zotero is imported after a preview', async () => {
  for (let at = 0; at < 12; at += 1)
    library().edit(`KEY2222${'ABCDEFGHIJKL'[at]}`, {
      ...{ itemType: 'journalArticle', title: `Silt in river ${at}`, DOI: `10.5555/silt.${at}`, date: '2021' },
      ...{ creators: [{ creatorType: 'author', firstName: 'Karin', lastName: 'Berg' }], tags: [{ tag: 'silt' }] },
    });
  await button('Import my Zotero library').click();
  await page.getByText('0 already in your library, 12 new, 0 cannot be read.').waitFor();
  await check('zotero-import');
  await page.getByRole('button', { name: 'Import', exact: true }).last().click();
  await page.getByText('Imported My library').waitFor();
});

test('a tag is kept in a collection: preview, push, and what was changed in Zotero stays', async () => {
  await page.reload();
  await page.getByLabel('List', { exact: true }).selectOption('silt');
  await button('Add list').click();
  await page.getByText(/^“silt” added\./).waitFor();
  await button('Preview the push of silt').click();
  await row('silt').getByText('Preview: 12 publications: 12 would be changed.').waitFor();
  await check('zotero-preview');
  expect(library().list('collections')).toHaveLength(0);
  await button('Push now: silt').click();
  await row('silt').getByText('12 publications: 12 changed.').waitFor();
  const [collection] = library().list('collections');
  const pushed = library()
    .list('items')
    .filter(({ data }) => String(data.collections).includes(collection?.key ?? '?'));
  expect([collection?.data.name, pushed.length]).toEqual(['silt', 12]);
  library().edit(pushed[0]?.key ?? '', { title: 'My own title' });
  library().remove('items', pushed[1]?.key ?? '');
  await button('Push now: silt').click();
  await row('silt')
    .getByText(/10 unchanged, 1 left alone \(changed in Zotero\), 1 left out \(deleted in Zotero\)/)
    .waitFor();
  await check('zotero');
  await button('Remove silt from the lists in Zotero').click();
  await checkPage(page, 'zotero-remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('“silt” removed.').waitFor();
  await page.getByText('No lists in Zotero yet.').waitFor();
});

test('the kinds of a BibTeX file reach Zotero, and an import of what was pushed adds nothing', async () => {
  const entry = (type: string, fields: string) =>
    `@${type}{${type}2020, title = {Silt as a ${type}}, author = {King, Jr., Martin}, keywords = {kinds}, ${fields}}`;
  const bib = [
    entry('book', 'publisher = {Loop Press}, series = {Rivers}'),
    entry('phdthesis', 'school = {Loop School}, year = {2020}'),
    entry('online', 'url = {https://rivers.example/silt}'),
  ].join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kinds.bib', mimeType: 'application/x-bibtex', buffer: Buffer.from(bib) });
  await page.getByText('0 already in your library, 3 new, 0 cannot be read.').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await page.getByText('Imported kinds.bib').waitFor();
  await page.reload();
  await page.getByLabel('List', { exact: true }).selectOption('kinds');
  await button('Add list').click();
  await button('Push now: kinds').click();
  await row('kinds').getByText('3 publications: 3 added.').waitFor();
  const pushed = library()
    .list('items')
    .flatMap(({ data }) => (String(data.title).startsWith('Silt as') ? [`${data.title}: ${data.itemType}`] : []));
  expect(pushed.sort()).toEqual(['Silt as a book: book', 'Silt as a online: webpage', 'Silt as a phdthesis: thesis']);
  await button('Add list').click();
  await page.getByText('This list is kept in this library already.').waitFor();
  await check('zotero-twice');
  browserErrors.splice(0);
  await button('Import my Zotero library').click();
  await page.getByText('14 already in your library, 0 new, 0 cannot be read.').waitFor();
  await check('zotero-import-again');
  expect(browserErrors).toEqual([]);
});
