import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { median } from './statistics.ts';

type CookiesOf = Awaited<ReturnType<BrowserContext['cookies']>>;

const CPU_SLOWDOWN = 4;
const VIEWPORT = { width: 1280, height: 900 };
/** The rest of the first page's code has arrived by then, and the code of other pages is not requested yet. */
const FIRST_PAGE_MS = 3000;
/** By then, nothing moves any more after a load or a click. */
const SETTLED_MS = 2000;

interface Load {
  /** from the start of the navigation until the first publication's title was painted */
  readonly paintedMs: number;
  /** the addresses of scripts that had arrived by then */
  readonly scripts: readonly string[];
}

interface FirstPage {
  readonly slowColdMs: number;
  readonly slowWarmMs: number;
  readonly coldMs: number;
  readonly warmMs: number;
  readonly scriptBytesBeforeRow: number;
  readonly scriptBytes: number;
}

/** Medians of several loads of the first page, each in a new browser context, and again with the files of that load. */
export async function measureFirstPage(
  browser: Browser,
  { url, cookies, loads }: { url: string; cookies: CookiesOf; loads: number },
): Promise<FirstPage> {
  const slow: { cold: Load[]; warm: Load[] } = { cold: [], warm: [] };
  const full: { cold: Load[]; warm: Load[] } = { cold: [], warm: [] };
  let scripts: readonly string[] = [];
  for (let n = 0; n < loads; n += 1) {
    for (const [slowdown, times] of [[CPU_SLOWDOWN, slow] as const, [1, full] as const]) {
      const context = await newVisitor(browser, cookies);
      const first = await context.newPage();
      times.cold.push(await timeLoad(first, url, slowdown));
      await first.waitForTimeout(FIRST_PAGE_MS);
      scripts = await scriptsOf(first);
      await first.waitForTimeout(SETTLED_MS);
      await first.close();
      const next = await context.newPage();
      // the service worker keeps the list of a page that is closed
      await next.waitForTimeout(SETTLED_MS);
      times.warm.push(await timeLoad(next, url, slowdown));
      await context.close();
    }
  }
  const sizeOf = sizeReader();
  const before = await Promise.all(slow.cold.map((load) => sum(load.scripts.map(sizeOf))));
  return {
    slowColdMs: median(slow.cold.map(({ paintedMs }) => paintedMs)),
    slowWarmMs: median(slow.warm.map(({ paintedMs }) => paintedMs)),
    coldMs: median(full.cold.map(({ paintedMs }) => paintedMs)),
    warmMs: median(full.warm.map(({ paintedMs }) => paintedMs)),
    scriptBytesBeforeRow: median(before),
    scriptBytes: await sum(scripts.map(sizeOf)),
  };
}

/** How far elements moved while the first page loaded and a publication was opened, also right after the click. */
export async function measureShift(
  browser: Browser,
  { url, cookies }: { url: string; cookies: CookiesOf },
): Promise<number> {
  const context = await newVisitor(browser, cookies);
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shift: number }).shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url);
  await page.locator('[data-row="2"]').waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await page.locator('[data-row="2"] [id^=title]').click();
  await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  await context.close();
  return shift;
}

async function newVisitor(browser: Browser, cookies: CookiesOf): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await context.addCookies(cookies);
  return context;
}

async function timeLoad(page: Page, url: string, slowdown: number): Promise<Load> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watchFirstTitle);
  await page.goto(url);
  const painted = await page.waitForFunction(() => performance.getEntriesByName('title-painted')[0]?.startTime);
  const paintedMs = Number(await painted.jsonValue());
  const scripts = await scriptsOf(page, paintedMs);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return { paintedMs, scripts };
}

/** Notes the browser's own time of the paint. It runs in the page, before the page's scripts. */
function watchFirstTitle(): void {
  new PerformanceObserver((list, observer) => {
    const [entry] = list.getEntries() as (PerformanceEntry & { renderTime: number })[];
    if (entry === undefined) return;
    performance.mark('title-painted', { startTime: entry.renderTime });
    observer.disconnect();
  }).observe({ type: 'element', buffered: true });
  // runs after the title was added and before it is painted
  new MutationObserver(() => {
    const title = document.querySelector('article [id^="title-"]');
    // the text belongs to the nearest block around it
    for (let element = title; element?.closest('article') && !element.hasAttribute('elementtiming'); ) {
      element.setAttribute('elementtiming', 'title');
      element = element.parentElement;
    }
  }).observe(document, { childList: true, subtree: true });
}

function scriptsOf(page: Page, untilMs = Number.POSITIVE_INFINITY): Promise<string[]> {
  return page.evaluate(
    (until) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= (until ?? Infinity))
        .map(({ name }) => name),
    // Infinity is no JSON
    Number.isFinite(untilMs) ? untilMs : null,
  );
}

/** Reads the size of a file as it is sent in brotli. */
function sizeReader(): (url: string) => Promise<number> {
  const known = new Map<string, Promise<number>>();
  const read = async (url: string) => {
    const request = get(url, { headers: { 'accept-encoding': 'br' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const part of response) bytes += (part as Buffer).length;
    return bytes;
  };
  return (url) => {
    const size = known.get(url) ?? read(url);
    known.set(url, size);
    return size;
  };
}

async function sum(values: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(values)).reduce((total, value) => total + value, 0);
}
