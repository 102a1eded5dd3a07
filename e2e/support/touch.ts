import type { Locator, Page } from 'playwright-core';

const STEPS = 12;

/** Puts a finger on the middle of an element, moves it, calls `whileDown`, and lifts it. */
export async function drag(
  page: Page,
  target: Locator,
  { dx = 0, dy = 0 }: { dx?: number; dy?: number },
  whileDown: () => Promise<void> = async () => undefined,
): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element is not shown.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * share, y: y + dy * share }],
    });
  await send('touchStart', 0);
  for (let step = 1; step <= STEPS; step += 1) await send('touchMove', step / STEPS);
  await whileDown();
  await send('touchEnd', 1);
  await devtools.detach();
}
