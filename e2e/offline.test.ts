import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount, signIn } from './support/account.ts';
import { addScholars, smallScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { type Network, startNetwork } from './support/cut-network.ts';
import { openProfile } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';
import { waitForParts } from './support/wait-for-parts.ts';

const KEPT = 'lectern-kept';
/** How soon another tab shows a mark. */
const MAX_AGREE_MS = 1000;

interface Listed {
  readonly is_read: boolean;
  readonly is_favorite: boolean;
  readonly tags: readonly { readonly name: string }[];
  readonly scholars: readonly { readonly scholar_profile_id: number; readonly label: string }[];
}

let world: World;
let network: Network;
let folder: string;
let context: BrowserContext;
let page: Page;
/** the publications in the first rows of the first list */
let ids: readonly number[];

/** The tests share one world and one profile of the browser, and build on each other. */
beforeAll(async () => {
  world = await startWorld();
  network = await startNetwork(world.url);
  folder = await mkdtemp(join(tmpdir(), 'lectern-profile-'));
  await startBrowser();
  const through = { ...world, url: network.url, setupLink: world.setupLink.replace(world.url, network.url) };
  await setUpAccount(page, through);
  await setRequestDelay(page, 0);
  await addScholars(page, through, smallScholars(world).slice(0, 2));
  // the service worker keeps a page for a minute, and the first one has no publications
  await page.evaluate((name) => caches.delete(name), KEPT);
  await openList(page, `${network.url}/`);
  await row(4).waitFor();
  ids = await Promise.all(Array.from({ length: 5 }, (_, at) => idAt(at)));
});

afterAll(async () => {
  await context?.close();
  await network?.close();
  await world?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function startBrowser(): Promise<void> {
  context = await openProfile(folder, { width: 1280 });
  page = context.pages()[0] ?? (await context.newPage());
}

const row = (at: number, tab = page) => tab.locator(`[data-row="${at}"]`);
const star = (at: number, isOn: boolean, tab = page) =>
  row(at, tab).getByRole('button', { name: 'Favorite', pressed: isOn });
const readRow = (at: number, tab = page) => tab.locator(`[data-row="${at}"][data-read]`);
const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lectern-mark:')));
const idOf = (at: number) => ids[at] ?? 0;

/** The publication that is shown in a row. */
async function idAt(at: number): Promise<number> {
  const href = await row(at).locator('[id^=title]').getAttribute('href');
  return Number(new URLSearchParams(href?.split('?')[1]).get('open'));
}

/** A publication, as the service has it. */
async function read(id: number): Promise<Listed> {
  return (await (await context.request.get(`${world.url}/api/v1/publications/${id}`)).json()).data;
}

/** Whether the service worker has the page with its publications. */
function hasKeptList(): Promise<boolean> {
  return page.evaluate(async (name) => {
    const kept = await caches.match('/', { cacheName: name });
    return (await kept?.text())?.includes('data-row') === true;
  }, KEPT);
}

/** Goes to a row and presses keys there. */
async function press(at: number, ...keys: string[]): Promise<void> {
  await row(at).focus();
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the marks are shown that the first test has made without a network. */
async function expectMarks(tab: Page): Promise<void> {
  await readRow(0, tab).waitFor();
  await star(1, true, tab).waitFor();
  await row(2, tab).getByText('to read').waitFor();
  await row(3, tab).getByText('Not by').waitFor();
  await star(4, false, tab).waitFor();
}

test('without a network, marks are shown at once, and a reload and another tab show them, too', async () => {
  await expect.poll(hasKeptList).toBe(true);
  network.cut();
  await press(0, 'm');
  await press(1, 'f');
  await press(2, 't');
  await page.getByRole('combobox', { name: 'Find or create a tag' }).fill('to read');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await press(3, 'r');
  await row(3).getByText('Not by').waitFor();
  await press(4, 'f', 'u');
  await expectMarks(page);
  await page.getByText('6 changes are not sent yet.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await checkPage(page, 'offline-marks');
  await page.reload();
  await row(0).waitFor();
  await expectMarks(page);
  const tab = await context.newPage();
  await tab.goto(`${network.url}/`);
  await row(0, tab).waitFor();
  await expectMarks(tab);
  await tab.close();
});

test('a browser that starts again shows the marks, and sends them in order when the network is back', async () => {
  await context.close();
  await startBrowser();
  await page.goto(`${network.url}/`);
  await row(0).waitFor();
  await expectMarks(page);
  expect(await stored()).toHaveLength(6);
  const before = await read(idOf(3));
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && !pathname.includes('/auth/'))
      sent.push(`${request.method()} ${pathname.split('/').slice(4).join('/')}`);
  });
  // nothing arrives before the network is back
  network.restore();
  await expect.poll(stored).toEqual([]);
  await page.getByText('not sent yet').waitFor({ state: 'detached' });
  const scholar = before.scholars[0]?.scholar_profile_id;
  const favorite = (at: number) => `POST ${idOf(at)}/favorite`;
  const inOrder = [
    'POST mark-read',
    favorite(1),
    'POST tag',
    `PUT ${scholar}/rejected-publications/${idOf(3)}`,
    favorite(4),
    favorite(4),
  ];
  // what failed before the network was back was sent again
  expect(sent.slice(-inOrder.length)).toEqual(inOrder);
  expect(await read(idOf(0))).toMatchObject({ is_read: true });
  expect(await read(idOf(1))).toMatchObject({ is_favorite: true });
  expect(await read(idOf(2))).toMatchObject({ tags: [{ name: 'to read' }] });
  expect(await read(idOf(4))).toMatchObject({ is_favorite: false });
  expect((await context.request.get(`${world.url}/api/v1/publications/${idOf(3)}`)).status()).toBe(404);
  await row(3).getByText('Not by').waitFor({ state: 'detached' });
});

test('two tabs agree within a second, without a request for the list', async () => {
  await openList(page, `${network.url}/?view=all`);
  const tab = await context.newPage();
  await openList(tab, `${network.url}/?view=all`);
  const requests: string[] = [];
  tab.on('request', (request) => requests.push(request.url()));
  await page.bringToFront();
  for (const isOn of [true, false]) {
    const start = Date.now();
    await press(5, 'f');
    await star(5, isOn, tab).waitFor();
    expect(Date.now() - start).toBeLessThan(MAX_AGREE_MS);
  }
  await expect.poll(stored).toEqual([]);
  // counts are requested all the time
  expect(requests.filter((url) => url.includes('page_size=100'))).toEqual([]);
  await tab.close();
});

test('a refused mark is told, and shown as the service has it', async () => {
  await openList(page, `${network.url}/?view=all&sort=title`);
  const title = await row(0).locator('[id^=title]').textContent();
  const [scholar] = (await read(await idAt(0))).scholars;
  network.cut();
  await press(0, 'r');
  await row(0).getByText('Not by').waitFor();
  // meanwhile the user stops to track the scholar elsewhere
  const { data: csrf } = await (await context.request.get(`${world.url}/api/v1/auth/csrf`)).json();
  const address = `${world.url}/api/v1/scholars/${scholar?.scholar_profile_id}`;
  const headers = { 'x-csrf-token': csrf.csrf_token };
  expect((await context.request.delete(address, { headers })).status()).toBe(200);
  network.restore();
  const refusal = `Cannot remove “${title}” as a publication of ${scholar?.label}.`;
  await page.getByRole('alert').filter({ hasText: refusal }).waitFor();
  await checkPage(page, 'refused-mark');
  await row(0).getByText('Not by').waitFor({ state: 'detached' });
  expect(await stored()).toEqual([]);
});

test('a sign-out asks about marks that are not sent, and deletes them', async () => {
  await openList(page, `${network.url}/?view=all`);
  const id = await idAt(1);
  const { is_favorite: before } = await read(id);
  await waitForParts(page, ['sign-out-dialog', 'sign-out-page']);
  network.cut();
  await press(1, 'f');
  await star(1, !before).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: '1 change is not saved' }).waitFor();
  await checkPage(page, 'sign-out-unsent');
  await page.getByRole('button', { name: 'Sign out and lose changes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Not signed out yet' }).waitFor();
  expect(await stored()).toEqual([]);
  network.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await signIn(page);
  await row(0).waitFor();
  expect(await read(id)).toMatchObject({ is_favorite: before });
});
