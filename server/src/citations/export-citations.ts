import type { Static } from 'typebox';
import { findCanonical } from '../library/canonical-store.ts';
import { sortingOf } from '../library/list-publications.ts';
import type { Sorting } from '../library/page-order-store.ts';
import { readListedIds } from '../library/page-store.ts';
import { allOf, type List } from '../library/predicate.ts';
import { readList } from '../library/read-list.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SendPart } from '../platform/http/downloads.ts';
import { readIds } from '../platform/http/shapes.ts';
import { exportRunning } from '../portability/export-library.ts';
import { beginExport, lockExport } from '../portability/export-store.ts';
import { limitTransfers } from '../portability/transfer-limits.ts';
import { readCited } from './citation-store.ts';
import { giveKeys } from './cite-keys.ts';
import { type ExportQuery, MAX_IDS } from './contract.ts';
import { FORMATS } from './formats.ts';
import type { Batches, KeyedItem } from './item.ts';
import { type CitedPublication, makeItem } from './make-item.ts';

const BATCH = 250;

type Query = Static<typeof ExportQuery>;

/**
 * Sends the citations of a list in the order of the list, or of some of its publications, from one database snapshot.
 * Memory holds the ids of the list and at most 500 publications, or all of them if the request names them. Publications
 * that are cited for the first time get their cite keys.
 * @throws Problem `invalid_ids_param`, `publication_not_found`, those of `readList`; for a list also `rate_limited`
 * while another export of the user runs, and `not_ready`; and any error of `send`
 */
export async function exportCitations(db: Database, userId: number, query: Query, send: SendPart): Promise<void> {
  const { hasReading, write } = FORMATS[query.format];
  const read = (tx: Tx, ids: readonly number[]) => readCited(tx, ids, hasReading ? userId : null);
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const sendFile = async (batches: Batches<CitedPublication>) => {
    for await (const part of write(withKeys(db, userId, batches))) await send(part);
  };
  if (query.ids !== undefined) {
    const ids = readIds(query.ids, { of: 'publications in your library', max: MAX_IDS });
    // the snapshot ends before the keys are given and before the client receives anything, so these requests hold one
    // connection at most, for a moment
    const publications = await snapshot.execute(async (tx) => read(tx, await readSelected(tx, userId, query, ids)));
    return sendFile([publications]);
  }
  await limitTransfers(() =>
    snapshot.execute(async (tx) => {
      if (!(await lockExport(tx, userId))) throw exportRunning();
      const { list, sorting } = await readSorted(tx, userId, query);
      const ids = await readListedIds(tx, userId, list, sorting);
      await beginExport(tx);
      await sendFile(inBatches(ids, (batch) => read(tx, batch)));
    }),
  );
}

/** Reads the next batch while the previous one is written and sent. Ends after the last read, also of an error. */
async function* inBatches(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<CitedPublication[]>,
): AsyncGenerator<CitedPublication[]> {
  const readAt = (at: number) => {
    const reading = read(ids.slice(at, at + BATCH));
    // an error is thrown when it is this batch's turn
    reading.catch(() => undefined);
    return reading;
  };
  let next = ids.length === 0 ? null : readAt(0);
  try {
    for (let at = BATCH; next !== null; at += BATCH) {
      const publications = await next;
      next = at < ids.length ? readAt(at) : null;
      yield publications;
    }
  } finally {
    // the transaction of the reads ends afterwards
    await Promise.allSettled([next]);
  }
}

/**
 * What the request selects of the library, and in which order. The reading order is for reading: a file then has the
 * newest first.
 */
async function readSorted(tx: Tx, userId: number, query: Query): Promise<{ list: List; sorting: Sorting }> {
  const list = await readList(tx, userId, query);
  const { by, direction } = sortingOf(query);
  return { list, sorting: by === 'reading' ? { by: 'first_seen', direction: 'desc' } : { by, direction } };
}

/** The canonical publications by these ids, in the order of the list. All of them must be in the list. */
async function readSelected(tx: Tx, userId: number, query: Query, ids: readonly number[]): Promise<readonly number[]> {
  const { list, sorting } = await readSorted(tx, userId, query);
  const canonical = await findCanonical(tx, ids);
  const publicationIds = [...new Set(ids.map((id) => canonical.get(id) ?? id))];
  const selected = { ...list, condition: allOf(list.condition, { kind: 'publications', ids: publicationIds }) };
  const listed = await readListedIds(tx, userId, selected, sorting);
  if (listed.length === publicationIds.length) return listed;
  throw new Problem(
    'not_found',
    'publication_not_found',
    'Not all of these publications are in your library or in this list. Send only ids of publications that are.',
  );
}

/**
 * The items of publications, with their cite keys. `db` is not the snapshot, because keys must be kept even if the
 * client disconnects.
 */
async function* withKeys(
  db: Database,
  userId: number,
  batches: Batches<CitedPublication>,
): AsyncGenerator<KeyedItem[]> {
  for await (const publications of batches) {
    const items = new Map(publications.map((one) => [one.id, makeItem(one)]));
    const keys = await giveKeys(db, userId, items);
    yield [...items].map(([id, item]) => ({ ...item, key: keys.get(id) ?? '' }));
  }
}
