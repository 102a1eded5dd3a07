import type { BrowserContext } from 'playwright-core';
import { median } from './statistics.ts';

const CLIENTS = 4;
const REQUESTS = 200;
const WARM_UP_PAGES = 50;

/** The median time of a small request in milliseconds while four clients open the first page all the time. */
export async function measureRequestsBesidePages({
  url,
  cookies,
}: {
  url: string;
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}): Promise<number> {
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  const get = async (path: string, accept: string) => {
    const response = await fetch(new URL(path, url), { headers: { ...headers, accept } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await response.arrayBuffer();
  };
  const openPage = () => get('/?view=all', 'text/html');
  for (let n = 0; n < WARM_UP_PAGES; n += 1) await openPage();
  let isDone = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isDone) await openPage();
  });
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const begin = performance.now();
    await get('/api/v1/auth/me', 'application/json');
    times.push(performance.now() - begin);
  }
  isDone = true;
  await Promise.all(clients);
  return median(times);
}
