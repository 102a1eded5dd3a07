import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { askWithoutDelay } from './support/ask-without-delay.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { startWorld, type World } from './support/start-world.ts';

const DONE = { timeout: 60_000 };
const NEW_TITLE = 'Tides and the memory of harbours';

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

/** The smallest profiles: they are read in one request each. */
const scholars = () => world.sandbox.scholars.slice(-4);
const scholar = (at: number) => scholars()[at] ?? { id: '', name: '' };

beforeAll(async () => {
  // a rest that ends while the journey goes on
  world = await startWorld({ env: { INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: '25' } });
  browser = await openBrowser();
  ({ context, page, complaints } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
  await askWithoutDelay(page);
  await track(scholars().map(({ id }) => id));
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

async function track(ids: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    const { data } = await (await fetch('/api/v1/auth/csrf')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': data.csrf_token };
    for (const id of all)
      await fetch('/api/v1/scholars', { method: 'POST', headers, body: JSON.stringify({ scholar_id: id }) });
  }, ids);
}

async function isQueueEmpty(): Promise<boolean> {
  return page.evaluate(
    async () => (await (await fetch('/api/v1/runs/queue/items')).json()).data.pagination.total_count === 0,
  );
}

const rail = () => page.getByRole('navigation', { name: 'Pages' });
const start = () => page.getByRole('button', { name: 'Start a run' });
const history = () => page.getByRole('region', { name: 'History' });
const results = () => page.getByRole('region', { name: 'Scholars' }).getByRole('listitem');
const banner = () => page.getByRole('note').filter({ hasText: 'Google Scholar is resting' });

/** Starts a run and opens it when it has come to `outcome`. */
async function runTo(outcome: string): Promise<void> {
  await page.goto(`${world.url}/runs`);
  await history().or(page.getByText('No run yet')).waitFor();
  const before = await history().getByRole('link').count();
  await start().click();
  await expect.poll(() => history().getByRole('link').count()).toBe(before + 1);
  const latest = history().getByRole('row').nth(1);
  await latest.getByRole('cell', { name: outcome, exact: true }).waitFor(DONE);
  await latest.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /^Run of/ }).waitFor();
}

test('without a run the page says what one is for', async () => {
  await expect.poll(isQueueEmpty, DONE).toBe(true);
  await page.goto(`${world.url}/runs`);
  await page.getByText('No run yet').waitFor();
  await page.getByRole('link', { name: 'To the settings' }).waitFor();
  await checkPage(page, 'runs-none');
});

test('a run is followed though the stream was refused once; it says what became of each scholar, and leads to what it found', async () => {
  world.sandbox.addWork(scholar(1).id, { title: NEW_TITLE });
  world.sandbox.setFault(scholar(0).id, { kind: 'hang' });
  let streams = 0;
  await page.route('**/stream', (route) => {
    streams += 1;
    return streams === 1 ? route.fulfill({ status: 502 }) : route.continue();
  });
  const run = runTo('Done');
  await expect.poll(() => streams, DONE).toBe(2);
  world.sandbox.setFault(scholar(0).id, null);
  world.sandbox.release();
  await run;
  await page.unroute('**/stream');
  complaints.splice(0);
  await expect.poll(() => results().count()).toBe(4);
  // what is new stands first
  const first = results().first();
  expect(await first.textContent()).toMatch(new RegExp(`^${scholar(1).name}1 new`));
  await checkPage(page, 'run');
  await page.getByRole('link', { name: 'Show what it found' }).click();
  await page.getByRole('article').filter({ hasText: NEW_TITLE }).waitFor();
  await page.goBack();
  await first.getByRole('link', { name: scholar(1).name }).click();
  await page.waitForURL(/scholar=\d+/);
});

test('a scholar that is gone is told first; the queue asks what is to become of it, and tries again', async () => {
  world.sandbox.setFault(scholar(2).id, { kind: 'notfound' });
  await runTo('Done in part');
  expect(await results().first().textContent()).toContain('Google Scholar knows no such profile');
  await rail().getByRole('link', { name: 'Runs 1 given up' }).waitFor();
  await checkPage(page, 'run-failed');
  await page.getByRole('link', { name: 'Given up: see the queue' }).click();
  await page.getByRole('heading', { name: 'Given up (1)' }).waitFor();
  await checkPage(page, 'queue');
  world.sandbox.setFault(scholar(2).id, null);
  await page.getByRole('button', { name: `Try again: ${scholar(2).name}` }).click();
  await page.getByText(`${scholar(2).name} is in the queue again.`).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/in the queue again/);
  await page.getByText('Nothing waits').waitFor(DONE);
  await rail().getByRole('link', { name: 'given up' }).waitFor({ state: 'detached' });
  await checkPage(page, 'queue-empty');
});

