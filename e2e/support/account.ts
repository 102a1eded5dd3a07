import type { Page } from 'playwright-core';
import type { World } from './start-world.ts';

export const ACCOUNT = { email: 'ada@lectern.example', password: 'a desk to read at' };

/** Creates the first administrator through the one-time link. Afterwards the page shows the publications. */
export async function setUpAccount(page: Page, world: World): Promise<void> {
  // without the link, the page says where it is
  await page.goto(`${world.url}/sign-in`);
  await page.getByText('This server has no users yet.').waitFor();
  await page.goto(world.setupLink);
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByLabel('Confirm password').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, account = ACCOUNT): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
