import { setImmediate as afterOtherWork } from 'node:timers/promises';
import { readSourceIds } from '../library/scholar-name-store.ts';
import type { Database } from '../platform/database/database.ts';
import { isDatabaseUnavailable } from '../platform/database/database-errors.ts';
import { Problem } from '../platform/errors.ts';
import { readIds } from '../platform/http/shapes.ts';
import { SCHEMA_VERSION } from './contract.ts';
import {
  beginExport,
  type ExportedEntry,
  type ExportPart,
  listParts,
  lockExport,
  readBeside,
  readEntries,
  readExportHead,
  shareSnapshot,
} from './export-store.ts';
import { limitTransfers, MAX_BYTES } from './transfer-limits.ts';

const BATCH = 500;
/** for the end of a file */
const ROOM_BYTES = 10;
const RETRY_AFTER_SECONDS = 5;

/** How an export becomes several files, each complete in itself. */
export interface FileSplit {
  /** how many publications a file may have */
  readonly maxItems: number;
  /** Ends the file. What is sent from now on belongs to the next one. */
  beginNext(): Promise<void>;
}

/**
 * Sends a user's library, or the part of some scholars, from one database snapshot. Two connections read it, the second
 * only while it reads a part, so that a slow client holds one. If there is no second one, the first reads all the rest.
 * Memory holds the items of at most 1,500 publications: those that the client is receiving, and the next ones. With
 * `split`, a library that is larger than an import accepts becomes several files, which have the same scholars, views
 * and rules.
 * @throws Problem `invalid_ids_param`, `scholar_not_found`, `rate_limited` while another export of the user runs,
 * `not_ready`; and any error of `send`
 */
export async function exportLibrary(
  db: Database,
  userId: number,
  idsText: string | undefined,
  send: (json: string) => Promise<void>,
  split: FileSplit | null = null,
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
        const files = new ExportFiles(`${head},"publications":[`, send, split);
        const snapshot = await shareSnapshot(tx);
        const of = { userId, ids };
        const parts = [...(await listParts(tx, of, 'listed', BATCH)), ...(await listParts(tx, of, 'rejected', BATCH))];
        let isAlone = false;
        const readPart = async (part: ExportPart, at: number): Promise<ExportedEntry[]> => {
          if (at % 2 === 0 || isAlone) return readEntries(tx, of, part);
          try {
            return await readBeside(db, snapshot, (beside) => readEntries(beside, of, part));
          } catch (error) {
            if (!(error instanceof Error && isDatabaseUnavailable(error))) throw error;
            // exports that wait for each other's connections would all be cut off
            isAlone = true;
            return readEntries(tx, of, part);
          }
        };
        for await (const entries of readAhead(parts, readPart)) {
          // after the query has been sent, so that PostgreSQL works while this process makes the text
          await afterOtherWork();
          await files.add(entries.flatMap((entry) => itemsOf(entry, sourceIds)));
        }
        await files.end();
      }),
  );
}

/**
 * The entries of each part, in order, while the next two parts are read. Ends when nothing is read any more, because an
 * error ends the transaction.
 */
async function* readAhead(
  parts: readonly ExportPart[],
  read: (part: ExportPart, at: number) => Promise<ExportedEntry[]>,
): AsyncGenerator<ExportedEntry[]> {
  const reading: Promise<ExportedEntry[]>[] = [];
  const begin = (at: number) => {
    const part = parts[at];
    if (part === undefined) return;
    const entries = read(part, at);
    // an error is thrown when its part is due
    entries.catch(() => undefined);
    reading[at % 2] = entries;
  };
  try {
    begin(0);
    begin(1);
    for (const at of parts.keys()) {
      const entries = (await reading[at % 2]) ?? [];
      begin(at + 2);
      yield entries;
    }
  } finally {
    await Promise.allSettled(reading);
  }
}

/** Writes items after a head, and begins another file before one becomes too large. */
class ExportFiles {
  readonly #head: string;
  readonly #send: (json: string) => Promise<void>;
  readonly #split: FileSplit | null;
  /** of the current file */
  #items = 0;
  #bytes = 0;

  constructor(head: string, send: (json: string) => Promise<void>, split: FileSplit | null) {
    this.#head = head;
    this.#send = send;
    this.#split = split;
  }

  async add(items: readonly string[]): Promise<void> {
    const text = items.join();
    const bytes = Buffer.byteLength(text);
    const isFull = (split: FileSplit) => this.#items + items.length > split.maxItems || this.#bytes + bytes > MAX_BYTES;
    if (this.#split && this.#items > 0 && isFull(this.#split)) {
      await this.end();
      await this.#split.beginNext();
      this.#items = 0;
    }
    const before = this.#items > 0 ? ',' : this.#head;
    this.#bytes = (this.#items > 0 ? this.#bytes : ROOM_BYTES + Buffer.byteLength(this.#head)) + bytes + 1;
    this.#items += items.length;
    await this.#send(before + text);
  }

  async end(): Promise<void> {
    await this.#send(this.#items > 0 ? ']}' : `${this.#head}]}`);
  }
}

/**
 * The items of an entry as JSON: one for each of its exported scholars, and one without a scholar if the user added it,
 * or if it is a favorite that no tracked scholar accounts for.
 */
function itemsOf({ scholar_ids, is_added, json }: ExportedEntry, sourceIds: ReadonlyMap<number, string>): string[] {
  const ofScholars = scholar_ids.flatMap((id) => sourceIds.get(id) ?? []);
  const rest = json.slice(1);
  return (ofScholars.length > 0 && !is_added ? ofScholars : [...ofScholars, null]).map(
    (id) => `{"scholar_id":${JSON.stringify(id)},${rest}`,
  );
}

export function exportRunning(): Problem {
  return new Problem(
    'too_soon',
    'rate_limited',
    'Another export of your library is running. Wait until it has finished.',
    { retry_after_seconds: RETRY_AFTER_SECONDS },
  );
}
