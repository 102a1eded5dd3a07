import type { Tx } from '../platform/database/database.ts';
import { absorbTwins } from './absorb-twins.ts';
import { type Adoption, adoptImported } from './adopt-imported.ts';
import * as store from './discovery-store.ts';
import { disownImports } from './disown-imports.ts';
import { findChanges, type KnownRow, originKey } from './facts.ts';
import { foundBy } from './found-by.ts';
import { insertIdentifiers, listNewIdentifiers, showBestIdentifiers } from './identifier-store.ts';
import { displayIdentifierOf, type Identifier } from './identifiers.ts';
import { isOnlyImported } from './imported.ts';
import * as imported from './imported-store.ts';
import { type DiscoveredRow, evidenceOf, type KnownWorks, matchRows, type RowEvidence } from './match-rows.ts';
import { searchWords, titleKey } from './search-words.ts';
import { storableRow } from './storable-row.ts';

export interface DiscoveredPage {
  readonly source: string;
  readonly profileId: number;
  /** the profile's newest listing number, read under the profile's row lock, which the caller holds */
  readonly lastListingNumber: number;
  readonly rows: readonly DiscoveredRow[];
  /** whose library is to get the listings after a number in the same transaction */
  readonly reader?: { readonly userId: number; readonly afterListing: number };
}

export interface NewWork {
  readonly id: number;
  readonly title: string;
  readonly year: number | null;
  readonly authorText: string | null;
  readonly identifiers: readonly Identifier[];
}

export interface SavedPage {
  /** the number of the profile's newest listing */
  readonly lastListed: number;
  /** the highest number among the listings of this page's rows */
  readonly highestListed: number;
  /** works that no source knew before */
  readonly newWorks: readonly NewWork[];
  /** works that are others than imports said: all that was found for what these said is to be forgotten */
  readonly takenOver: readonly number[];
  /** works of which an import said something that is gone: they are to be searched for anew */
  readonly misled: readonly number[];
}

/**
 * Saves a page of a profile in the caller's transaction: works that are new, facts that changed, and a listing for each row. Each work
 * is one row, whoever else saves it at this moment: who has unknown keys takes the lock on identity and looks again.
 */
export async function saveDiscovered(tx: Tx, page: DiscoveredPage): Promise<SavedPage> {
  // a page that shows one row twice shows one work
  const rows = new Map(page.rows.toReversed().map((row) => [row.key, row]));
  const evidence = [...rows.values()].reverse().map((row) => evidenceOf(storableRow(row)));
  const keys = evidence.flatMap(({ row }) => (row.workKey === null ? [row.key] : [row.key, row.workKey]));
  let byKey = await store.findWorksByKey(tx, page.source, keys);
  if (!keys.every((key) => byKey.has(key))) {
    await store.lockIdentity(tx);
    byKey = await store.findWorksByKey(tx, page.source, keys);
  }
  let known = await store.findKnownWorks(tx, page.profileId, evidence, byKey);
  const isUnlisted = ({ row }: RowEvidence) => {
    const id = byKey.get(row.key);
    return id !== undefined && !known.listed.has(id);
  };
  if (evidence.some(isUnlisted)) {
    // its listing was taken away: while it gets another, it must not be merged
    await store.lockIdentity(tx);
    byKey = await store.findWorksByKey(tx, page.source, keys);
    known = await store.findKnownWorks(tx, page.profileId, evidence, byKey);
  }
  const adoption = await adoptImported(tx, page, matchRows(evidence, known));
  const { matches } = adoption;
  const { ids, takenOver, absorbed, misled } = await saveWorks(tx, page, { ...adoption, knownWorks: known });
  const fresh = [...new Set(ids)].filter((id) => !known.listed.has(id));
  await store.insertListings(tx, page.profileId, page.lastListingNumber, fresh);
  const lastListed = page.lastListingNumber + fresh.length;
  const numbers = ids.map((id) => known.listed.get(id) ?? lastListed);
  const newWorks = matches.flatMap(({ publicationId, evidence: { row, identifiers } }, at) =>
    publicationId === null || takenOver.has(publicationId)
      ? { id: ids[at] ?? 0, title: row.title, year: row.year, authorText: row.authors, identifiers }
      : [],
  );
  return {
    lastListed,
    highestListed: Math.max(0, ...numbers),
    newWorks,
    takenOver: [...takenOver, ...absorbed],
    misled,
  };
}

/**
 * Inserts new works, updates known ones; returns each row's publication id, in the rows' order. What imports said is gone of works that nothing but
 * they knew (`takenOver`), of those that are no works of their own any more (`absorbed`), and where a row says another identifier (`misled`).
 */
