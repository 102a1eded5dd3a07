import type { Browser, BrowserContext, Page } from 'playwright-core';

type CookiesOf = Awaited<ReturnType<BrowserContext['cookies']>>;

const CPU_SLOWDOWN = 4;
/** the height of four rows */
const PIXELS_PER_FRAME = 240;

interface Load {
  /** from the start of the navigation to the first frame with a row */
  readonly ms: number;
  readonly scriptBytes: number;
}

/** Medians of several loads of the first page, each in a new browser context. */
export async function measureFirstPage(
  browser: Browser,
  { url, cookies, loads }: { url: string; cookies: CookiesOf; loads: number },
): Promise<{ scriptKilobytes: number; slowColdMs: number; slowWarmMs: number; coldMs: number }> {
  const slowCold: Load[] = [];
  const slowWarm: Load[] = [];
  const cold: Load[] = [];
  for (let n = 0; n < loads; n += 1) {
    for (const [slowdown, first, again] of [[CPU_SLOWDOWN, slowCold, slowWarm] as const, [1, cold, null] as const]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      await context.addCookies(cookies);
      const page = await context.newPage();
      first.push(await timeLoad(page, url, slowdown));
      again?.push(await timeLoad(page, url, slowdown));
      await context.close();
    }
  }
  return {
    scriptKilobytes: median(slowCold.map(({ scriptBytes }) => scriptBytes)) / 1000,
    slowColdMs: median(slowCold.map(({ ms }) => ms)),
    slowWarmMs: median(slowWarm.map(({ ms }) => ms)),
    coldMs: median(cold.map(({ ms }) => ms)),
  };
}

async function timeLoad(page: Page, url: string, slowdown: number): Promise<Load> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(() => {
    const check = () => {
      if (document.querySelector('[data-row]') === null) requestAnimationFrame(check);
      // the next frame starts after this one was shown
      else requestAnimationFrame(() => performance.mark('list-painted'));
    };
    requestAnimationFrame(check);
  });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('list-painted').length > 0);
  const load = await page.evaluate(() => ({
    ms: performance.getEntriesByName('list-painted')[0]?.startTime ?? Number.NaN,
    scriptBytes: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }));
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return load;
}

/** Times between frames while scrolling through `rows` rows, four per frame. */
export async function measureScroll(
  page: Page,
  { url, rows }: { url: string; rows: number },
): Promise<{ rows: number; p95Ms: number; longestMs: number }> {
  await page.goto(url);
  await page.locator('[data-row="0"]').waitFor();
  const frames = await page.evaluate(
    async ({ targetRow, pixels }) => {
      const scroller = document.querySelector('[role=feed]')?.parentElement;
      if (!scroller) throw new Error('The page has no list.');
      const times: number[] = [];
      let before = await new Promise<number>(requestAnimationFrame);
      for (;;) {
        scroller.scrollBy(0, pixels);
        const now = await new Promise<number>(requestAnimationFrame);
        times.push(now - before);
        before = now;
        const shown = [...document.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('data-row')));
        if (Math.max(...shown) >= targetRow) return times;
      }
    },
    { targetRow: rows, pixels: PIXELS_PER_FRAME },
  );
  const sorted = frames.toSorted((a, b) => a - b);
  return { rows, p95Ms: percentile(sorted, 0.95), longestMs: sorted.at(-1) ?? Number.NaN };
}

/** Time from a key press to a frame with the changed row, for marking rows as read or unread. */
export async function measureKeys(
  page: Page,
  { url, presses }: { url: string; presses: number },
): Promise<{ medianMs: number; p95Ms: number }> {
  await page.goto(url);
  await page.locator('[data-row="0"]').waitFor();
  await page.keyboard.press('j');
  const times: number[] = [];
  for (let n = 0; n < presses; n += 1) {
    await page.evaluate(() => {
      const row = document.activeElement;
      const wasRead = row?.getAttribute('data-read');
      let pressedAt = Number.NaN;
      addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, once: true });
      const check = () => {
        if (row?.getAttribute('data-read') === wasRead) requestAnimationFrame(check);
        else requestAnimationFrame((now) => Object.assign(window, { elapsedMs: now - pressedAt }));
      };
      Object.assign(window, { elapsedMs: null });
      requestAnimationFrame(check);
    });
    await page.keyboard.press('m');
    const elapsedMs = await page.waitForFunction(() => (window as unknown as { elapsedMs: number | null }).elapsedMs);
    times.push((await elapsedMs.jsonValue()) ?? Number.NaN);
    await page.keyboard.press('j');
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { medianMs: median(sorted), p95Ms: percentile(sorted, 0.95) };
}

function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The nearest-rank percentile of sorted values. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
