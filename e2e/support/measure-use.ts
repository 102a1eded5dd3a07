import type { Page } from 'playwright-core';
import { median, percentile } from './statistics.ts';

/** the height of four rows */
const PIXELS_PER_FRAME = 240;
const FRAMES_PER_PLACE = 100;
const TYPE_EVERY_MS = 60;
const MIN_WORD_LENGTH = 6;

/** Scrolls four rows a frame at places spread over the first `rows` rows: the work of the page's thread, and the times between frames. */
export async function measureScroll(
  page: Page,
  { url, rows, places }: { url: string; rows: number; places: number },
): Promise<{ rows: number; cpuMs: number; p95Ms: number; longestMs: number }> {
  await openList(page, url);
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
  await devtools.detach();
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
  page: Page,
  { url, presses }: { url: string; presses: number },
): Promise<{ medianMs: number; p95Ms: number }> {
  await openList(page, url);
  await page.keyboard.press('j');
  const times: number[] = [];
  for (let n = 0; n < presses; n += 1) {
    for (const key of ['m', 'j']) {
      await watchChange(page, ':focus', ['data-row', 'data-read']);
      await page.keyboard.press(key);
      times.push(await elapsed(page));
    }
  }
  return { medianMs: median(times), p95Ms: percentile(times, 0.95) };
}

/** Times from the last key of a typed word to the first row of its results. The words are from titles further down. */
export async function measureSearch(
  page: Page,
  { url, searches }: { url: string; searches: number },
): Promise<{ medianMs: number; p95Ms: number }> {
  await openList(page, url);
  const words = await titleWords(page, searches);
  const field = page.getByRole('searchbox');
  const times: number[] = [];
  for (const word of words) {
    const first = await page.locator('[data-row="0"]').getAttribute('aria-labelledby');
    await field.focus();
    await page.keyboard.type(word.slice(0, -1), { delay: TYPE_EVERY_MS });
    await watchChange(page, '[role=feed]:not([aria-busy=true]) [data-row="0"]', ['aria-labelledby']);
    await page.keyboard.press(word.slice(-1));
    times.push(await elapsed(page));
    await field.fill('');
    await page.locator(`[data-row="0"][aria-labelledby="${first}"]`).waitFor();
  }
  return { medianMs: median(times), p95Ms: percentile(times, 0.95) };
}

async function openList(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('[data-row="0"]').waitFor();
  // the code of other pages loads after some seconds
  await page.waitForTimeout(8000);
}

/** Different long words of the loaded titles, without those of the first. */
async function titleWords(page: Page, count: number): Promise<string[]> {
  const [first = '', ...titles] = await page.locator('[data-row] [id^="title-"]').allTextContents();
  const words = new Set(titles.flatMap((title) => title.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase()));
  return [...words]
    .filter((word) => word.length >= MIN_WORD_LENGTH && !first.toLowerCase().includes(word))
    .slice(0, count);
}

/** Notes how long after the next key press the attributes of the element have changed and are painted. */
async function watchChange(page: Page, selector: string, attributes: readonly string[]): Promise<void> {
  await page.evaluate(
    ([selector, attributes]) => {
      const read = () => {
        const element = document.querySelector(selector);
        return element && attributes.map((name) => element.getAttribute(name)).join();
      };
      const before = read();
      let pressedAt = Number.NaN;
      addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, once: true });
      const { port1, port2 } = new MessageChannel();
      // runs when the frame is done
      port1.onmessage = () => performance.measure('elapsed', { start: pressedAt, end: performance.now() });
      const check = () => {
        const now = read();
        if (now === null || now === before) requestAnimationFrame(check);
        else port2.postMessage(null);
      };
      performance.clearMeasures();
      requestAnimationFrame(check);
    },
    [selector, attributes] as const,
  );
}

async function elapsed(page: Page): Promise<number> {
  const measured = await page.waitForFunction(() => performance.getEntriesByName('elapsed')[0]?.duration);
  return Number(await measured.jsonValue());
}
