import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, setUpAccount, signIn } from './support/account.ts';
import { askWithoutDelay } from './support/ask-without-delay.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { startWorld, type World } from './support/start-world.ts';

const READER = { email: 'grace@lectern.example', password: 'reads what others found' };
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
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const dialog = () => page.getByRole('dialog');
const goTo = async (name: string) => {
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
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
