import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, setUpAccount, signIn } from './support/account.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

const READER = { email: 'grace@lectern.example', password: 'reads what others found' };
const PROFILES = ['sandbx71AAAJ', 'sandbx72AAAJ'] as const;
const WORK = {
  authors: ['E Lund', 'K Berg', 'A Holm'],
  venue: 'Journal of Coastal Research 12 (3), 1-20',
  year: 2014,
  citations: 3,
  doi: null,
  arxivId: null,
};
const SPELLINGS = [
  'Sediment transport in shallow tidal basins of the north, from forty stations and a century of soundings',
  'Sediment transsport in shallow tidal basins of the north, from forty stations and a century of soundings',
];
const LISTED_APART = ['Drifting ice and the keels of old ferries', 'Drifting ice and the keels of old feries'];
interface Changed {
  readonly summary?: Record<string, number>;
  readonly checks?: readonly Record<string, unknown>[];
  readonly sources?: readonly Record<string, unknown>[];
  readonly clusters?: readonly Record<string, unknown>[];
}
const SLOW = { timeout: 90_000 };

let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let browserErrors: string[];

/** An administrator visits all admin pages in one world, and then a user without access. */
beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ context, page, browserErrors } = await openPage(browser, { width: 1280 }));
  page.setDefaultTimeout(60_000);
  await setUpAccount(page, world);
  await setRequestDelay(page, 0);
  // two profiles spell the title of one publication differently, and one of them lists another publication twice
  const { sandbox } = world;
  for (const id of PROFILES) sandbox.addScholar(id, 3);
  for (const [at, title] of SPELLINGS.entries()) sandbox.addPublication(PROFILES[at] ?? '', { ...WORK, title });
  for (const title of LISTED_APART) sandbox.addPublication(PROFILES[0], { ...WORK, title, year: 2019 });
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const dialog = () => page.getByRole('dialog');
const goTo = async (name: string, heading = name) => {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
};

/** The text of the focused element. */
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
/** Changes the next response of a path, for states that a healthy server does not have. */
const changeNext = (path: string, change: (data: Changed) => void, times = 1) =>
  page.route(
    `**/api/v1/admin/${path}`,
    async (route) => {
      const response = await route.fetch();
      const json: { data: Changed } = await response.json();
      change(json.data);
      await route.fulfill({ response, json });
    },
    { times },
  );

test('users: adds one with errors at the fields, disables one, resets a password', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.waitForURL(/\/admin\/users$/);
  await page.getByRole('button', { name: 'Add user' }).click();
  await dialog().getByLabel('Email').fill(ACCOUNT.email);
  await dialog().getByLabel('Password', { exact: true }).fill(READER.password);
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await dialog().getByText('A user with this email already exists.').waitFor();
  expect(await dialog().getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  await dialog().getByLabel('Email').fill(READER.email);
  await dialog().getByLabel('Password', { exact: true }).fill('password1234');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await dialog().getByText('It is close to a common password.').waitFor();
  await checkPage(page, 'admin-add-user');
  await dialog().getByLabel('Password', { exact: true }).fill(READER.password);
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: READER.email }).waitFor();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Add user');

  const own = page.getByRole('switch', { name: `Allow sign-in: ${ACCOUNT.email}` });
  await own.press('Space');
  await page.getByText('You cannot deactivate your own account.').waitFor();
  await expect.poll(() => own.isChecked()).toBe(true);
  const reader = page.getByRole('switch', { name: `Allow sign-in: ${READER.email}` });
  await reader.press('Space');
  await page.getByText('· disabled').waitFor();
  await checkPage(page, 'admin-users');
  await page.reload();
  expect(await reader.isChecked()).toBe(false);
  await reader.press('Space');
  await expect.poll(() => reader.isChecked()).toBe(true);

  await page.getByRole('button', { name: `Reset password: ${READER.email}` }).click();
  await dialog().getByLabel('New password').fill('short');
  await dialog().getByRole('button', { name: 'Reset', exact: true }).click();
  await dialog().getByText('A password must have 12 to 256 characters.').waitFor();
  await dialog().getByLabel('New password').fill(READER.password);
  await dialog().getByRole('button', { name: 'Reset', exact: true }).click();
  await dialog().getByText('have ended').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText(/temporary password until/).waitFor();
  // refused on purpose
  browserErrors.splice(0);
});

