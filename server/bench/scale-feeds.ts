import { FREQUENT_WORD } from '../test/support/fill-library.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { medianWithCpu } from './scale-measure.ts';
import { type Row, rowOfMs } from './scale-table.ts';

const MAX_MS = 100;
const NOT_MODIFIED = 304;

interface Feed {
  readonly id: number;
  readonly atom_url: string;
}

/**
 * Measures feeds of the reader: the whole library, a scholar, and views; as Atom and as 304. Deletes them afterwards.
 */
export async function benchFeeds({ client, session, dataDir, readerId }: ScaleLibrary): Promise<Row[]> {
  const { rows: scholars } = await client.query<{ id: number }>(
    'select scholar_id::int as id from scholar_counts c join scholars s on s.id = c.scholar_id where s.user_id = $1 order by publication_count desc limit 1',
    [readerId],
  );
  const viewOf = async (search: string) => {
    const { id } = await session.call<{ id: number }>('POST', '/views', { name: search, parameters: { search } });
    return { scope: 'view', view_id: id };
  };
  const rows: Row[] = [];
  for (const [name, body] of [
    ['of everything', { scope: 'all' }],
    ['of a scholar', { scope: 'scholar', scholar_profile_id: scholars[0]?.id }],
    ['of a view, a frequent word', await viewOf(FREQUENT_WORD)],
    ['of a view, few results', await viewOf('cited:>100000')],
  ] as const) {
    const { atom_url: address } = await session.call<Feed>('POST', '/feeds', body);
    let tag = '';
    const read = async (headers: Record<string, string>, wanted: number) => {
      const response = await fetch(address, { headers });
      await response.arrayBuffer();
      if (response.status !== wanted) throw new Error(`${name}: ${response.status} instead of ${wanted}`);
      tag = response.headers.get('etag') ?? '';
    };
    const whole = () => read({}, 200);
    rows.push(rowOfMs(`feed ${name}`, await medianWithCpu(dataDir, whole), MAX_MS));
    rows.push(
      rowOfMs(
        'unchanged (304)',
        await medianWithCpu(dataDir, () => read({ 'if-none-match': tag }, NOT_MODIFIED)),
        MAX_MS,
      ),
    );
  }
  await client.query('delete from feeds where user_id = $1', [readerId]);
  await client.query('delete from stored_views where user_id = $1', [readerId]);
  return rows;
}
