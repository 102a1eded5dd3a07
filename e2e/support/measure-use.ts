import type { BrowserContext, JSHandle, Page } from 'playwright-core';
import { median, percentile } from './statistics.ts';

/** the height of four rows */
const PIXELS_PER_FRAME = 240;
const FRAMES_PER_PLACE = 100;
const TYPE_EVERY_MS = 60;

/**
 * Scrolls four rows a frame at places spread over the first `rows` rows: the work of the page's thread, and the times
 * between frames.
 */
export async function measureScroll(
  context: BrowserContext,
  { url, rows, places }: { url: string; rows: number; places: number },
): Promise<{ rows: number; cpuMs: number; p95Ms: number; longestMs: number }> {
  const page = await openList(context, url);
  const total = Number(await page.locator('[data-row="0"]').getAttribute('aria-setsize'));
  const spread = Math.min(rows, total);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readTask = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const frames: number[] = [];
  let seconds = 0;
  for (let place = 0; place < places; place += 1) {
    await page.evaluate(
      (share) => {
        const feed = document.querySelector('[role=feed]');
        feed?.parentElement?.scrollTo(0, feed.scrollHeight * share);
      },
      ((place / places) * spread) / total,
    );
    await page.waitForTimeout(500);
    await page.locator('[data-row]').first().waitFor();
    const before = await readTask();
    frames.push(...(await scrollFrames(page)));
    seconds += (await readTask()) - before;
  }
  await page.close();
  return {
    rows: spread,
    cpuMs: (seconds * 1000) / frames.length,
    p95Ms: percentile(frames, 0.95),
    longestMs: Math.max(...frames),
  };
}

function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ count, pixels }) => {
      const scroller = document.querySelector('[role=feed]')?.parentElement;
      if (!scroller) throw new Error('The page has no list.');
      const times: number[] = [];
      let before = await new Promise<number>(requestAnimationFrame);
      while (times.length < count) {
        scroller.scrollBy(0, pixels);
        const now = await new Promise<number>(requestAnimationFrame);
        times.push(now - before);
        before = now;
      }
      return times;
    },
    { count: FRAMES_PER_PLACE, pixels: PIXELS_PER_FRAME },
  );
}

/** Times from a key press to the painted change: moving to the next row (j) and marking it (m). */
export async function measureKeys(
  context: BrowserContext,
  { url, presses }: { url: string; presses: number },
): Promise<{ medianMs: number; p95Ms: number }> {
  const page = await openList(context, url);
  await page.keyboard.press('j');
  const times: number[] = [];
  for (let n = 0; n < presses; n += 1) {
    for (const key of ['m', 'j']) {
      const isChanged = await page.evaluateHandle(() => {
        const row = document.activeElement;
        const isRead = row?.getAttribute('data-read');
        return () => document.activeElement !== row || row?.getAttribute('data-read') !== isRead;
      });
      await watchPaint(page, isChanged);
      await page.keyboard.press(key);
      times.push(await elapsed(page));
    }
  }
  await page.close();
  return { medianMs: median(times), p95Ms: percentile(times, 0.95) };
}

/** Times from the last key of a typed word to the first row of its results. The words are from titles further down. */
export async function measureSearch(
  context: BrowserContext,
  { url, searches }: { url: string; searches: number },
): Promise<{ medianMs: number; p95Ms: number }> {
  const page = await openList(context, url);
  const words = await titleWords(page, searches);
  const field = page.getByRole('combobox', { name: 'Search publications' });
  const times: number[] = [];
  for (const word of words) {
    const first = await page.locator('[data-row="0"]').getAttribute('aria-labelledby');
    await field.focus();
    await page.keyboard.type(word.slice(0, -1), { delay: TYPE_EVERY_MS });
    const isFound = await page.evaluateHandle(
      (whole) => () =>
        [...document.querySelectorAll('[data-row="0"] mark')].some((mark) => mark.textContent.toLowerCase() === whole),
      word,
    );
    await watchPaint(page, isFound);
    await page.keyboard.press(word.slice(-1));
    times.push(await elapsed(page));
    await field.fill('');
    await page.locator(`[data-row="0"][aria-labelledby="${first}"]`).waitFor();
  }
  await page.close();
  return { medianMs: median(times), p95Ms: percentile(times, 0.95) };
}

/** Opens the list in a new tab, so that it is at its top. */
async function openList(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('[data-row="0"]').waitFor();
  // the code of other pages loads after some seconds
  await page.waitForTimeout(8000);
  return page;
}

/** Different long words of the loaded titles, without those of the first. */
async function titleWords(page: Page, count: number): Promise<string[]> {
  const [first = '', ...titles] = await page.locator('[data-row] [id^="title-"]').allTextContents();
  const words = new Set(titles.flatMap((title) => title.toLowerCase().match(/(?<!\p{L})[a-z]{6,}(?!\p{L})/gu) ?? []));
  return [...words].filter((word) => !first.toLowerCase().includes(word)).slice(0, count);
}

/** Notes how long after the next key press the change is painted. */
async function watchPaint(page: Page, isDone: JSHandle<() => boolean>): Promise<void> {
  await page.evaluate((isDone) => {
    let pressedAt = Number.NaN;
    addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, once: true });
    const { port1, port2 } = new MessageChannel();
    // runs when the frame is done
    port1.onmessage = () => performance.measure('elapsed', { start: pressedAt, end: performance.now() });
    const check = () => {
      if (isDone()) port2.postMessage(null);
      else requestAnimationFrame(check);
    };
    performance.clearMeasures();
    requestAnimationFrame(check);
  }, isDone);
}

async function elapsed(page: Page): Promise<number> {
  const measured = await page.waitForFunction(() => performance.getEntriesByName('elapsed')[0]?.duration);
  return Number(await measured.jsonValue());
}
