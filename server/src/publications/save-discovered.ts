import type { Tx } from '../platform/database/database.ts';
import { displayIdentifierOf } from './identifiers.ts';
import { type DiscoveredRow, evidenceOf, matchRows, type RowMatch } from './match-rows.ts';
import { searchWords, titleKey } from './search-words.ts';
import * as store from './discovery-store.ts';

export interface DiscoveredPage {
  readonly source: string;
  readonly profileId: number;
  /** the profile's newest listing number, read under the profile's row lock, which the caller holds */
  readonly lastListingNumber: number;
  readonly rows: readonly DiscoveredRow[];
}

/**
 * Saves a page of a profile in the caller's transaction: works that are new, facts that changed, and a listing for each row. Each work
 * is one row, whoever else saves it at this moment: who has unknown rows takes the lock on identity and looks again.
 * Returns the new listing number of the profile, and whether every row was a listing before.
 */
export async function saveDiscovered(tx: Tx, page: DiscoveredPage): Promise<{ lastListingNumber: number; allKnown: boolean }> {
  const evidence = page.rows.map(evidenceOf);
  let known = await store.findKnownWorks(tx, page.source, page.profileId, evidence);
  if (page.rows.some((row) => !known.byKey.has(row.key))) {
    await store.lockIdentity(tx);
    known = await store.findKnownWorks(tx, page.source, page.profileId, evidence);
  }
  const matches = matchRows(evidence, known);
  const ids = await saveWorks(tx, page.source, matches);
  const fresh = [...new Set(ids)].filter((id) => !known.listed.has(id));
  await store.insertListings(tx, page.profileId, page.lastListingNumber, fresh);
  return { lastListingNumber: page.lastListingNumber + fresh.length, allKnown: fresh.length === 0 };
}

/** Inserts new works, updates known ones; returns each row's publication id, in the rows' order. */
async function saveWorks(tx: Tx, source: string, matches: readonly RowMatch[]): Promise<number[]> {
  const created = matches.filter((match) => match.publicationId === null);
  const newIds = await store.insertPublications(
    tx,
    created.map(({ evidence: { row, doi, identifiers } }) => ({
      title: row.title,
      title_key: titleKey(row.title),
      author_text: row.authors,
      venue_text: row.venue,
      year: row.year,
      citation_count: row.citations,
      pub_url: row.url,
      doi,
      display_identifier: displayIdentifierOf(identifiers),
      origin_key: originKey(source, row),
      words: wordsOf(row),
    })),
  );
  const idOf = new Map(created.map((match, at) => [match, newIds[at] ?? 0]));
  const ids = matches.map((match) => match.publicationId ?? idOf.get(match) ?? 0);
  const rows = matches.map((match, at) => ({ match, publicationId: ids[at] ?? 0 }));
  await store.insertSourceKeys(tx, source, rows.flatMap(({ match, publicationId }) => match.newKeys.map((key) => ({ key, publicationId }))));
  await store.insertFingerprints(tx, rows.flatMap(({ match: { newFingerprint }, publicationId }) => (newFingerprint ? [{ fingerprint: newFingerprint, publicationId }] : [])));
  const identified = rows.filter(({ match }) => match.evidence.identifiers.length > 0);
  await store.saveIdentifiers(
    tx,
    identified.flatMap(({ match: { evidence }, publicationId }) =>
      evidence.identifiers.map((identifier) => ({ ...identifier, publicationId, source, evidenceUrl: evidence.row.url })),
    ),
  );
  await updateKnown(tx, source, rows.filter(({ match }) => match.publicationId !== null));
  return ids;
}

/** A work's text is that of the row which made it; other rows fill what it lacks, so that two profiles never fight over a title. */
async function updateKnown(tx: Tx, source: string, rows: readonly { match: RowMatch; publicationId: number }[]): Promise<void> {
  const facts = await store.listFacts(tx, rows.map(({ publicationId }) => publicationId));
  const changed = rows.flatMap(({ match: { evidence: { row } }, publicationId }) => {
    const old = facts.get(publicationId);
    if (!old) return [];
    const isOrigin = old.origin_key === originKey(source, row);
    const now = {
      title: isOrigin ? row.title : old.title,
      author_text: isOrigin ? (row.authors ?? old.author_text) : (old.author_text ?? row.authors),
      venue_text: isOrigin ? (row.venue ?? old.venue_text) : (old.venue_text ?? row.venue),
      year: isOrigin ? (row.year ?? old.year) : (old.year ?? row.year),
      citation_count: isOrigin ? row.citations : Math.max(old.citation_count, row.citations),
    };
    const same = (Object.keys(now) as (keyof typeof now)[]).every((key) => now[key] === old[key]);
    const text = { title: now.title, authors: now.author_text, venue: now.venue_text };
    return same ? [] : [{ id: publicationId, ...now, title_key: titleKey(now.title), words: wordsOf(text) }];
  });
  await store.updateFacts(tx, changed);
}

function wordsOf({ title, authors, venue }: Pick<DiscoveredRow, 'title' | 'authors' | 'venue'>): string[] {
  return [...new Set(searchWords([title, authors, venue].join(' ')))];
}

function originKey(source: string, row: DiscoveredRow): string {
  return `${source}:${row.key}`;
}
