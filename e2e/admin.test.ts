import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, setUpAccount, signIn } from './support/account.ts';
import { askWithoutDelay } from './support/ask-without-delay.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
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
let complaints: string[];

/** An administrator's round through the pages, in one world; at the end a reader who has no business there. */
beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  ({ context, page, complaints } = await openPage(browser, { width: 1280 }));
  page.setDefaultTimeout(15_000);
  await setUpAccount(page, world);
  await askWithoutDelay(page);
  // two who wrote one work, which their profiles spell in two ways; one of them lists another twice
  const { sandbox } = world;
  for (const id of PROFILES) sandbox.addScholar(id, 3);
  for (const [at, title] of SPELLINGS.entries()) sandbox.addWork(PROFILES[at] ?? '', { ...WORK, title });
  for (const title of LISTED_APART) sandbox.addWork(PROFILES[0], { ...WORK, title, year: 2019 });
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const dialog = () => page.getByRole('dialog');
const goTo = async (name: string, heading = name) => {
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
};

/** What has the keys. */
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
/** Lets the next answer from a path be another: for what a sound world does not show. */
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

test('users: add one, be told what is refused at the field, switch off, reset a password', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.waitForURL(/\/admin\/users$/);
  await page.getByRole('button', { name: 'Add a user' }).click();
  await dialog().getByLabel('E-mail').fill(ACCOUNT.email);
  await dialog().getByLabel('Password', { exact: true }).fill(READER.password);
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await dialog().getByText('There is a user with this e-mail already.').waitFor();
  expect(await dialog().getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
  await dialog().getByLabel('E-mail').fill(READER.email);
  await dialog().getByLabel('Password', { exact: true }).fill('password1234');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await dialog().getByText('one of the most used').waitFor();
  await checkPage(page, 'admin-add-user');
  await dialog().getByLabel('Password', { exact: true }).fill(READER.password);
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: READER.email }).waitFor();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Add a user');

  const own = page.getByRole('switch', { name: `${ACCOUNT.email} may sign in` });
  await own.press('Space');
  await page.getByText('You cannot deactivate your own account.').waitFor();
  await expect.poll(() => own.isChecked()).toBe(true);
  const reader = page.getByRole('switch', { name: `${READER.email} may sign in` });
  await reader.press('Space');
  await page.getByText('· switched off').waitFor();
  await checkPage(page, 'admin-users');
  await page.reload();
  expect(await reader.isChecked()).toBe(false);
  await reader.press('Space');
  await expect.poll(() => reader.isChecked()).toBe(true);

  await page.getByRole('button', { name: `Reset password: ${READER.email}` }).click();
  await dialog().getByLabel('New password').fill('short');
  await dialog().getByRole('button', { name: 'Reset', exact: true }).click();
  await dialog().getByText('A password has 12 to 256 characters.').waitFor();
  await dialog().getByLabel('New password').fill(READER.password);
  await dialog().getByRole('button', { name: 'Reset', exact: true }).click();
  await dialog().getByText('have ended').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await dialog().waitFor({ state: 'detached' });
  // what was refused on purpose
  complaints.splice(0);
});

test('track scholars, so that there is a library to look after', async () => {
  await page.goto(`${world.url}/scholars`);
  await page.getByLabel('Add scholars').fill(PROFILES.join('\n'));
  await page.getByRole('button', { name: 'Track' }).click();
  await expect.poll(() => page.getByRole('link', { name: /^[3-9] publications$/ }).count(), SLOW).toBe(2);
  await page.getByRole('link', { name: 'Admin' }).click();
});

