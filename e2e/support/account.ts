import type { Page } from 'playwright-core';
import type { World } from './start-world.ts';

export const ACCOUNT = { email: 'ada@lectern.example', password: 'a desk to read at' };

/** Makes the first administrator through the one-time link; the page is then signed in, at the publications. */
export async function setUpAccount(page: Page, world: World): Promise<void> {
  await page.goto(world.setupLink);
  await page.getByLabel('E-mail').fill(ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByLabel('Password again').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByRole('link', { name: 'Go on to Lectern' }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Signs in on the page that asks for it. */
export async function signIn(page: Page, account = ACCOUNT): Promise<void> {
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