async function saveWorks(
  tx: Tx,
  page: DiscoveredPage,
  { matches, ledBy, twins, knownWorks }: Adoption & { readonly knownWorks: KnownWorks },
): Promise<{ ids: number[]; takenOver: ReadonlySet<number>; absorbed: readonly number[]; misled: readonly number[] }> {
  const { source } = page;
  const created = matches.filter((match) => match.publicationId === null);
  const newIds = await store.insertPublications(
    tx,
    created.map(({ evidence: { row, doi, identifiers } }) => ({
      title: row.title,
      title_key: titleKey(row.title),
      author_text: row.authors,
      venue_text: row.venue,
      year: row.year,
      citation_count: row.citations ?? 0,
      pub_url: row.url,
      doi,
      display_identifier: displayIdentifierOf(identifiers),
      origin_key: originKey(source, row),
      words: wordsOf(row),
    })),
  );
  const idOf = new Map(created.map((match, at) => [match, newIds[at] ?? 0]));
  const saved = matches.map((match) => ({
    ...match,
    id: match.publicationId ?? idOf.get(match) ?? 0,
    foundBy: foundBy(source, match, knownWorks) ?? ledBy.get(match.publicationId ?? 0) ?? null,
  }));
  const keys = saved.flatMap(({ id, newKeys, foundBy }) => newKeys.map((key) => ({ key, publicationId: id, foundBy })));
  await store.insertSourceKeys(tx, source, keys);
  const fingerprints = saved.flatMap(({ id, newFingerprint, foundBy }) =>
    newFingerprint ? [{ fingerprint: newFingerprint, publicationId: id, foundBy }] : [],
  );
  await store.insertFingerprints(tx, fingerprints);
  const found = saved.flatMap(({ id, foundBy, evidence: { row, identifiers } }) =>
    identifiers.map((identifier) => ({ ...identifier, publicationId: id, source, evidenceUrl: row.url, foundBy })),
  );
  const identifiers = await listNewIdentifiers(tx, found);
  const known = saved.filter(({ publicationId }) => publicationId !== null);
  const identified = new Set(identifiers.map(({ publicationId }) => publicationId));
  const knownIds = known.map(({ id }) => id);
  const toShow = knownIds.filter((id) => identified.has(id));
  const absorbed = twins.map(({ id, match }) => {
    const into = saved[matches.indexOf(match)]?.id ?? 0;
    const isWinner = knownWorks.merged.has(into) || ledBy.has(into);
    return { id, into, foundBy: isWinner ? `${source} ${match.evidence.row.key}` : null };
  });
  const filled = page.reader
    ? await imported.listFilled(tx, knownIds, { ...page.reader, profileId: page.profileId })
    : [];
  const takenOver = await updateFacts(
    tx,
    source,
    known.map(({ id, evidence: { row } }) => ({ row, publicationId: id })),
    [...toShow, ...filled, ...absorbed.flatMap(({ id, into }) => [id, into])],
  );
  const contradicted = await imported.listContradictedImports(tx, identifiers);
  const misled = new Set(contradicted.filter((id) => !takenOver.has(id)));
  await imported.deleteLearned(tx, [...misled]);
  if (takenOver.size > 0) {
    await imported.clearImported(
      tx,
      saved.flatMap(({ id, evidence: { row } }) => (takenOver.has(id) ? { id, url: row.url } : [])),
    );
    const rest = identifiers.filter(({ publicationId }) => !takenOver.has(publicationId));
    const anew = await listNewIdentifiers(
      tx,
      found.filter(({ publicationId }) => takenOver.has(publicationId)),
    );
    await insertIdentifiers(tx, [...rest, ...anew]);
  } else await insertIdentifiers(tx, identifiers);
  await showBestIdentifiers(tx, [...new Set([...toShow, ...takenOver])]);
  if (absorbed.length > 0) {
    await absorbTwins(tx, absorbed, page.reader?.userId ?? null);
    for (const id of await disownImports(tx, [...new Set(absorbed.map(({ into }) => into))])) misled.add(id);
  }
  return { ids: saved.map(({ id }) => id), takenOver, absorbed: absorbed.map(({ id }) => id), misled: [...misled] };
}

/**
 * Writes what a page changes in known works, and locks these and `toLock`. What changes is found twice, the second time behind the lock:
 * a crawl that changes nothing locks nothing, and one that does overwrites nothing that another wrote meanwhile. Returns those of the rows' works that
 * nothing but imports knew.
 */
async function updateFacts(
  tx: Tx,
  source: string,
  rows: readonly KnownRow[],
  toLock: readonly number[],
): Promise<Set<number>> {
  const seen = await store.listFacts(
    tx,
    rows.map(({ publicationId }) => publicationId),
  );
  const changing = findChanges(source, rows, seen).keys();
  const locked = await store.listFacts(tx, [...new Set([...changing, ...toLock])], { lock: true });
  const changed = [...findChanges(source, rows, locked)].map(([id, facts]) => {
    const text = { title: facts.title, authors: facts.author_text, venue: facts.venue_text };
    return { id, ...facts, title_key: titleKey(facts.title), words: wordsOf(text) };
  });
  await store.updateFacts(tx, changed);
  const own = new Set(rows.map(({ publicationId }) => publicationId));
  return new Set([...locked].flatMap(([id, facts]) => (own.has(id) && isOnlyImported(facts) ? id : [])));
}

function wordsOf({ title, authors, venue }: Pick<DiscoveredRow, 'title' | 'authors' | 'venue'>): string[] {
  return [...new Set(searchWords([title, authors, venue].join(' ')))];
}
