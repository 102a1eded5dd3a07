import type { Page } from 'playwright-core';

/**
 * Opens an address of the list and waits for its first row, and for the application, which takes over from the page
 * that the service sent. Keys that are pressed before have no effect.
 */
export async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('[data-row="0"]').waitFor();
  await page.waitForFunction(() => document.documentElement.dataset.theme !== undefined);
}
