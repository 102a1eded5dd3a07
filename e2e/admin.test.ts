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
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add a user');

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
  await expect.poll(() => page.getByText(/^Works: [3-9]/).count(), SLOW).toBe(2);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
});

test('library: the integrity report; a link repair counts first, and is typed for all users', async () => {
  await goTo('Library', 'Integrity report');
  await page.getByText('All that is stored fits together.').waitFor(SLOW);
  await page.getByText(/checks found nothing/).click();
  await page.getByText('Merge chains').waitFor();
  await checkPage(page, 'admin-integrity');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('Dry run: there is nothing to mend').waitFor();
  await page.getByLabel('Whose library').selectOption({ label: ACCOUNT.email });
  await page.getByLabel('Only these of the user’s scholars').fill('999');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('alert').filter({ hasText: 'does not track: 999' }).waitFor();
  // what a sound library cannot show
  const summary = { users_examined: 2, links_added: 3 };
  await page.route(
    '**/repairs/publication-links',
    (route) => route.fulfill({ json: { data: { job_id: 1, status: 'completed', scope: {}, summary } } }),
    { times: 1 },
  );
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
  await checkPage(page, 'admin-library');
  complaints.splice(0);
});

test('near duplicates: side by side, merged, taken back, dismissed', async () => {
  await goTo('Near duplicates');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('2 clusters among').waitFor(SLOW);
  const two = page.getByRole('listitem').filter({ hasText: SPELLINGS[1] ?? '' });
  await two.getByText('Beyond doubt', { exact: true }).waitFor();
  expect(await two.getByText(/^Agrees: /).count()).toBeGreaterThan(1);
  const apart = page.getByRole('listitem').filter({ hasText: LISTED_APART[1] ?? '' });
  await apart.getByText('One profile lists two of them').waitFor();
  await page.getByRole('button', { name: 'Choose the 1 beyond doubt' }).click();
  expect(await two.getByRole('checkbox').isChecked()).toBe(true);
  await checkPage(page, 'admin-duplicates');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog().getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('1 cluster merged').first().waitFor();
  await two.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Take back repair/ }).click();
  await checkPage(page, 'admin-undo');
  await dialog().getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Taken back', { exact: true }).waitFor();
  await apart.getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Not the same' }).click();
  await dialog().getByRole('button', { name: 'Not the same' }).click();
  await apart.waitFor({ state: 'detached' });
  await page.getByLabel('One work with at least').selectOption('80');
  await page.waitForURL(/sure=80/);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('1 cluster among').waitFor();
  await two.waitFor();
});
