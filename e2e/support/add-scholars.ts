import type { Page } from 'playwright-core';
import type { World } from './start-world.ts';

const CRAWLED = { timeout: 90_000 };

interface Scholar {
  readonly id: string;
  readonly name: string;
}

/**
 * The scholars of the sandbox with at most about a hundred publications. The others have up to 3,000, whose enrichment
 * keeps a processor busy for longer than most journeys take.
 */
export function smallScholars({ sandbox }: World): readonly Scholar[] {
  return sandbox.scholars.filter(({ publications }) => publications < 150);
}

/**
 * Adds scholars of the sandbox on the scholars' page, the first small one unless others are given, and waits until all
 * of them have been imported.
 */
export async function addScholars(
  page: Page,
  world: World,
  scholars: readonly Scholar[] = smallScholars(world).slice(0, 1),
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
