import pg from 'pg';
import { above, below, type Figure, forComparison, medianMs } from './measure.ts';
import type { Session } from './session.ts';
import { requestsPerSecond, startBareServer } from './throughput.ts';

const PATH = '/api/v1/publications?page_size=100';
const CLIENTS = 16;

/** Measures GET /publications with one client and with many, compared to a bare HTTP server and bare SQL on this machine. */
export async function benchList(session: Session, size: string, databaseUrl: string): Promise<Figure[]> {
  const headers = { cookie: session.cookie };
  const get = async (path: string) => (await fetch(session.url + path, { headers })).text();
  const one = await medianMs(() => get(PATH), { times: 400, warmUp: 100 });
  const count = await medianMs(() => get('/api/v1/publications?mode=unread&page_size=1'), { times: 400, warmUp: 50 });
  const many = await requestsPerSecond(session.url + PATH, headers, CLIENTS);
  const body = await get(PATH);
  const bare = await startBareServer(body, 'has JSON');
  const ceiling = await requestsPerSecond(bare.url, {}, CLIENTS);
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

async function selectOne(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ms = await medianMs(() => client.query('select 1'), { times: 500, warmUp: 50 });
  await client.end();
  return ms;
}
