import { compileStatement } from '../test/support/compile-statement.ts';
import { load } from './product.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { type Row, rowOf } from './scale-table.ts';
import { statementsPerSecond } from './statement-throughput.ts';
import { requestsPerSecond, startBareServer } from './throughput.ts';

const { EVERYTHING } = await load<typeof import('../src/library/predicate.ts')>('library/predicate.js');
const { readLibraryPage } = await load<typeof import('../src/library/page-store.ts')>('library/page-store.js');

const PATH = '/api/v1/publications?page_size=100';
const MAX_COST = 1.5;

/** Measures how often a second the service lists 100 publications, and how often its parts could do it at most. Changes nothing. */
export async function benchLimits(library: ScaleLibrary): Promise<Row[]> {
  return [...(await benchClients(library, 16)), ...(await benchClients(library, 1))];
}

async function benchClients({ session, readerId, databaseUrl }: ScaleLibrary, clients: number): Promise<Row[]> {
  const headers = { cookie: session.cookie };
  const json = await (await fetch(session.url + PATH, { headers })).text();
  const service = await requestsPerSecond(session.url + PATH, headers, clients);
  const making = await bareServer(json, 'makes JSON', clients);
  const sending = await bareServer(json, 'has JSON', clients);
  const query = await compileStatement((db) =>
    readLibraryPage(
      db,
      readerId,
      { condition: EVERYTHING },
      { by: 'first_seen', direction: 'desc' },
      { limit: 100, offset: 0 },
    ),
  );
  const { perSecond: statement, by } = await statementsPerSecond(databaseUrl, query, clients);
  const both = 1 / (1 / making + 1 / statement);
  const bothReady = 1 / (1 / sending + 1 / statement);
  const name = (what: string) => `${clients} ${clients === 1 ? 'client' : 'clients'}: ${what}`;
  const bytes = `the same ${Math.round(json.length / 1000)} kB`;
  return [
    rowOf(name('list, default order'), service, '/s', {
      max: Number.POSITIVE_INFINITY,
      target: 'two thirds of the limit',
    }),
    rowOf(name(`bare node:http, makes ${bytes} of JSON`), making, '/s'),
    rowOf(name(`bare node:http, sends ${bytes}, ready made`), sending, '/s'),
    rowOf(name(`the bare statement, by ${by}`), statement, '/s'),
    rowOf(name('limit of statement and making JSON together'), both, '/s'),
    rowOf(name('limit of statement and sending together'), bothReady, '/s'),
    rowOf(name('time of the service, as a multiple of the limit with making'), both / service, '', { max: MAX_COST }),
  ];
}

async function bareServer(json: string, how: 'makes JSON' | 'has JSON', clients: number): Promise<number> {
  const server = await startBareServer(json, how);
  try {
    return await requestsPerSecond(server.url, {}, clients);
  } finally {
    await server.close();
  }
}
