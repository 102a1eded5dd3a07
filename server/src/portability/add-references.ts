import { listVisible } from '../library/entry-store.ts';
import type { Services } from '../platform/services.ts';
import { matchItems } from '../publications/match.ts';
import { findCandidates } from '../publications/record-store.ts';
import { type FoundReference, findReferences } from './find-references.ts';
import { importLibrary } from './import-library.ts';
import { type ImportedPublication, readPublication } from './import-record.ts';
import { findImported } from './match-store.ts';
import type { Preview, Result } from './reference-contract.ts';
import { itemOf } from './reference-item.ts';

/** How long the sources of one request may take together. */
const WITHIN_MS = 60_000;

/**
 * Looks references up, and adds the publications that they name to the user's library, as an import without scholars
 * does: they are matched with what is known, and stay whoever is tracked. With `isDryRun` nothing is added.
 * @throws Problem `import_in_progress`, `not_ready`
 */
export async function addReferences(
  services: Services,
  userId: number,
  texts: readonly string[],
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Result[]> {
  const found = await findReferences(services, texts, AbortSignal.timeout(WITHIN_MS));
  const items = found.map(({ record, identifiers }) => (record ? itemOf(record, identifiers) : null));
  const origin = new URL(services.config.googleScholar.baseUrl).origin;
  const read = items.map((item) => {
    const reading = item && readPublication(item, origin);
    return reading && 'record' in reading ? reading.record : null;
  });
  const before = await findKnown(services, userId, read);
  const publications = items.filter((item) => item !== null);
  if (!isDryRun && publications.length > 0) {
    const file = JSON.stringify({ schema_version: 1, scholars: [], publications });
    await importLibrary(services, userId, bytesOf(file), { isDryRun: false });
  }
  const after = isDryRun ? before : await findKnown(services, userId, read);
  return texts.map((reference, at) => {
    const [one, publication] = [found[at] as FoundReference, read[at] ?? null];
    const ids = { before: before[at] ?? null, after: after[at] ?? null };
    return {
      reference,
      status: statusOf(one, publication !== null, ids, isDryRun),
      publication_id: ids.after,
      publication: publication && previewOf(publication),
      candidates: one.candidates.flatMap((record) => {
        const reading = readPublication(itemOf(record, []), origin);
        return 'record' in reading ? [previewOf(reading.record)] : [];
      }),
      tried: [...one.tried],
    };
  });
}

function statusOf(
  { isUnfinished }: FoundReference,
  isFound: boolean,
  ids: { readonly before: number | null },
  isDryRun: boolean,
): Result['status'] {
  if (!isFound) return isUnfinished ? 'unavailable' : 'not_found';
  if (ids.before !== null) return 'known';
  return isDryRun ? 'found' : 'added';
}

/** The publications of items that the user's library shows, as an import would match them. */
async function findKnown(
  { db }: Pick<Services, 'db'>,
  userId: number,
  items: readonly (ImportedPublication | null)[],
): Promise<(number | null)[]> {
  return db.transaction().execute(async (tx) => {
    const wanted = items.flatMap((item) => (item ? [item] : []));
    const imported = await findImported(
      tx,
      userId,
      wanted.map(({ record }) => record.key),
    );
    const known = await findCandidates(
      tx,
      { profileId: null, ownerId: userId },
      wanted.flatMap(({ evidence }) => evidence),
    );
    const canonical = new Map(
      [...known.candidates.values(), [...imported.values()]].flat().map((one) => [one.publicationId, one.canonicalId]),
    );
    // each alone, because a list may name a publication twice
    const ids = items.map((item) => {
      if (item === null) return null;
      const own = imported.get(item.record.key)?.publicationId;
      const [match = null] = own === undefined ? matchItems([item], known, { userId, taken: new Set() }) : [own];
      return match === null ? null : (canonical.get(match) ?? null);
    });
    const visible = await listVisible(
      tx,
      userId,
      ids.flatMap((id) => id ?? []),
    );
    return ids.map((id) => (id !== null && visible.has(id) ? id : null));
  });
}

function previewOf({ record, doi }: ImportedPublication): Preview {
  const { title, authors, venue, year, url } = record;
  return { title, author_text: authors, venue_text: venue, year, doi, pub_url: url };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
