import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { SCHEMA_VERSION } from './contract.ts';
import { fetchIds, listTracked, lockExport, openExport, readExportHead, readItems } from './export-store.ts';
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
  const ids = idsText === undefined ? null : readIds(idsText);
  await limitTransfers(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        if (!(await lockExport(tx, userId))) throw exportRunning();
        if (ids !== null && (await listTracked(tx, userId, ids)).length < ids.length)
          throw new Problem(
            'not_found',
            'scholar_not_found',
            'You do not track all of these scholars. Send only ids of scholars that you track.',
          );
        const head = await readExportHead(tx, userId, SCHEMA_VERSION, ids);
        await openExport(tx, userId, ids);
        const readPart = async () => {
          const publicationIds = await fetchIds(tx, BATCH);
          return publicationIds.length === 0 ? null : readItems(tx, { userId, ids }, publicationIds);
        };
        let before = `${head},"publications":[`;
        for (let part = await readPart(); part !== null; ) {
          // reads the next part while the client receives this one; both must end before an error ends the transaction
          const [sent, next] = await Promise.allSettled([send(before + part), readPart()]);
          if (sent.status === 'rejected') throw sent.reason;
          if (next.status === 'rejected') throw next.reason;
          before = ',';
          part = next.value;
        }
        await send(before === ',' ? ']}' : `${before}]}`);
      }),
  );
}

function exportRunning(): Problem {
  return new Problem(
    'too_soon',
    'rate_limited',
    'Another export of your library is running. Wait until it has finished.',
    {
      retry_after_seconds: RETRY_AFTER_SECONDS,
    },
  );
}

function readIds(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  const ids = parts.map(Number);
  if (parts.every((part) => /^\d{1,15}$/.test(part)) && ids.every((id) => id > 0)) return [...new Set(ids)];
  throw new Problem(
    'malformed',
    'invalid_ids_param',
    'ids is not a valid list. Give the ids of scholars that you track, separated by commas.',
    [{ path: 'ids', message: 'must be whole numbers separated by commas' }],
  );
}
