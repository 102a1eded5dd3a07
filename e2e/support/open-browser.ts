import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const OPTIONS = { executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] };
const AT_HOME = { locale: 'en-GB', timezoneId: 'UTC' };

/** Starts Debian's Chromium. As root it runs only without its own sandbox. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch(OPTIONS);
}

/** Starts Chromium with what it has kept in a folder, so that it can be ended and started again. */
export function openProfile(folder: string, { width, height = 900 }: { width: number; height?: number }) {
  return chromium.launchPersistentContext(folder, { ...OPTIONS, ...AT_HOME, viewport: { width, height } });
}

/**
 * Opens a window of the given size, without the service worker unless asked, because its requests pass by `page.route`.
 * `browserErrors` collects exceptions and refused styles and scripts.
 */
export async function openPage(
  browser: Browser,
  { width, height = 900, serviceWorker = false }: { width: number; height?: number; serviceWorker?: boolean },
): Promise<{ context: BrowserContext; page: Page; browserErrors: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 600,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    ...AT_HOME,
  });
  const page = await context.newPage();
  const browserErrors: string[] = [];
  page.on('pageerror', (error) => browserErrors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`${message.text()} ${message.location().url}`);
  });
  return { context, page, browserErrors };
}
