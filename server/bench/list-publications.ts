import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import pg from 'pg';
import { above, below, type Figure, forComparison, medianMs } from './measure.ts';
import type { Session } from './session.ts';

const PATH = '/api/v1/publications?page_size=100';
const CLIENTS = 16;
const SECONDS = 8;

/** Measures GET /publications with one client and with many, compared to a bare HTTP server and bare SQL on this machine. */
export async function benchList(session: Session, size: string, databaseUrl: string): Promise<Figure[]> {
  const headers = { cookie: session.cookie };
  const get = async (path: string) => (await fetch(session.url + path, { headers })).text();
  const one = await medianMs(() => get(PATH), { times: 400, warmUp: 100 });
  const count = await medianMs(() => get('/api/v1/publications?mode=unread&page_size=1'), { times: 400, warmUp: 50 });
  const many = await requestsPerSecond(session.url + PATH, headers);
  const body = await get(PATH);
  const bare = await bareServer(body);
  const ceiling = await requestsPerSecond(bare.url, {});
  await bare.close();
  return [
    below(`${size}: GET /publications?page_size=100, 1 client, p50`, one, 'ms', 4),
    above(`${size}: the same, ${CLIENTS} clients`, many, 'requests/s', 600),
    below(`${size}: an unread count (GET ?mode=unread&page_size=1), p50`, count, 'ms', 2),
    forComparison(
      `${size}: bare node:http server with the same ${Math.round(body.length / 1000)} kB, ${CLIENTS} clients`,
      ceiling,
      'requests/s',
    ),
    forComparison(`${size}: bare SELECT 1 on the same socket, p50`, await selectOne(databaseUrl), 'ms'),
  ];
}

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  await autocannon({ url, headers, connections: CLIENTS, duration: 2 });
  const result = await autocannon({ url, headers, connections: CLIENTS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} error responses, ${result.errors} connection errors`);
  return result.requests.average;
}

async function bareServer(body: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function selectOne(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ms = await medianMs(() => client.query('select 1'), { times: 500, warmUp: 50 });
  await client.end();
  return ms;
}
