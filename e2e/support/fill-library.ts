import type { Page } from 'playwright-core';
import type { World } from './start-world.ts';

const WORKS_OF_A_SCHOLAR = 2500;

/** Tracks as many scholars, as the signed-in user of the page, as list so many works together, and waits until all are there. */
export async function fillLibrary(page: Page, world: World, works: number): Promise<void> {
  const ids = Array.from(
    { length: Math.ceil(works / WORKS_OF_A_SCHOLAR) },
    (_, n) => `MANY${String(n).padStart(8, '0')}`,
  );
  for (const id of ids) world.sandbox.addScholar(id, Math.min(works, WORKS_OF_A_SCHOLAR));
  await page.evaluate(async (scholarIds) => {
    const { data } = await (await fetch('/api/v1/auth/csrf')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': data.csrf_token };
    for (const scholar_id of scholarIds) {
      const { status } = await fetch('/api/v1/scholars', {
        method: 'POST',
        headers,
        body: JSON.stringify({ scholar_id }),
      });
      if (status !== 201) throw new Error(`${scholar_id} is not tracked: ${status}`);
    }
    for (;;) {
      const { data } = await (await fetch('/api/v1/scholars')).json();
      if (data.scholars.every(({ baseline_completed: isRead }: { baseline_completed: boolean }) => isRead)) return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }, ids);
}
