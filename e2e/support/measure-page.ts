import type { Browser, BrowserContext, Page } from 'playwright-core';

type CookiesOf = Awaited<ReturnType<BrowserContext['cookies']>>;

const SLOWED = 4;
/** four rows */
const PIXELS_A_FRAME = 240;

interface Load {
  /** from the beginning of the navigation until a frame with a row was shown */
  readonly ms: number;
  readonly scriptBytes: number;
}

/** What the first page costs: medians of so many loads, each in a browser that has seen nothing. */
export async function measureFirstPage(
  browser: Browser,
  { url, cookies, loads }: { url: string; cookies: CookiesOf; loads: number },
): Promise<{ scriptKilobytes: number; slowColdMs: number; slowWarmMs: number; coldMs: number }> {
  const slowCold: Load[] = [];
  const slowWarm: Load[] = [];
  const cold: Load[] = [];
  for (let n = 0; n < loads; n += 1) {
    for (const [slowed, first, again] of [[SLOWED, slowCold, slowWarm] as const, [1, cold, null] as const]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      await context.addCookies(cookies);
      const page = await context.newPage();
      first.push(await timeLoad(page, url, slowed));
      again?.push(await timeLoad(page, url, slowed));
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

async function timeLoad(page: Page, url: string, slowed: number): Promise<Load> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-row]') === null) requestAnimationFrame(look);
      // the next frame begins when this one was shown
      else requestAnimationFrame(() => performance.mark('list-painted'));
    };
    requestAnimationFrame(look);
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

/** The times between frames while so many rows pass by, four a frame. */
export async function measureScroll(
  page: Page,
  { url, rows }: { url: string; rows: number },
): Promise<{ rows: number; p95Ms: number; longestMs: number }> {
  await page.goto(url);
  await page.locator('[data-row="0"]').waitFor();
  const frames = await page.evaluate(
    async ({ wanted, pixels }) => {
      const scroller = document.querySelector('[role=feed]')?.parentElement;
      if (!scroller) throw new Error('there is no list');
      const taken: number[] = [];
      let before = await new Promise<number>(requestAnimationFrame);
      for (;;) {
        scroller.scrollBy(0, pixels);
        const now = await new Promise<number>(requestAnimationFrame);
        taken.push(now - before);
        before = now;
        const shown = [...document.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('data-row')));
        if (Math.max(...shown) >= wanted) return taken;
      }
    },
    { wanted: rows, pixels: PIXELS_A_FRAME },
  );
  const sorted = frames.toSorted((a, b) => a - b);
  return { rows, p95Ms: percentile(sorted, 0.95), longestMs: sorted.at(-1) ?? Number.NaN };
}

/** From a key press until a frame with the changed row was shown: next, then read or unread. */
export async function measureKeys(
  page: Page,
  { url, presses }: { url: string; presses: number },
): Promise<{ medianMs: number; p95Ms: number }> {
  await page.goto(url);
  await page.locator('[data-row="0"]').waitFor();
  await page.keyboard.press('j');
  const taken: number[] = [];
  for (let n = 0; n < presses; n += 1) {
    await page.evaluate(() => {
      const row = document.activeElement;
      const wasRead = row?.getAttribute('data-read');
      let pressedAt = Number.NaN;
      addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, once: true });
      const look = () => {
        if (row?.getAttribute('data-read') === wasRead) requestAnimationFrame(look);
        else requestAnimationFrame((now) => Object.assign(window, { tookMs: now - pressedAt }));
      };
      Object.assign(window, { tookMs: null });
      requestAnimationFrame(look);
    });
    await page.keyboard.press('m');
    const tookMs = await page.waitForFunction(() => (window as unknown as { tookMs: number | null }).tookMs);
    taken.push((await tookMs.jsonValue()) ?? Number.NaN);
    await page.keyboard.press('j');
  }
  const sorted = taken.toSorted((a, b) => a - b);
  return { medianMs: median(sorted), p95Ms: percentile(sorted, 0.95) };
}

function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Of values in order; the nearest rank. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
