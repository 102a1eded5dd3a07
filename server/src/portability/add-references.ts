import { limitConcurrency } from '../platform/limit-concurrency.ts';
import type { Services } from '../platform/services.ts';
import { matchItems } from '../publications/match.ts';
import { findCandidates } from '../publications/record-store.ts';
import { listShown } from './added-store.ts';
import { type FoundReference, findReferences } from './find-references.ts';
import { importLibrary } from './import-library.ts';
import { type ImportedPublication, readPublication } from './import-record.ts';
import { findImported } from './match-store.ts';
import type { Fields, ImportItems } from './payload-reader.ts';
import type { Preview, Result } from './reference-contract.ts';
import { itemOf } from './reference-item.ts';

/** How long the sources of one request may take together. */
const WITHIN_MS = 45_000;

/** Each may read six pages of 2 MB at a time. */
const limitLookups = limitConcurrency({
  running: 2,
  waiting: 20,
  refusal: 'Too many papers are being looked up. Try again in a few seconds.',
});

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
  const found = await limitLookups(() => findReferences(services, texts, AbortSignal.timeout(WITHIN_MS)));
  const items = found.map(({ record, identifiers }) => (record ? itemOf(record, identifiers) : null));
  const origin = new URL(services.config.googleScholar.baseUrl).origin;
  const read = items.map((item) => {
    const reading = item && readPublication(item, origin);
    return reading && 'record' in reading ? reading.record : null;
  });
  const before = await findKnown(services, userId, read);
  const publications = items.filter((item) => item !== null);
  if (!isDryRun && publications.length > 0)
    await importLibrary(services, userId, itemsOf(publications), { isDryRun: false });
  const after = isDryRun ? before : await findKnown(services, userId, read);
  return texts.map((reference, at) => {
    const [one, publication] = [found[at] as FoundReference, read[at] ?? null];
    return {
      reference,
      status: statusOf(one, publication !== null, before[at]?.isAdded === true, isDryRun),
      publication_id: after[at]?.id ?? null,
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
  isAdded: boolean,
  isDryRun: boolean,
): Result['status'] {
  if (!isFound) return isUnfinished ? 'unavailable' : 'not_found';
  if (isAdded) return 'known';
  return isDryRun ? 'found' : 'added';
}

/**
 * The publications of items that the user's library shows, as an import would match them, and whether the user added
 * them.
 */
async function findKnown(
  { db }: Pick<Services, 'db'>,
  userId: number,
  items: readonly (ImportedPublication | null)[],
): Promise<({ readonly id: number; readonly isAdded: boolean } | null)[]> {
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
    const found = matchItems(wanted, known, { userId, taken: null });
    const ids = items.map((item) => {
      const match = item && (imported.get(item.record.key)?.publicationId ?? found[wanted.indexOf(item)] ?? null);
      return match === null ? null : (canonical.get(match) ?? null);
    });
    const shown = await listShown(
      tx,
      userId,
      ids.flatMap((id) => id ?? []),
    );
    return ids.map((id) => {
      const isAdded = id === null ? undefined : shown.get(id);
      return id === null || isAdded === undefined ? null : { id, isAdded };
    });
  });
}

function previewOf({ record, doi }: ImportedPublication): Preview {
  const { title, authors, venue, year, url } = record;
  return { title, author_text: authors, venue_text: venue, year, doi, pub_url: url };
}

async function* itemsOf(publications: readonly Fields[]): ImportItems {
  yield publications.map((value, position) => ({
    list: 'publications',
    position,
    place: `publications[${position}]`,
    value,
  }));
  return {};
}
