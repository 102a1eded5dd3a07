import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sets the user's delay between requests to 0. The stand-ins need no delay. */
export async function removeRequestDelay(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/v1/auth/csrf')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': data.csrf_token };
    const body = JSON.stringify({ request_delay_seconds: 0 });
    return (await fetch('/api/v1/settings', { method: 'PUT', headers, body })).status;
  });
  expect(status).toBe(200);
}
