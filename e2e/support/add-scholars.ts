import type { Page } from 'playwright-core';
import type { World } from './start-world.ts';

const CRAWLED = { timeout: 90_000 };

/**
 * Adds scholars of the sandbox on the scholars' page, the first one unless others are given, and waits until all of
 * them have been imported.
 */
export async function addScholars(
  page: Page,
  world: World,
  scholars: readonly { readonly id: string; readonly name: string }[] = world.sandbox.scholars.slice(0, 1),
): Promise<void> {
  await page.goto(`${world.url}/scholars`);
  await page.getByLabel('Add scholars').fill(scholars.map(({ id }) => id).join('\n'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  for (const { name } of scholars) await page.getByRole('link', { name }).waitFor(CRAWLED);
  await page
    .getByText('Importing:')
    .or(page.getByText('Waiting for first import'))
    .first()
    .waitFor({ state: 'detached', ...CRAWLED });
}
