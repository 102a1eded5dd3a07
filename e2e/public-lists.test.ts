import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { addScholars, smallScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { openList } from './support/open-list.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const [DESKTOP, PHONE] = [
  { width: 1440, height: 1000 },
  { width: 390, height: 844 },
];

let world: World;
let browser: Browser;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ page, browserErrors } = await openPage(browser, { width: 1440 }));
  await setUpAccount(page, world);
  await setRequestDelay(page, 0);
  await addScholars(page, world);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const name = () => smallScholars(world)[0]?.name ?? '';

/** A visitor without a session. */
async function visit(url: string, viewport = DESKTOP): Promise<Page> {
  const context = await browser.newContext({ viewport });
  onTestFinished(() => context.close());
  const visitor = await context.newPage();
  await visitor.goto(url);
  return visitor;
}

/** Another site, whose policy allows our scripts, frames and requests, and nothing that is not made element by element. */
async function serveSite(html: string): Promise<string> {
  const policy = `default-src 'none'; script-src ${world.url}; frame-src ${world.url}; connect-src ${world.url}; require-trusted-types-for 'script'`;
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
    response.end(html);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await new Promise((listening) => site.once('listening', listening));
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
}

test('a scholar is published after saying what strangers see, and anybody can open the page', async () => {
  await page.goto(`${world.url}/scholars`);
  await page.getByRole('link', { name: name() }).first().click();
  await page.getByRole('link', { name: 'Manage' }).click();
  await button('Publish…').click();
  await dialog().getByText('What strangers see').waitFor();
  await checkPage(page, 'publish');
  await page.setViewportSize(PHONE);
  await checkPage(page, 'publish');
  await page.setViewportSize(DESKTOP);
  await dialog().getByLabel('Address').fill('slow-science');
  await dialog().getByLabel('Heading', { exact: true }).fill('Slow Science Lab');
  await dialog().getByLabel('Text below the heading').fill('What we have written, and where to read it.');
  await dialog().getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'What strangers will see' });
  const frame = preview.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Slow Science Lab' }).waitFor();
  // the policy of the application allows the style of the page
  expect(await frame.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)).toMatch(/Serif/);
  await checkPage(page, 'public-list-preview');
  expect((await fetch(`${world.url}/p/slow-science`)).status).toBe(404);
  await preview.getByRole('button', { name: 'Close' }).click();
  await dialog().getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog', { name: '“Slow Science Lab” is public' }).waitFor();
  await checkPage(page, 'published');
  const address = (await dialog().locator('code').first().textContent()) ?? '';
  expect(address).toBe(`${world.url}/p/slow-science`);
  for (const viewport of [DESKTOP, PHONE]) {
    const visitor = await visit(address, viewport);
    expect(await visitor.getByRole('heading', { level: 1 }).textContent()).toBe('Slow Science Lab');
    expect(await visitor.locator('.lectern-paper').count()).toBeGreaterThan(0);
    expect(await visitor.locator('.lectern-own').count()).toBeGreaterThan(0);
    await checkPage(visitor, 'public-list');
    if (viewport !== DESKTOP) continue;
    await visitor.emulateMedia({ media: 'print' });
    await visitor.screenshot({ path: new URL('./screenshots/public-list-print.png', import.meta.url).pathname });
  }
  for (const viewport of [DESKTOP, PHONE]) {
    const visitor = await visit(address, viewport);
    const [title] = await visitor.locator('.lectern-title').allTextContents();
    await visitor.getByRole('link', { name: 'Cite' }).first().click();
    expect(await visitor.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    expect(await visitor.locator('pre').textContent()).toMatch(/^@/);
    await checkPage(visitor, 'public-paper');
    await visitor.goto(`${address}/unknown`);
    await visitor.getByRole('heading', { name: 'Nothing is public here' }).waitFor();
    await checkPage(visitor, 'public-nothing');
  }
  const titles = await (await visit(address)).locator('.lectern-title').allTextContents();
  const site = await visit(await serveSite(`<!doctype html><main><script src="${address}.js" async></script></main>`));
  await site.locator('main > .lectern-list').waitFor();
  expect(await site.locator('.lectern-title').allTextContents()).toEqual(titles);
});

test('another site shows the list in a frame, whose links leave it, and asks whether it has changed', async () => {
  const address = `${world.url}/p/slow-science`;
  const site = await visit(await serveSite(`<!doctype html><iframe src="${address}" title="Publications"></iframe>`));
  const status = await site.evaluate(async (url) => {
    const tag = (await fetch(url)).headers.get('etag') ?? '';
    return (await fetch(url, { headers: { 'if-none-match': tag } })).status;
  }, `${address}.json`);
  expect(status).toBe(304);
  const frame = site.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Slow Science Lab' }).waitFor();
  await frame.getByRole('link', { name: 'Cite' }).first().click();
  await site.waitForURL(`${address}/*`);
});

