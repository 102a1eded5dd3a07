import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAccount } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const DONE = { timeout: 60_000 };
const NEW_TITLE = 'Tides and the memory of harbours';

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let browserErrors: string[];

/** The smallest profiles, with one request each. */
const scholars = () => world.sandbox.scholars.slice(-4);
const scholar = (at: number) => scholars()[at] ?? { id: '', name: '' };

beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ context, page, browserErrors } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
  await setRequestDelay(page, 0);
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

const rail = () => page.getByRole('navigation', { name: 'Main' });
const start = () => page.getByRole('button', { name: 'Start a run' });
const history = () => page.getByRole('region', { name: 'History' });
const results = () => page.getByRole('region', { name: 'Scholars' }).getByRole('listitem');
const banner = () => page.getByRole('note').filter({ hasText: 'Google Scholar is paused' });

/** Starts a run, waits for `outcome` and opens the run. */
async function runTo(outcome: string): Promise<void> {
  await page.goto(`${world.url}/runs`);
  await history().or(page.getByText('No runs yet')).waitFor();
  const before = await history().getByRole('link').count();
  await start().click();
  await expect.poll(() => history().getByRole('link').count()).toBe(before + 1);
  const latest = history().getByRole('row').nth(1);
  await latest.getByRole('cell', { name: outcome, exact: true }).waitFor(DONE);
  await latest.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /^Run of/ }).waitFor();
}

test('the empty page says what a run is for', async () => {
  await expect.poll(isQueueEmpty, DONE).toBe(true);
  await page.goto(`${world.url}/runs`);
  await page.getByText('No runs yet').waitFor();
  await page.getByRole('link', { name: 'Go to settings' }).waitFor();
  await checkPage(page, 'runs-none');
});

test('follows a run after a refused stream, shows each result, and links to new publications', async () => {
  world.sandbox.addPublication(scholar(1).id, { title: NEW_TITLE });
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
  browserErrors.splice(0);
  await expect.poll(() => results().count()).toBe(4);
  // scholars with new publications come first
  const first = results().first();
  expect(await first.textContent()).toMatch(new RegExp(`^${scholar(1).name}1 new`));
  await checkPage(page, 'run');
  await page.getByRole('link', { name: 'Show new publications' }).click();
  await page.getByRole('article').filter({ hasText: NEW_TITLE }).waitFor();
  await page.goBack();
  await first.getByRole('link', { name: scholar(1).name }).click();
  await page.waitForURL(/scholar=\d+/);
});

test('shows a missing scholar first, and retries it from the queue', async () => {
  world.sandbox.setFault(scholar(2).id, { kind: 'notfound' });
  await runTo('Partly done');
  expect(await results().first().textContent()).toContain('Profile not found at Google Scholar');
  await rail().getByRole('link', { name: 'Runs 1 needs attention' }).waitFor();
  await checkPage(page, 'run-failed');
  await page.getByRole('link', { name: 'Dropped: see the queue' }).click();
  await page.getByRole('heading', { name: 'Dropped (1)' }).waitFor();
  await checkPage(page, 'queue');
  world.sandbox.setFault(scholar(2).id, null);
  await page.getByRole('button', { name: `Try again: ${scholar(2).name}` }).click();
  await page.getByText(`${scholar(2).name} is back in the queue.`).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/back in the queue/);
  await page.getByText('The queue is empty').waitFor(DONE);
  await rail().getByRole('link', { name: 'needs attention' }).waitFor({ state: 'detached' });
  await checkPage(page, 'queue-empty');
});