test('adds scholars to fill the library', async () => {
  await page.goto(`${world.url}/scholars`);
  await page.getByLabel('Add scholars').fill(PROFILES.join('\n'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => page.getByRole('link', { name: /^[3-9] publications$/ }).count(), SLOW).toBe(2);
  await page.getByRole('link', { name: 'Admin' }).click();
});

test('library: shows the integrity report; a link repair starts with a dry run and asks for confirmation', async () => {
  const changeBackups = (data: Changed) => {
    const last_failure = { finished_at: '2026-11-23T03:15:02Z', reason: 'pg_dump is missing. Install it.' };
    const last_success = { finished_at: '2026-11-22T03:15:04Z', file: 'scheduled_x.dump', bytes: 1_482_310 };
    Object.assign(data, { state: 'failed', schedule: '15 3 * * *', next_at: '2026-11-24T03:15:00Z' });
    Object.assign(data, { last_success, last_failure });
  };
  // a new page requests this twice and aborts the first
  await changeNext('backups', changeBackups, 5);
  await goTo('Library', 'Integrity report');
  await page.getByRole('alert').filter({ hasText: 'pg_dump is missing. Install it.' }).waitFor();
  await page.getByText(/^Last backup: .*scheduled_x\.dump, 1\.5 MB$/).waitFor();
  await page.unroute('**/api/v1/admin/backups');
  await page.getByText('No problems found.').waitFor(SLOW);
  await page.getByText(/checks found nothing/).click();
  await page.getByText('Circular merges').waitFor();
  await checkPage(page, 'admin-integrity');
  await page.getByText(/checks found nothing/).click();
  await changeNext('db/integrity', (data) => {
    const found = ['links_to_private_publications', 'shared_dois'];
    for (const check of data.checks ?? [])
      if (found.includes(String(check.name))) Object.assign(check, { count: 12, sample_ids: [501, 502] });
    Object.assign(data, { status: 'failed', failures: found.slice(0, 1), warnings: found.slice(1) });
  });
  await page.getByRole('button', { name: 'Check again' }).press('Enter');
  await page.getByText('Found 1 failure and 1 warning.').waitFor();
  await page.getByText('Examples: 501, 502').first().waitFor();
  await expect.poll(focused).toBe('Check again');
  await checkPage(page, 'admin-integrity-found');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('Dry run: nothing to repair').waitFor();
  await page.getByLabel('Library', { exact: true }).selectOption({ label: ACCOUNT.email });
  await page.getByLabel('Only these scholars').fill('999');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('alert').filter({ hasText: 'does not track these scholars: 999' }).waitFor();
  // a healthy library has nothing to repair
  await changeNext('db/repairs/publication-links', ({ summary }) => Object.assign(summary ?? {}, { links_added: 3 }));
  await page.getByLabel('Library', { exact: true }).selectOption({ label: 'All users' });
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('3 library entries added').waitFor();
  await page.getByRole('button', { name: 'Repair', exact: true }).click();
  expect(await dialog().getByRole('button', { name: 'Repair' }).isDisabled()).toBe(true);
  await dialog().getByRole('textbox').fill('REPAIR ALL USERS');
  await checkPage(page, 'admin-repair');
  await dialog().getByRole('button', { name: 'Repair' }).click();
  await page.getByText(/^Repair \d+ completed$/).waitFor();
  await page.getByRole('link', { name: /^changes of repair \d+$/ }).waitFor();
  browserErrors.splice(0);
});

test('near duplicates: compares, merges, undoes and dismisses', async () => {
  await goTo('Near duplicates');
  await page.getByRole('button', { name: 'Search' }).press('Enter');
  await page.getByText('2 clusters among').waitFor(SLOW);
  await expect.poll(focused).toBe('Search');
  const two = page.getByRole('listitem').filter({ hasText: SPELLINGS[1] ?? '' });
  await two.getByText('Likely, but not certain.').waitFor();
  expect(await two.getByText(/^Same: /).count()).toBeGreaterThan(1);
  const apart = page.getByRole('listitem').filter({ hasText: LISTED_APART[1] ?? '' });
  await apart.getByText('One profile lists two of them').waitFor();
  await two.getByRole('checkbox').press('Space');
  await page.getByText('1 selected').waitFor();
  await checkPage(page, 'admin-duplicates');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const refusal = { error: { code: 'repair_in_progress', message: 'Another repair is running.', details: null } };
  await page.route('**/publication-near-duplicates', (route) => route.fulfill({ status: 409, json: refusal }), {
    times: 1,
  });
  await dialog().getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog().getByText('Another repair is running.').waitFor();
  browserErrors.splice(0);
  // the selection stays after an error
  await dialog().getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('Merged 1 cluster').first().waitFor();
  await two.waitFor({ state: 'detached' });
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page');
  await page.getByRole('button', { name: /^Undo repair/ }).click();
  await checkPage(page, 'admin-undo');
  await dialog().getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone', { exact: true }).waitFor();
  // the dialog gives the focus back when it has gone, and a key that is pressed meanwhile goes elsewhere
  await dialog().waitFor({ state: 'detached' });
  await apart.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Not the same' }).click();
  await dialog().getByRole('button', { name: 'Not the same' }).click();
  await apart.waitFor({ state: 'detached' });
  // Lectern merges certain duplicates automatically, so pretend that one is left
  await changeNext('db/repairs/publication-near-duplicates', ({ clusters }) =>
    Object.assign(clusters?.[0] ?? {}, { can_merge_without_review: true }),
  );
  await page.getByLabel('Minimum certainty').selectOption('80');
  await page.waitForURL(/certainty=80/);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('1 cluster among').waitFor();
  await two.getByText('Certain', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Select all certain (1)' }).click();
  expect(await two.getByRole('checkbox').isChecked()).toBe(true);
  for (const certainty of ['90', '80']) {
    await page.getByLabel('Minimum certainty').selectOption(certainty);
    await page.waitForURL(`**certainty=${certainty}**`);
  }
  expect(await two.getByRole('checkbox').isChecked()).toBe(false);
});

test('PDFs: filters by status, searches again for one and for all missing', async () => {
  await goTo('PDFs');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count(), SLOW).toBeGreaterThan(5);
  await expect.poll(() => page.getByText('Searching').or(page.getByText('Queued')).count(), SLOW).toBe(2);
  await checkPage(page, 'admin-pdfs');
  await rows
    .first()
    .getByRole('button', { name: /^Search again/ })
    .click();
  await rows
    .getByText(/will be looked for|will be checked|already/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'None found' }).click();
  await page.waitForURL(/status=failed/);
  await page.reload();
  expect(await page.getByRole('link', { name: 'None found' }).getAttribute('aria-current')).toBe('page');
  await expect.poll(() => rows.getByText('None found').count(), SLOW).toBeGreaterThan(0);
  expect(await rows.getByText('Found', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Search for all missing' }).click();
  await dialog()
    .getByText(/searches found nothing/)
    .waitFor();
  await checkPage(page, 'admin-requeue');
  await dialog()
    .getByRole('button', { name: /^Search for \d+ PDFs?$/ })
    .click();
  await page.getByText(/search(es)? queued/).waitFor();
});

test('sources: shows status and budget', async () => {
  await goTo('Sources');
  const source = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await source('Unpaywall').getByText('Available').waitFor();
  await source('OpenAlex')
    .getByText(/[1-9]\d* of [\d,]+ used today/)
    .waitFor();
  // a loading page sends the request twice and cancels the first
  const changeSources = ({ sources = [] }: Changed) => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const reason = 'blocked_failure_threshold_exceeded';
    Object.assign(sources[0] ?? {}, { state: 'cooldown', cooldown_until: inAnHour, cooldown_reason: reason });
    const budget = { spent: 1000, limit: 1000, resets_at: inAnHour };
    Object.assign(sources.find((one) => one.source === 'openalex') ?? {}, { state: 'budget_spent', budget });
  };
  await changeNext('sources', changeSources, 5);
  await page.reload();
  await source('Google Scholar').getByText('several refusals in a row').waitFor();
  await page.getByText('budget is used up').waitFor();
  await checkPage(page, 'admin-sources');
  await page.unroute('**/api/v1/admin/sources');
});

test('audit log: filters by repair and publication, and shows the state before', async () => {
  await goTo('Audit log');
  await page.getByText('Merged into another').waitFor();
  await page.getByText('Marked as different').waitFor();
  await checkPage(page, 'admin-audit');
  await page
    .getByRole('link', { name: /^repair \d+$/ })
    .first()
    .click();
  await page.waitForURL(/repair=\d+/);
  await page.getByText('Restored').waitFor();
  await expect.poll(() => page.getByText('Marked as different').count()).toBe(0);
  await page.getByText('Before and after').first().click();
  await page.getByText('Before', { exact: true }).first().waitFor();
  await page.getByLabel('Publication number').fill('999999');
  await page.getByLabel('Publication number').press('Enter');
  await page.getByText('No entry matches these numbers.').waitFor();
  expect(await page.getByLabel('Publication number').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('Marked as different').waitFor();
  expect(await focused()).toBe('Filter');
});

test('pages fit on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  phone.page.setDefaultTimeout(60_000);
  await phone.context.addCookies(await context.cookies());
  for (const name of ['users', 'library', 'near-duplicates', 'pdfs', 'sources', 'audit']) {
    await phone.page.goto(`${world.url}/admin/${name}`);
    if (name === 'near-duplicates') await phone.page.getByRole('button', { name: 'Search' }).click();
    if (name === 'near-duplicates') await phone.page.getByText('1 cluster among').waitFor();
    await phone.page.getByRole('main').getByRole('listitem').first().waitFor();
    await checkPage(phone.page, `admin-${name}`);
    if (name === 'near-duplicates') {
      await phone.page.getByRole('checkbox').first().scrollIntoViewIfNeeded();
      await phone.page.getByText('Identifiers').first().scrollIntoViewIfNeeded();
      await checkPage(phone.page, 'admin-cluster');
    }
  }
  expect(phone.browserErrors).toEqual([]);
  await phone.context.close();
});

test('drops all publications after typed confirmation, and imports them again', async () => {
  await goTo('Library', 'Integrity report');
  await page.getByRole('button', { name: 'Drop all publications…' }).click();
  await dialog().getByRole('textbox').fill('drop all');
  expect(await dialog().getByRole('button', { name: 'Drop all' }).isDisabled()).toBe(true);
  await checkPage(page, 'admin-drop');
  await dialog().getByRole('textbox').fill('DROP ALL PUBLICATIONS');
  await page.keyboard.press('Enter');
  await page.getByText(/^Deleted \d+ publications\./).waitFor(SLOW);
  await page.getByText('All publications dropped').waitFor();
});

test('tells a user without access so, and shows no link to the admin pages', async () => {
  const reader = await openPage(browser, { width: 1280 });
  await reader.page.goto(`${world.url}/admin/pdfs`);
  await signIn(reader.page, READER);
  await choosePassword(reader.page);
  await reader.page.getByText('Administrators only').waitFor();
  await checkPage(reader.page, 'admin-reader');
  const pages = reader.page.getByRole('navigation', { name: 'Main' });
  expect(await pages.getByRole('link', { name: 'Scholars' }).count()).toBe(1);
  expect(await pages.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  await reader.page.getByRole('link', { name: 'Go to publications' }).click();
  await reader.page.getByText('No scholars yet').waitFor();
  await reader.page.keyboard.press('?');
  await reader.page.getByText('Go to Runs').waitFor();
  expect(await reader.page.getByText('Go to Admin').count()).toBe(0);
  // without a session, and with refused passwords
  expect(reader.browserErrors.filter((message) => !/401|422/.test(message))).toEqual([]);
  await reader.context.close();
  await page.goto(`${world.url}/admin/users`);
  await page.getByText(READER.email).waitFor();
  expect(await page.getByText(/temporary password/).count()).toBe(0);
});

/** Replaces the password that the administrator set, on the only page that there is. */
async function choosePassword(of: Page): Promise<void> {
  const save = async (current: string, next: string) => {
    await of.getByLabel('Temporary password').fill(current);
    await of.getByLabel('New password', { exact: true }).fill(next);
    await of.getByLabel('Confirm new password').fill(next);
    await of.getByRole('button', { name: 'Save password' }).click();
  };
  const title = of.getByRole('heading', { level: 1, name: 'Choose your own password' });
  await title.waitFor();
  await of.goto(`${world.url}/scholars`);
  await title.waitFor();
  expect(await of.getByRole('navigation').count()).toBe(0);
  await of.goto(`${world.url}/admin/pdfs`);
  await save(READER.password, READER.password);
  await of.getByText('This is your current password.').waitFor();
  await save(READER.password, READER.email);
  await of.getByText('It contains the email address or a part of it.').waitFor();
  await checkPage(of, 'choose-password');
  await of.setViewportSize({ width: 390, height: 844 });
  await checkPage(of, 'choose-password-phone');
  await of.setViewportSize({ width: 1280, height: 800 });
  await of.getByRole('button', { name: 'Sign out' }).click();
  await signIn(of, READER);
  await title.waitFor();
  await of.goto(`${world.url}/admin/pdfs`);
  await save('not the temporary one', 'known to nobody else now');
  await of.getByText('This is not the temporary password.').waitFor();
  const tab = await of.context().newPage();
  await tab.goto(`${world.url}/scholars`);
  await tab.getByRole('heading', { level: 1, name: 'Choose your own password' }).waitFor();
  await save(READER.password, 'known to nobody else now');
  await title.waitFor({ state: 'detached' });
  // the user looks at the other tab
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await tab.getByRole('heading', { level: 1, name: 'Scholars' }).waitFor();
  await tab.close();
}

test('the browser reported no errors', () => {
  expect(browserErrors).toEqual([]);
});
