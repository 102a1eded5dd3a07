import type { Page } from 'playwright-core';
import type { World } from './start-world.ts';

const PUBLICATIONS_PER_SCHOLAR = 2500;

/** Adds enough scholars for the number of publications, and waits until all are imported. */
export async function fillLibrary(page: Page, world: World, publications: number): Promise<void> {
  const ids = Array.from(
    { length: Math.ceil(publications / PUBLICATIONS_PER_SCHOLAR) },
    (_, n) => `MANY${String(n).padStart(8, '0')}`,
  );
  for (const id of ids) world.sandbox.addScholar(id, Math.min(publications, PUBLICATIONS_PER_SCHOLAR));
  await page.evaluate(async (scholarIds) => {
    const { data } = await (await fetch('/api/v1/auth/csrf')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': data.csrf_token };
    for (const scholar_id of scholarIds) {
      const { status } = await fetch('/api/v1/scholars', {
        method: 'POST',
        headers,
        body: JSON.stringify({ scholar_id }),
      });
      if (status !== 201) throw new Error(`Cannot add ${scholar_id}: status ${status}`);
    }
    for (;;) {
      const { data } = await (await fetch('/api/v1/scholars')).json();
      if (data.scholars.every(({ baseline_completed: isImported }: { baseline_completed: boolean }) => isImported))
        return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }, ids);
}

/** Marks the publications of all scholars as read, but for a number of scholars. */
export async function readAllBut(page: Page, scholars: number): Promise<void> {
  await page.evaluate(async (kept) => {
    const read = async (path: string) => (await (await fetch(`/api/v1/${path}`)).json()).data;
    const headers = { 'content-type': 'application/json', 'x-csrf-token': (await read('auth/csrf')).csrf_token };
    for (const { id } of (await read('scholars')).scholars.slice(kept)) {
      const body = JSON.stringify({ scholar_profile_id: id });
      const { status } = await fetch('/api/v1/publications/mark-all-read', { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`Cannot mark the publications of scholar ${id}: status ${status}`);
    }
  }, scholars);
}