test('pauses a source that refuses, says why, and counts down', async () => {
  // for the first request, whichever scholar it is for
  for (const { id } of scholars()) world.sandbox.setFault(id, { kind: 'captcha' });
  await runTo('Waiting');
  for (const { id } of scholars()) world.sandbox.setFault(id, null);
  await banner().waitFor();
  expect(await results().first().textContent()).toContain('Google Scholar asked for a CAPTCHA');
  await results().first().getByText('Retrying in').waitFor();
  // without a delay, requests for other scholars may have been sent at the same moment
  const [refused, spared] = [results().filter({ hasText: 'CAPTCHA' }), results().filter({ hasText: 'was paused' })];
  expect((await refused.count()) + (await spared.count())).toBe(4);
  // a cooldown of less than a minute is counted in seconds
  await world.query(`update source_states set cooldown_until = now() + interval '55 seconds'`);
  await page.reload();
  const left = async () => Number(/in (\d+) seconds/.exec((await banner().textContent()) ?? '')?.[1]);
  await expect.poll(left).toBeGreaterThan(1);
  const before = await left();
  await expect.poll(left).toBeLessThan(before);
  await page.getByRole('contentinfo').getByText('Google Scholar is paused until').waitFor();
  await checkPage(page, 'run-resting');
  // however long a busy machine takes for the next pages
  await world.query(`update source_states set cooldown_until = now() + interval '1 hour'`);
});

test('says why a run cannot start', async () => {
  await page.getByRole('link', { name: 'All runs' }).click();
  browserErrors.splice(0);
  await start().click();
  await page.getByRole('alert').filter({ hasText: 'You can start a run after the cooldown.' }).waitFor();
  browserErrors.splice(0);
  await page.getByRole('img', { name: 'New publications of 3 runs, at most 1' }).waitFor();
  await page.getByRole('img', { name: 'Duration of 3 runs' }).waitFor();
  await checkPage(page, 'runs-resting');
});

test('drops queue items and removes them, and the rest continues automatically', async () => {
  // profiles of these scholars at other sources may be in it as well
  await page.getByRole('link', { name: /^Queue: \d+ waiting$/ }).click();
  await page.getByRole('heading', { name: /^Waiting \(\d+\)$/ }).waitFor();
  const waiting = page.getByRole('region', { name: 'Waiting' }).getByRole('listitem');
  const failed = waiting.filter({ hasText: 'Google Scholar asked for a CAPTCHA' });
  await failed.first().waitFor();
  await checkPage(page, 'queue-resting');
  const count = await failed.count();
  for (let left = count; left > 0; left -= 1) {
    const name = (await failed.first().getByRole('link').textContent()) ?? '';
    await failed.first().getByRole('button', { name: 'Drop' }).click();
    await page.getByText(`Dropped ${name}.`).waitFor();
    await expect.poll(() => failed.count()).toBe(left - 1);
  }
  const dropped = page.getByRole('region', { name: 'Dropped' }).getByRole('listitem');
  await expect.poll(() => dropped.count()).toBe(count);
  // items dropped by the user need no attention
  await expect.poll(() => rail().getByRole('link', { name: 'needs attention' }).count()).toBe(0);
  for (let left = count; left > 0; left -= 1) {
    await dropped
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.poll(() => dropped.count()).toBe(left - 1);
  }
  await world.query('update source_states set cooldown_until = now()');
  await world.query('update queue_items set next_attempt_at = now()');
  await page.reload();
  await banner().waitFor({ state: 'detached', ...DONE });
  await page.getByText('The queue is empty').waitFor(DONE);
});

test('pages fit on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  await phone.context.addCookies(await context.cookies());
  await phone.page.goto(`${world.url}/runs`);
  const runs = phone.page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect.poll(() => runs.count()).toBe(3);
  await checkPage(phone.page, 'runs');
  await runs.nth(1).getByRole('link').click();
  await phone.page.getByText('Profile not found at Google Scholar').waitFor();
  await checkPage(phone.page, 'run');
  await phone.page.goto(`${world.url}/runs/queue`);
  await phone.page.getByText('The queue is empty').waitFor();
  await checkPage(phone.page, 'queue');
  expect(phone.browserErrors).toEqual([]);
});

test('the browser reported no errors', () => {
  expect(browserErrors).toEqual([]);
});
