import { compileStatement } from '../test/support/compile-statement.ts';
import { load } from './product.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { PEER, type Row, rowOf } from './scale-table.ts';
import { statementsPerSecond } from './statement-throughput.ts';
import { requestsPerSecond, startBareServer } from './throughput.ts';
import { undisturbed } from './undisturbed.ts';

const { EVERYTHING } = await load<typeof import('../src/library/predicate.ts')>('library/predicate.js');
const { readLibraryPage } = await load<typeof import('../src/library/page-store.ts')>('library/page-store.js');

const PATH = '/api/v1/publications?page_size=100';
const CLIENTS = 16;
const MAX_COST = 1.5;

/**
 * Measures how often a second the service lists 100 publications, and how often its parts could do it at most. Changes
 * nothing.
 */
export async function benchLimits({ session, readerId, databaseUrl }: ScaleLibrary): Promise<Row[]> {
  const headers = { cookie: session.cookie };
  const json = await (await fetch(session.url + PATH, { headers })).text();
  const service = await undisturbed('lists', () => requestsPerSecond(session.url + PATH, headers, CLIENTS));
  const making = await bareServer(json);
  const query = await compileStatement((db) =>
    readLibraryPage(
      db,
      readerId,
      { condition: EVERYTHING },
      { by: 'first_seen', direction: 'desc' },
      { limit: 100, offset: 0 },
    ),
  );
  const { perSecond: statement } = await undisturbed('statement', () =>
    statementsPerSecond(databaseUrl, query, CLIENTS),
  );
  const both = 1 / (1 / making + 1 / statement);
  const name = (what: string) => `${CLIENTS} clients: ${what}`;
  return [
    rowOf(name('list, default order'), service, '/s', {
      max: Number.POSITIVE_INFINITY,
      target: 'two thirds of the limit',
    }),
    PEER,
    rowOf(name('limit of statement and making JSON together'), both, '/s'),
    rowOf(name('time of the service, as a multiple of the limit with making'), both / service, '', { max: MAX_COST }),
  ];
}

async function bareServer(json: string): Promise<number> {
  const server = await startBareServer(json);
  try {
    return await undisturbed('making JSON', () => requestsPerSecond(server.url, {}, CLIENTS));
  } finally {
    await server.close();
  }
}
