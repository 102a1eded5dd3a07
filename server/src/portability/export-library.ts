import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { SCHEMA_VERSION } from './contract.ts';
import { fetchWorks, listTracked, lockExport, openExport, readExportHead, readRecords } from './export-store.ts';
import { takeTransfer } from './take-transfer.ts';

const AT_ONCE = 500;
const TRY_AGAIN_SECONDS = 5;

/**
 * Sends a user's library, or what belongs to some of the scholars, as of one moment. Memory holds the records of a thousand works, however many there are:
 * those that the client is taking, and those that come next.
 * @throws Problem `invalid_ids_param`, `scholar_not_found`, `rate_limited` while another export of the user is under way, `not_ready`, and whatever `send` throws, which ends it
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
        if (!(await lockExport(tx, userId))) throw underWay();
        if (ids !== null && (await listTracked(tx, userId, ids)).length < ids.length)
          throw new Problem('not_found', 'scholar_not_found', 'You track no scholar with one of these ids.');
        const head = await readExportHead(tx, userId, SCHEMA_VERSION, ids);
        await openExport(tx, userId, ids);
        const readPart = async () => {
          const works = await fetchWorks(tx, AT_ONCE);
          return works.length === 0 ? null : readRecords(tx, { userId, source: GOOGLE_SCHOLAR, ids }, works);
        };
        let before = `${head},"publications":[`;
        for (let part = await readPart(); part !== null; ) {
          // the next is read while the client takes this one; both have ended before either fails
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

function underWay(): Problem {
  return new Problem('too_soon', 'rate_limited', 'Another export of yours is under way. Wait until it is done.', {
    retry_after_seconds: TRY_AGAIN_SECONDS,
  });
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
