import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@lectern/sandbox';

const TEMPLATE_ID = 'TemplateTemp';
const ROWS = 100;

export interface PageStandIn {
  readonly origin: string;
  requestCount(): number;
  close(): Promise<void>;
}

/**
 * A source in which each profile has one page of 100 publications of its own, with 200 kB as the real pages. The
 * sandbox renders the page once, and each profile gets it with its own id, titles, clusters and DOIs. So it takes
 * almost no processor time.
 */
export async function startPageStandIn(): Promise<PageStandIn> {
  const pieces = await drawTemplate();
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const id = new URL(request.url ?? '/', 'http://x').searchParams.get('user') ?? '';
    const number = String(Number(id.replace(/\D/g, '')) + 1000);
    let page = '';
    for (const piece of pieces) page += piece === 'id' ? id : piece === 'number' ? number : piece;
    response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' });
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestCount: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The pieces of the page, with the placeholders `id` and `number` between them. */
async function drawTemplate(): Promise<string[]> {
  const sandbox = await startSandbox({ scholars: 'none' });
  sandbox.addScholar(TEMPLATE_ID, ROWS);
  const response = await fetch(`${sandbox.origin}/citations?user=${TEMPLATE_ID}&hl=en&pagesize=${ROWS}&sortby=pubdate`);
  const page = await response.text();
  await sandbox.close();
  const marked = page
    .replaceAll(TEMPLATE_ID, '\0id\0')
    .replace(/cites=(\d+)\d{4}/g, 'cites=$1\0number\0')
    .replace(/\b10\.5555\/[\w.]+\w/g, '$&.\0number\0')
    .replace(/(arXiv:\d{4}\.\d)\d{4}/g, '$1\0number\0')
    .replace(/class="gsc_a_at">/g, 'class="gsc_a_at">Study \0number\0: ');
  return marked.split('\0');
}
