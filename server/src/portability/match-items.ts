import type { Tx } from '../platform/database/database.ts';
import { refreshDisplays } from '../publications/display.ts';
import { matchItems, matchPrivate } from '../publications/match.ts';
import { mergePrivate } from '../publications/merge.ts';
import { findCandidates } from '../publications/record-store.ts';
import * as store from './match-store.ts';
import { listExtended, savePrivate } from './private-store.ts';

const BATCH = 1000;

interface Progress {
  /** the publications that this import created */
  readonly created: Set<number>;
  /** the publications of the items of the list so far */
  readonly taken: Set<number>;
}

/**
 * Matches the staged items with publications, and saves private publications and records, in batches. Other users' imports never match. A batch has items of
 * one profile, because two of these are two publications, unless they name the same row; items of co-authors are one publication. Holds no lock for which a
 * crawl waits. Returns the publications that it created.
 */
export async function saveItems(tx: Tx, userId: number): Promise<ReadonlySet<number>> {
  await store.createMatches(tx);
  const created = new Set<number>();
  for (const list of await store.listItems(tx, userId)) {
    const progress = { created, taken: new Set<number>() };
    for (let from = 0; from < list.positions.length; from += BATCH)
      await saveBatch(tx, userId, list, list.positions.slice(from, from + BATCH), progress);
  }
  await inBatches(await listExtended(tx), (ids) => refreshDisplays(tx, ids));
  return created;
}

async function saveBatch(
  tx: Tx,
  userId: number,
  list: store.ItemList,
  positions: readonly number[],
  { created, taken }: Progress,
): Promise<void> {
  const items = await store.readItems(tx, positions);
  const keys = items.flatMap(({ digest, recordKeys }) => [digest, ...recordKeys]);
  const imported = await store.findImported(tx, userId, keys);
  const ofImports = [...imported].map(([key, candidate]) => ({ piece: `record:${key}`, candidates: [candidate] }));
  const unknown = items.filter(({ digest }) => !imported.has(digest));
  const evidence = unknown.flatMap((item) => item.evidence);
  const known = await findCandidates(tx, { profileId: list.profileId, ownerId: userId }, evidence, ofImports);
  const found = matchItems(items.map(withRecords), known, { userId, taken });
  const kept = await store.keepPublications(
    tx,
    found.filter((id) => id !== null),
  );
  const founders = new Founders();
  const matched = items.map((item, at) => {
    const id = found[at] ?? null;
    const publicationId = id !== null && kept.has(id) ? id : null;
    return {
      position: item.position,
      publicationId,
      founder: publicationId === null ? founders.find(item) : null,
      isCreated: publicationId === null || created.has(publicationId),
      hasRecord: imported.has(item.digest),
      isNamed: withRecords(item).evidence.some(
        (piece) =>
          /^(record|row):/.test(piece) &&
          known.candidates.get(piece)?.some((candidate) => candidate.publicationId === publicationId),
      ),
    };
  });
  for (const id of await store.saveMatches(tx, userId, list, matched)) {
    created.add(id);
    taken.add(id);
  }
  await savePrivate(tx, userId, positions);
}

/** The item with the keys of its record and of those that it names as evidence. */
function withRecords(item: store.Item): store.Item {
  const keys = [item.digest, ...item.recordKeys.toSorted()];
  return { ...item, evidence: [...keys.map((key) => `record:${key}`), ...item.evidence] };
}

/** Finds the item that creates the publication of a new item: itself, or one before with the same row. */
class Founders {
  readonly #byRow = new Map<string, number>();

  find({ position, evidence }: store.Item): number {
    const rows = evidence.filter((piece) => piece.startsWith('row:'));
    const founder = rows.map((row) => this.#byRow.get(row)).find((one) => one !== undefined) ?? position;
    for (const row of rows) if (!this.#byRow.has(row)) this.#byRow.set(row, founder);
    return founder;
  }
}

/**
 * Merges created publications into public ones that crawls added meanwhile, as these crawls would have done if the import had ended before. The caller shares
 * the identity lock. Returns how many were merged.
 */
export async function joinLater(
  tx: Tx,
  userId: number,
  lastRecord: number,
  created: ReadonlySet<number>,
): Promise<number> {
  let count = 0;
  for (let after = created.size > 0 ? lastRecord : Number.MAX_SAFE_INTEGER; ; ) {
    const records = await store.listRecordsAfter(tx, after, BATCH);
    if (records.length === 0) return count;
    const evidence = records.flatMap((record) => record.evidence);
    const known = await findCandidates(tx, { profileId: null, ownerId: userId }, evidence);
    const matches = matchPrivate(records, known).filter(({ privateId }) => created.has(privateId));
    await mergePrivate(tx, matches);
    count += matches.length;
    after = records.at(-1)?.id ?? after;
  }
}

/** Calls `work` with at most a thousand ids at a time. */
export async function inBatches(ids: readonly number[], work: (some: number[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) await work(ids.slice(from, from + BATCH));
}
