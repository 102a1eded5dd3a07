import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sets the user's delay between requests. The stand-ins need none, but a page can show a run only while it lasts. */
export async function setRequestDelay(page: Page, seconds: number): Promise<void> {
  const status = await page.evaluate(async (delay) => {
    const { data } = await (await fetch('/api/v1/auth/csrf')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': data.csrf_token };
    const body = JSON.stringify({ request_delay_seconds: delay });
    return (await fetch('/api/v1/settings', { method: 'PUT', headers, body })).status;
  }, seconds);
  expect(status).toBe(200);
}