test('library: the integrity report; a link repair counts first, and is typed for all users', async () => {
  await goTo('Library', 'Integrity report');
  await page.getByText('All that is stored fits together.').waitFor(SLOW);
  await page.getByText(/checks found nothing/).click();
  await page.getByText('Merges in a circle').waitFor();
  await checkPage(page, 'admin-integrity');
  await page.getByText(/checks found nothing/).click();
  await changeNext('db/integrity', (data) => {
    const found = ['links_without_publication', 'shared_dois'];
    for (const check of data.checks ?? [])
      if (found.includes(String(check.name))) Object.assign(check, { count: 12, sample_ids: [501, 502] });
    Object.assign(data, { status: 'failed', failures: found.slice(0, 1), warnings: found.slice(1) });
  });
  await page.getByRole('button', { name: 'Look again' }).press('Enter');
  await page.getByText('1 failure and 1 warning found.').waitFor();
  await page.getByText('Some of them: 501, 502').first().waitFor();
  await expect.poll(focused).toBe('Look again');
  await checkPage(page, 'admin-integrity-found');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('Dry run: there is nothing to mend').waitFor();
  await page.getByLabel('Whose library').selectOption({ label: ACCOUNT.email });
  await page.getByLabel('Only these of the user’s scholars').fill('999');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('alert').filter({ hasText: 'does not track: 999' }).waitFor();
  // what a sound library cannot show
  await changeNext('db/repairs/publication-links', ({ summary }) => Object.assign(summary ?? {}, { links_added: 3 }));
  await page.getByLabel('Whose library').selectOption({ label: 'All users' });
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('3 links added').waitFor();
  await page.getByRole('button', { name: 'Repair', exact: true }).click();
  expect(await dialog().getByRole('button', { name: 'Repair' }).isDisabled()).toBe(true);
  await dialog().getByRole('textbox').fill('REPAIR ALL USERS');
  await checkPage(page, 'admin-repair');
  await dialog().getByRole('button', { name: 'Repair' }).click();
  await page.getByText(/^Repaired, as number \d+$/).waitFor();
  await page.getByRole('link', { name: /^what number \d+ changed$/ }).waitFor();
  complaints.splice(0);
});

test('near duplicates: side by side, merged, taken back, dismissed', async () => {
  await goTo('Near duplicates');
  await page.getByRole('button', { name: 'Search' }).press('Enter');
  await page.getByText('2 clusters among').waitFor(SLOW);
  await expect.poll(focused).toBe('Search');
  const two = page.getByRole('listitem').filter({ hasText: SPELLINGS[1] ?? '' });
  await two.getByText('Likely, but not beyond doubt.').waitFor();
  expect(await two.getByText(/^Agrees: /).count()).toBeGreaterThan(1);
  const apart = page.getByRole('listitem').filter({ hasText: LISTED_APART[1] ?? '' });
  await apart.getByText('One profile lists two of them').waitFor();
  await two.getByRole('checkbox').press('Space');
  await page.getByText('1 chosen').waitFor();
  await checkPage(page, 'admin-duplicates');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const refusal = { error: { code: 'repair_in_progress', message: 'Another repair is under way.', details: null } };
  await page.route('**/publication-near-duplicates', (route) => route.fulfill({ status: 409, json: refusal }), {
    times: 1,
  });
  await dialog().getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog().getByText('Another repair is under way.').waitFor();
  complaints.splice(0);
  // what was refused is still chosen
  await dialog().getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('1 cluster merged').first().waitFor();
  await two.waitFor({ state: 'detached' });
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page');
  await page.getByRole('button', { name: /^Take back repair/ }).click();
  await checkPage(page, 'admin-undo');
  await dialog().getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Taken back', { exact: true }).waitFor();
  await apart.getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Not the same' }).click();
  await dialog().getByRole('button', { name: 'Not the same' }).click();
  await apart.waitFor({ state: 'detached' });
  // what is beyond doubt is merged when it is read, unless it was read before
  await changeNext('db/repairs/publication-near-duplicates', ({ clusters }) =>
    Object.assign(clusters?.[0] ?? {}, { can_merge_without_review: true }),
  );
  await page.getByLabel('One work with at least').selectOption('80');
  await page.waitForURL(/sure=80/);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('1 cluster among').waitFor();
  await two.getByText('Beyond doubt', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Choose the 1 beyond doubt' }).click();
  expect(await two.getByRole('checkbox').isChecked()).toBe(true);
  for (const sure of ['90', '80']) {
    await page.getByLabel('One work with at least').selectOption(sure);
    await page.waitForURL(`**sure=${sure}**`);
  }
  expect(await two.getByRole('checkbox').isChecked()).toBe(false);
});

test('PDFs: by state in the address, one looked for again, then all that are missing', async () => {
  await goTo('PDFs');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count(), SLOW).toBeGreaterThan(5);
  await expect.poll(() => page.getByText('Is looked for').or(page.getByText('Waits')).count(), SLOW).toBe(2);
  await checkPage(page, 'admin-pdfs');
  await rows
    .first()
    .getByRole('button', { name: /^Look again/ })
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
  await page.getByRole('button', { name: 'Look for all that are missing' }).click();
  await dialog()
    .getByText(/searches found nothing/)
    .waitFor();
  await checkPage(page, 'admin-requeue');
  await dialog()
    .getByRole('button', { name: /^Look for \d+$/ })
    .click();
  await page.getByText(/search(es)? queued/).waitFor();
});

