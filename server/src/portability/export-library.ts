import { setImmediate as afterOtherWork } from 'node:timers/promises';
import { readSourceIds } from '../library/scholar-name-store.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { readIds } from '../platform/http/ids-in-query.ts';
import { SCHEMA_VERSION } from './contract.ts';
import { beginExport, type ExportedEntry, lockExport, readEntries, readExportHead } from './export-store.ts';
import { limitTransfers } from './limit-transfers.ts';

const BATCH = 500;
const RETRY_AFTER_SECONDS = 5;

/**
 * Sends a user's library, or the part of some scholars, from one database snapshot. Memory holds the items of at most a thousand publications:
 * those that the client is receiving, and the next ones.
 * @throws Problem `invalid_ids_param`, `scholar_not_found`, `rate_limited` while another export of the user runs, `not_ready`; and any error of `send`
 */
export async function exportLibrary(
  db: Database,
  userId: number,
  idsText: string | undefined,
  send: (json: string) => Promise<void>,
): Promise<void> {
  const ids = idsText === undefined ? null : readIds(idsText, { of: 'scholars that you track' });
  await limitTransfers(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        if (!(await lockExport(tx, userId))) throw exportRunning();
        const sourceIds = await readSourceIds(tx, userId, ids);
        if (ids !== null && sourceIds.size < ids.length)
          throw new Problem(
            'not_found',
            'scholar_not_found',
            'You do not track all of these scholars. Send only ids of scholars that you track.',
          );
        const head = await readExportHead(tx, userId, SCHEMA_VERSION, ids);
        await beginExport(tx);
        let before = `${head},"publications":[`;
        for (const list of ['listed', 'rejected'] as const) {
          const readAfter = (after: number) => readEntries(tx, { userId, ids }, { list, after, limit: BATCH });
          for (let entries = await readAfter(0); entries.length > 0; ) {
            const sendEntries = async () => {
              // after the query has been sent, so that PostgreSQL works while this process makes the text
              await afterOtherWork();
              await send(before + entries.flatMap((entry) => itemsOf(entry, sourceIds)).join());
            };
            // reads the next entries while the client receives these; both must end before an error ends the transaction
            const reading = readAfter(entries.at(-1)?.entry_number ?? 0);
            const [sent, next] = await Promise.allSettled([sendEntries(), reading]);
            if (sent.status === 'rejected') throw sent.reason;
            if (next.status === 'rejected') throw next.reason;
            before = ',';
            entries = next.value;
          }
        }
        await send(before === ',' ? ']}' : `${before}]}`);
      }),
  );
}

/** The items of an entry as JSON: one for each of its exported scholars. A favorite that no tracked scholar accounts for has one without a scholar. */
function itemsOf({ scholar_ids, json }: ExportedEntry, sourceIds: ReadonlyMap<number, string>): string[] {
  const ofScholars = scholar_ids.flatMap((id) => sourceIds.get(id) ?? []);
  const rest = json.slice(1);
  return (ofScholars.length > 0 ? ofScholars : [null]).map((id) => `{"scholar_id":${JSON.stringify(id)},${rest}`);
}

/** The refusal while another export of the user runs. */
export function exportRunning(): Problem {
  return new Problem(
    'too_soon',
    'rate_limited',
    'Another export of your library is running. Wait until it has finished.',
    {
      retry_after_seconds: RETRY_AFTER_SECONDS,
    },
  );
}
