import { findColumns } from '../names/columns.ts';
import { normalizeTitle } from '../names/fingerprint.ts';
import type { Tx } from '../platform/database/database.ts';
import { groupBy } from '../platform/group-by.ts';
import { refreshDisplays } from '../publications/display.ts';
import { readShown } from '../publications/display-store.ts';
import { isIdentifierPiece, matchItems } from '../publications/match.ts';
import { findCandidates } from '../publications/record-store.ts';
import { readStages, saveStages } from '../publications/stages.ts';
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
 * Matches the staged items with publications, and saves private publications and records, in batches. Other users'
 * imports never match. A batch has items of one profile, because two of these are two publications, unless they name
 * the same row; items of co-authors are one publication. Holds no lock for which a crawl waits. Returns the
 * publications that it created.
 */
export async function saveItems(tx: Tx, userId: number): Promise<ReadonlySet<number>> {
  await setColumnsApart(tx);
  await store.createMatches(tx);
  const created = new Set<number>();
  for (const list of await store.listItems(tx, userId)) {
    const progress = { created, taken: new Set<number>() };
    for (let from = 0; from < list.positions.length; from += BATCH)
      await saveBatch(tx, userId, list, list.positions.slice(from, from + BATCH), progress);
  }
  await refreshInBatches(tx, await listExtended(tx));
  const ids = [...created];
  for (let from = 0; from < ids.length; from += BATCH)
    await saveStages(tx, [...(await readStages(tx, await readShown(tx, ids.slice(from, from + BATCH)))).values()]);
  return created;
}

/**
 * Lets staged items of columns match only by keys and identifiers, because the entries of a column are different
 * publications of one title.
 */
async function setColumnsApart(tx: Tx): Promise<void> {
  const items = await store.listRepeatedItems(tx);
  const positions = [...groupBy(items, ({ scholar }) => scholar).values()].flatMap((list) => {
    const columns = findColumns(list);
    return list.filter(({ title }) => columns.has(normalizeTitle(title))).map(({ position }) => position);
  });
  await store.removeFingerprints(tx, positions);
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
  const named = await store.findNamed(
    tx,
    userId,
    items.flatMap(({ publicationId }) => publicationId ?? []),
  );
  const certain = [
    ...named.map((one) => ({ piece: `publication:${one.publicationId}`, candidates: [one] })),
    ...[...imported].map(([key, candidate]) => ({ piece: `record:${key}`, candidates: [candidate] })),
  ];
  const unknown = items.filter(({ digest }) => !imported.has(digest));
  const evidence = unknown.flatMap((item) => item.evidence);
  const known = await findCandidates(tx, { profileId: list.profileId, ownerId: userId }, evidence, certain);
  const hasProfile = list.profileId !== null;
  const found = matchItems(items.map(withRecords), known, { userId, taken: hasProfile ? taken : null });
  // the record of an earlier import keeps its publication
  const toKeep = items.flatMap(({ digest }, at) => (imported.has(digest) ? [] : (found[at] ?? [])));
  const kept = await store.keepPublications(tx, toKeep);
  const founders = new Founders(hasProfile);
  const matched = items.map((item, at) => {
    const id = found[at] ?? null;
    const hasRecord = imported.has(item.digest);
    const publicationId = id !== null && (hasRecord || kept.has(id)) ? id : null;
    return {
      position: item.position,
      publicationId,
      founder: publicationId === null ? founders.find(item) : null,
      isCreated: publicationId === null || created.has(publicationId),
      hasRecord,
      isNamed: withRecords(item).evidence.some(
        (piece) =>
          /^(publication|record|row):/.test(piece) &&
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

/** Recomputes what publications show. Their ids are in order, so that they are locked in order. */
export async function refreshInBatches(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  for (let from = 0; from < publicationIds.length; from += BATCH)
    await refreshDisplays(tx, publicationIds.slice(from, from + BATCH));
}

/** The item with the publication, the keys of its record, and those that it names, as evidence. */
function withRecords(item: store.Item): store.Item {
  const keys = [item.digest, ...item.recordKeys.toSorted()];
  const named = item.publicationId === null ? [] : [`publication:${item.publicationId}`];
  return { ...item, evidence: [...named, ...keys.map((key) => `record:${key}`), ...item.evidence] };
}

/**
 * Finds the item that creates the publication of a new item: itself, or one before with the same row. Items without a
 * profile also share an identifier, because two of them may be one publication.
 */
class Founders {
  readonly #byPiece = new Map<string, number>();
  readonly #isShared: (piece: string) => boolean;

  constructor(hasProfile: boolean) {
    this.#isShared = (piece) => piece.startsWith('row:') || (!hasProfile && isIdentifierPiece(piece));
  }

  find({ position, evidence }: store.Item): number {
    const shared = evidence.filter(this.#isShared);
    const founder = shared.map((piece) => this.#byPiece.get(piece)).find((one) => one !== undefined) ?? position;
    for (const piece of shared) if (!this.#byPiece.has(piece)) this.#byPiece.set(piece, founder);
    return founder;
  }
}
