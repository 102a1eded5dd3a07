import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Debian's Chromium; as root it runs only without its own sandbox. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** A page of that width, and what its console complained of: a refused style or script, an exception. */
export async function openPage(
  browser: Browser,
  { width, height = 900 }: { width: number; height?: number },
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 600,
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { context, page, complaints };
}
