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
import { FORMATS, type Format } from './formats.ts';
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
  const writer = { db, userId, format: FORMATS[query.format] };
  const { head, separator, tail } = writer.format;
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  if (query.ids !== undefined) {
    const ids = readIds(query.ids, { of: 'publications in your library', max: MAX_IDS });
    // the snapshot ends before the keys are given and before the client receives anything, so these requests hold one
    // connection at most, for a moment
    const publications = await snapshot.execute(async (tx) =>
      readCited(tx, await readSelected(tx, userId, query, ids)),
    );
    return send(head + (await writeItems(writer, publications)) + tail);
  }
  await limitTransfers(() =>
    snapshot.execute(async (tx) => {
      if (!(await lockExport(tx, userId))) throw exportRunning();
      const { list, sorting } = await readSorted(tx, userId, query);
      const ids = await readListedIds(tx, userId, list, sorting);
      await beginExport(tx);
      const readAt = (at: number) => readCited(tx, ids.slice(at, at + BATCH));
      let publications = await readAt(0);
      let before = head;
      for (let at = BATCH; publications.length > 0; at += BATCH) {
        const sendItems = async () => send(before + (await writeItems(writer, publications)));
        // reads the next publications while the client receives these; both must end before an error ends the
        // transaction
        const [sent, next] = await Promise.allSettled([sendItems(), readAt(at)]);
        if (sent.status === 'rejected') throw sent.reason;
        if (next.status === 'rejected') throw next.reason;
        before = separator;
        publications = next.value;
      }
      await send(ids.length === 0 ? head + tail : tail);
    }),
  );
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

interface Writer {
  /** not the snapshot, because keys must be kept even if the client disconnects */
  readonly db: Database;
  readonly userId: number;
  readonly format: Format;
}

/** The publications in the format, with their cite keys. */
async function writeItems({ db, userId, format }: Writer, publications: readonly CitedPublication[]): Promise<string> {
  const items = new Map(publications.map((one) => [one.id, makeItem(one)]));
  const keys = await giveKeys(db, userId, items);
  return [...items].map(([id, item]) => format.write({ ...item, key: keys.get(id) ?? '' })).join(format.separator);
}