test('a source that refuses is left alone: the page says why and for how long, and counts down', async () => {
  // whoever is asked for first
  for (const { id } of scholars()) world.sandbox.setFault(id, { kind: 'captcha' });
  await runTo('Failed');
  for (const { id } of scholars()) world.sandbox.setFault(id, null);
  await banner().waitFor();
  expect(await results().first().textContent()).toContain('Google Scholar refused to answer: it asked for a CAPTCHA');
  await results().first().getByText('Tried again in').waitFor();
  // without a delay, others may have been requested at the same moment
  const [refused, spared] = [results().filter({ hasText: 'CAPTCHA' }), results().filter({ hasText: 'was resting' })];
  expect((await refused.count()) + (await spared.count())).toBe(4);
  const left = async () => Number(/in (\d+) seconds/.exec((await banner().textContent()) ?? '')?.[1]);
  const before = await left();
  expect(before).toBeGreaterThan(1);
  await expect.poll(left).toBeLessThan(before);
  await page.getByRole('contentinfo').getByText('Google Scholar is resting until').waitFor();
  await checkPage(page, 'run-resting');
});

test('a start that is refused says why', async () => {
  await page.getByRole('link', { name: 'All runs' }).click();
  complaints.splice(0);
  await start().click();
  await page.getByRole('alert').filter({ hasText: 'A new run can start after the cooldown.' }).waitFor();
  complaints.splice(0);
  await page.getByRole('img', { name: 'New publications of 3 runs, 1 at most' }).waitFor();
  await page.getByRole('img', { name: 'How long 3 runs took' }).waitFor();
  await checkPage(page, 'runs-resting');
});

test('what waits can be dropped, and then removed from the list; the rest goes on by itself', async () => {
  await page.getByRole('link', { name: 'Queue: 4 waiting' }).click();
  await page.getByRole('heading', { name: 'Waiting (4)' }).waitFor();
  const waiting = page.getByRole('region', { name: 'Waiting' }).getByRole('listitem');
  const failed = waiting.filter({ hasText: 'Google Scholar refused to answer: it asked for a CAPTCHA' });
  await failed.first().waitFor();
  await checkPage(page, 'queue-resting');
  const count = await failed.count();
  for (let left = count; left > 0; left -= 1) {
    const name = (await failed.first().getByRole('link').textContent()) ?? '';
    await failed.first().getByRole('button', { name: 'Drop' }).click();
    await page.getByText(`${name} is dropped.`).waitFor();
    await expect.poll(() => failed.count()).toBe(left - 1);
  }
  const dropped = page.getByRole('region', { name: 'Given up' }).getByRole('listitem');
  await expect.poll(() => dropped.count()).toBe(count);
  // who dropped it knows: nobody is asked
  await expect.poll(() => rail().getByRole('link', { name: 'given up' }).count()).toBe(0);
  for (let left = count; left > 0; left -= 1) {
    await dropped.first().getByRole('button', { name: 'Remove from the list' }).click();
    await expect.poll(() => dropped.count()).toBe(left - 1);
  }
  await banner().waitFor({ state: 'detached', ...DONE });
  await page.getByText('Nothing waits').waitFor(DONE);
});

test('on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${world.url}/runs`);
  const runs = phone.page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect.poll(() => runs.count()).toBe(3);
  await checkPage(phone.page, 'runs');
  await runs.nth(1).getByRole('link').click();
  await phone.page.getByText('Google Scholar knows no such profile').waitFor();
  await checkPage(phone.page, 'run');
  await phone.page.goto(`${world.url}/runs/queue`);
  await phone.page.getByText('Nothing waits').waitFor();
  await checkPage(phone.page, 'queue');
  expect(phone.complaints).toEqual([]);
});

test('the browser had nothing to complain of', () => {
  expect(complaints).toEqual([]);
});