test('a publication comes first on a public list, or is left out', async () => {
  await openList(page, `${world.url}/?view=all&scholar=1`);
  const row = page.locator('[data-row="0"]').getByRole('link').first();
  const title = await row.textContent();
  await row.click();
  await button('Public lists…').click();
  await checkPage(page, 'publication-places');
  const place = dialog().getByLabel('Slow Science Lab');
  const headings = async () => (await visit(`${world.url}/p/slow-science`)).locator('h2').allTextContents();
  const choose = async (name: string) => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await place.selectOption(name);
    expect((await saved).status()).toBe(200);
  };
  await choose('First, before the years');
  const visitor = await visit(`${world.url}/p/slow-science`);
  expect(await visitor.locator('h2, .lectern-title').allTextContents()).toEqual(
    expect.arrayContaining(['Selected', title]),
  );
  expect((await headings())[0]).toBe('Selected');
  await choose('Left out');
  expect(await (await visit(`${world.url}/p/slow-science`)).locator('.lectern-title').allTextContents()).not.toContain(
    title,
  );
  await choose('With its year');
  expect(await headings()).not.toContain('Selected');
});

test('a view is published from its dialog, and a tag from the list of tags', async () => {
  await openList(page, `${world.url}/?view=all&q=year:2015..`);
  await button('Save view…').click();
  await dialog().getByLabel('Name').fill('Recent');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await button('Edit view…').click();
  await dialog().getByRole('button', { name: 'Publish…' }).click();
  const form = page.getByRole('dialog', { name: 'Publish “Recent”' });
  await form.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog', { name: '“Recent” is public' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '“Recent” is public' }).waitFor({ state: 'detached' });
  await dialog().getByRole('button', { name: 'Copy the address of the page' }).waitFor();
  await checkPage(page, 'public-list-of-view');
  expect(await (await visit(`${world.url}/p/recent`)).locator('.lectern-paper').count()).toBeGreaterThan(0);
  await page.evaluate(tagFirst);
  await page.goto(`${world.url}/settings/tags`);
  await button('Publish to-cite').click();
  await dialog().getByLabel('Heading', { exact: true }).fill('Cited here');
  await dialog().getByLabel('Address').fill('cited-here');
  await dialog().getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog', { name: '“Cited here” is public' }).waitFor();
  expect(await (await visit(`${world.url}/p/cited-here`)).locator('.lectern-paper').count()).toBe(1);
});

/** Runs in the browser: gives the first publication a tag. */
async function tagFirst(): Promise<void> {
  const read = async (path: string) => (await (await fetch(`/api/v1${path}`)).json()).data;
  const { csrf_token } = await read('/auth/csrf');
  const { publications } = await read('/publications?limit=1');
  await fetch(`/api/v1/publications/${publications[0].publication_id}/tags`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token },
    body: JSON.stringify({ tags: ['to-cite'] }),
  });
}

test('the settings list what is public, administrators see it, and a revoked address is gone at once', async () => {
  await page.goto(`${world.url}/settings/library`);
  await button('Publish…').click();
  await dialog().getByLabel('Address').fill('slow-science');
  await dialog().getByRole('button', { name: 'Publish' }).click();
  await dialog().getByText('This address is taken.').waitFor();
  browserErrors.splice(0);
  await dialog().getByLabel('Address').fill('our-favorites');
  await dialog().getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog', { name: '“Publications” is public' }).waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await button('Change public list Publications').click();
  await dialog().getByLabel('Heading', { exact: true }).fill('Favorites of the lab');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await button('Revoke public list Favorites of the lab').waitFor();
  await page.getByRole('heading', { name: 'Public lists' }).scrollIntoViewIfNeeded();
  await checkPage(page, 'public-lists');
  await page.setViewportSize(PHONE);
  await checkPage(page, 'public-lists');
  await page.setViewportSize(DESKTOP);
  await page.goto(`${world.url}/admin/users`);
  await page.getByRole('link', { name: `${world.url}/p/slow-science` }).waitFor();
  await checkPage(page, 'admin-public-lists');
  await page.goto(`${world.url}/settings/library`);
  await button('Revoke public list Slow Science Lab').click();
  await dialog().getByRole('button', { name: 'Stop publishing' }).click();
  await page.getByText('“Slow Science Lab” is no longer public.').waitFor();
  expect((await fetch(`${world.url}/p/slow-science`)).status).toBe(404);
  expect((await fetch(`${world.url}/p/our-favorites`)).status).toBe(200);
  expect(browserErrors).toEqual([]);
});
