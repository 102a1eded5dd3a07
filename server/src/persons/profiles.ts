import type { Static } from 'typebox';
import { isTracked } from '../library/library-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { DecisionBody, ProfileList } from './contract.ts';
import { type AuthorIdRow, listAuthorIds, saveDecision } from './store.ts';

/** An author id is confirmed without a user if this many publications list it, and this share of those that list any. */
const STRONG = { listed: 5, share: 0.8 };

const ADDRESSES = { openalex: 'https://openalex.org/', orcid: 'https://orcid.org/' };

/**
 * The profiles of a scholar at other sources, as the user sees them.
 * @throws Problem `scholar_not_found`
 */
export async function getProfiles(
  db: Database,
  userId: number,
  scholarId: number,
): Promise<Static<typeof ProfileList>> {
  if (!(await isTracked(db, userId, scholarId))) throw scholarNotFound();
  const rows = await listAuthorIds(db, userId, scholarId);
  return {
    profiles: rows.map((row) => ({
      source: row.source,
      id: row.id,
      url: `${ADDRESSES[row.source]}${row.id}`,
      name: row.name,
      state: row.decision ?? (isConfirmed(row) ? 'confirmed' : 'suggested'),
      decision: row.decision,
      listed_count: row.listed_count,
      publication_count: row.publication_count,
    })),
  };
}

/**
 * Confirms or rejects a profile for this user, or takes that back. Returns all profiles of the scholar.
 * @throws Problem `scholar_not_found`, `profile_not_found`
 */
export async function decideProfile(
  db: Database,
  userId: number,
  scholarId: number,
  { source, id, decision }: Static<typeof DecisionBody>,
): Promise<Static<typeof ProfileList>> {
  const isFound = await saveDecision(db, userId, { scholarId, source, id }, decision);
  const profiles = await getProfiles(db, userId, scholarId);
  if (!isFound)
    throw new Problem(
      'not_found',
      'profile_not_found',
      'This profile is not suggested for the scholar. Send the source and id of one that is listed.',
    );
  return profiles;
}

/** If publications of another tracked profile list the id, too, the source may have mixed up two people of one name. Then users decide. */
function isConfirmed({ listed_count, publication_count, is_shared }: AuthorIdRow): boolean {
  return !is_shared && listed_count >= STRONG.listed && listed_count >= STRONG.share * publication_count;
}
