import { markAllAndUndo } from './large-library.ts';
import { median } from './measure.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { CALLS, medianWithCpu } from './scale-measure.ts';
import { type Row, rowOf, rowOfMs } from './scale-table.ts';

const TIMES = 3;
const MARK_ALL_SECONDS_PER_ENTRY = 0.2 / 50_000;

/**
 * Measures marking as read, one publication and the whole library. Afterwards the same publications are unread as
 * before.
 */
export async function benchMarks(library: ScaleLibrary): Promise<Row[]> {
  return [await markOne(library), ...(await markAll(library))];
}

async function markOne({ session, dataDir }: ScaleLibrary): Promise<Row> {
  const { publications } = await session.call<{ publications: { publication_id: number }[] }>(
    'GET',
    `/publications?mode=unread&page_size=${CALLS}`,
  );
  const ids = publications.map(({ publication_id }) => publication_id);
  const waiting = ids.values();
  const median = await medianWithCpu(dataDir, () =>
    session.call('POST', '/publications/mark-read', { publication_ids: [waiting.next().value] }),
  );
  await session.call('POST', '/publications/mark-read', { publication_ids: ids, is_read: false });
  return rowOfMs('mark-read of one publication', median);
}

/** Makes the whole library unread, because the generated one is mostly read. */
async function markAll({ session, client, readerId, entries }: ScaleLibrary): Promise<Row[]> {
  await client.query('create temporary table unread_before as select publication_id from unread where user_id = $1', [
    readerId,
  ]);
  await client.query(
    `insert into unread select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications
     where user_id = $1 and hidden_as is null on conflict do nothing`,
    [readerId],
  );
  const marked: number[] = [];
  const undone: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    // as autovacuum would do within a minute or two
    await client.query('vacuum analyze unread');
    const { marking, undoing, updated } = await markAllAndUndo(session);
    marked.push(marking);
    undone.push(undoing);
    if (updated !== entries) throw new Error(`${updated} of ${entries} were marked`);
  }
  await client.query(
    'delete from unread where user_id = $1 and publication_id not in (select publication_id from unread_before)',
    [readerId],
  );
  await client.query('delete from read_batches where user_id = $1', [readerId]);
  await client.query('drop table unread_before');
  await client.query('vacuum analyze unread, read_batches, libraries, scholar_counts');
  return [
    rowOf(`mark-all-read of the whole library (median of ${TIMES})`, median(marked), 's', {
      max: MARK_ALL_SECONDS_PER_ENTRY * entries,
      target: '0.2 s per 50,000',
    }),
    rowOf('its undo', median(undone), 's'),
  ];
}