test('sources: which may be asked, and what of the day is used', async () => {
  await goTo('Sources');
  const source = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await source('Unpaywall').getByText('May be asked').waitFor();
  await source('OpenAlex')
    .getByText(/[1-9]\d* of [\d,]+ used today/)
    .waitFor();
  // a page that begins asks twice, and gives up the first
  const changeSources = ({ sources = [] }: Changed) => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const reason = 'blocked_failure_threshold_exceeded';
    Object.assign(sources[0] ?? {}, { state: 'cooldown', cooldown_until: inAnHour, cooldown_reason: reason });
    const budget = { spent: 1000, limit: 1000, resets_dt: inAnHour };
    Object.assign(sources.find((one) => one.source === 'openalex') ?? {}, { state: 'budget_spent', budget });
  };
  await changeNext('sources', changeSources, 5);
  await page.reload();
  await source('Google Scholar').getByText('It refused us several times.').waitFor();
  await page.getByText('What may be spent today is spent.').waitFor();
  await checkPage(page, 'admin-sources');
  await page.unroute('**/api/v1/admin/sources');
});

test('audit: what a repair changed, by its address; how it was before', async () => {
  await goTo('Audit');
  await page.getByText('Merged into another').waitFor();
  await page.getByText('Said to be two works').waitFor();
  await checkPage(page, 'admin-audit');
  await page
    .getByRole('link', { name: /^repair \d+$/ })
    .first()
    .click();
  await page.waitForURL(/repair=\d+/);
  await page.getByText('Restored').waitFor();
  await expect.poll(() => page.getByText('Said to be two works').count()).toBe(0);
  await page.getByText('Before and after').first().click();
  await page.getByText('Before', { exact: true }).first().waitFor();
  await page.getByLabel('Of publication').fill('999999');
  await page.getByLabel('Of publication').press('Enter');
  await page.getByText('There is no entry for these numbers.').waitFor();
  expect(await page.getByLabel('Of publication').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByText('Said to be two works').waitFor();
  expect(await focused()).toBe('Show');
});

test('on a phone', async () => {
  const phone = await openPage(browser, { width: 390, height: 844 });
  phone.page.setDefaultTimeout(15_000);
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
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test('all publications are dropped when the words are typed, and collected anew', async () => {
  await goTo('Library', 'Integrity report');
  await page.getByRole('button', { name: 'Drop all publications…' }).click();
  await dialog().getByRole('textbox').fill('drop all');
  expect(await dialog().getByRole('button', { name: 'Drop them all' }).isDisabled()).toBe(true);
  await checkPage(page, 'admin-drop');
  await dialog().getByRole('textbox').fill('DROP ALL PUBLICATIONS');
  await page.keyboard.press('Enter');
  await page.getByText(/^Deleted \d+ publications\./).waitFor(SLOW);
  await page.getByText('All publications dropped').waitFor();
});

test('a reader is told that this is not for them, and has no way here', async () => {
  const reader = await openPage(browser, { width: 1280 });
  await reader.page.goto(`${world.url}/admin/pdfs`);
  await signIn(reader.page, READER);
  await reader.page.getByText('Only for administrators').waitFor();
  await checkPage(reader.page, 'admin-reader');
  const pages = reader.page.getByRole('navigation', { name: 'Pages' });
  expect(await pages.getByRole('link', { name: 'Scholars' }).count()).toBe(1);
  expect(await pages.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  await reader.page.getByRole('link', { name: 'To the publications' }).click();
  await reader.page.getByText('Nobody is tracked yet').waitFor();
  await reader.page.keyboard.press('?');
  await reader.page.getByText('Go to Runs').waitFor();
  expect(await reader.page.getByText('Go to Admin').count()).toBe(0);
  expect(reader.complaints.filter((said) => !said.includes('401'))).toEqual([]);
});

test('the browser had nothing to complain of', () => {
  expect(complaints).toEqual([]);
});
