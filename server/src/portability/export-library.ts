import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { SCHEMA_VERSION } from './contract.ts';
import { fetchRecords, listTracked, openExport, readExportHead } from './export-store.ts';
import { takeTransfer } from './take-transfer.ts';

const AT_ONCE = 1000;

/**
 * Sends a user's library, or what belongs to some of the scholars, as of one moment. Memory holds a thousand records, however many there are.
 * @throws Problem `invalid_ids_param`, `scholar_not_found`, `not_ready`, and whatever `send` throws, which ends it
 */
export async function exportLibrary(
  db: Database,
  userId: number,
  idsText: string | undefined,
  send: (json: string) => Promise<void>,
): Promise<void> {
  const ids = idsText === undefined ? null : readIds(idsText);
  await takeTransfer(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        if (ids !== null && (await listTracked(tx, userId, ids)).length < ids.length)
          throw new Problem('not_found', 'scholar_not_found', 'You track no scholar with one of these ids.');
        const head = await readExportHead(tx, userId, SCHEMA_VERSION, ids);
        await openExport(tx, userId, GOOGLE_SCHOLAR, ids);
        let before = `${head},"publications":[`;
        for (;;) {
          const records = await fetchRecords(tx, AT_ONCE);
          if (records.length === 0) break;
          await send(before + records.join(','));
          before = ',';
        }
        await send(before === ',' ? ']}' : `${before}]}`);
      }),
  );
}

function readIds(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  const ids = parts.map(Number);
  if (parts.every((part) => /^\d{1,15}$/.test(part)) && ids.every((id) => id > 0)) return [...new Set(ids)];
  throw new Problem(
    'malformed',
    'invalid_ids_param',
    'ids must be ids of scholars that you track, with commas between.',
    [{ path: 'ids', message: 'must be whole numbers with commas between' }],
  );
}
