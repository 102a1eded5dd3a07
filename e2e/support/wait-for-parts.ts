import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The service worker's cache of the application's files. */
const FILES = 'lectern-files';

/**
 * Waits until the browser keeps the files of these parts, which are then there without a network. A page loads the parts
 * of a sign-out some seconds after it was opened, and hands them to the service worker after that.
 */
export async function waitForParts(page: Page, names: readonly string[]): Promise<void> {
  const readNames = () =>
    page.evaluate(async (cache) => {
      const files = await (await caches.open(cache)).keys();
      return files.flatMap(({ url }) => /\/parts\/(.+)-.{8}\.js$/.exec(url)?.[1] ?? []);
    }, FILES);
  await expect.poll(readNames, { timeout: 30_000 }).toEqual(expect.arrayContaining([...names]));
}
