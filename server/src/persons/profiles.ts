import { attachProfile, detachProfile } from '../crawling/track-scholar.ts';
import { isTracked } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { lockScholar } from '../scholars/store.ts';
import type { AuthorId, AuthorSource } from '../sources/author-list.ts';
import { authorPageUrl, explainAuthorId, parseAuthorId } from '../sources/parse-author-id.ts';
import type { Profile } from './contract.ts';
import { type Evidence, isConclusive, wordsOf } from './evidence.ts';
import { listProfiles, type ProfileRow, saveDecision } from './store.ts';

interface Services {
  readonly db: Database;
  readonly config: Pick<Config, 'googleScholar'>;
}

/**
 * The profiles of a scholar as the user sees them: those that are crawled, suggestions, and rejected ones.
 * @throws Problem `scholar_not_found`
 */
export async function getProfiles(
  { db, config }: Services,
  userId: number,
  scholarId: number,
): Promise<{ profiles: Profile[] }> {
  if (!(await isTracked(db, userId, scholarId))) throw scholarNotFound();
  const rows = await listProfiles(db, userId, scholarId);
  return { profiles: rows.map((row) => profileOf(row, config.googleScholar.baseUrl)) };
}

function profileOf(row: ProfileRow, googleScholarUrl: string): Profile {
  return {
    source: row.source,
    id: row.id,
    url: authorPageUrl(row, googleScholarUrl),
    name: row.name,
    state: row.is_used ? 'confirmed' : row.decision === 'rejected' ? 'rejected' : 'suggested',
    decision: row.decision,
    is_main: row.is_main,
    evidence: row.is_main ? null : wordsOf(row),
    listed_count: row.listed_count,
    publication_count: row.publication_count,
    work_count: row.work_count,
    crawled_at: row.crawled_at,
    crawled_dt: row.crawled_at,
    next_crawl_at: row.next_crawl_at,
    next_crawl_dt: row.next_crawl_at,
    error: row.error,
    gone_at: row.gone_at,
    gone_dt: row.gone_at,
    scholar_profile_id: row.other_scholar_id,
  };
}

/**
 * Confirms or rejects a profile for this user, or takes that back. A confirmed profile is crawled. Returns all profiles
 * of the scholar.
 * @throws Problem `scholar_not_found`, `invalid_scholar`, `main_profile`, `profile_of_another_scholar`
 */
export async function decideProfile(
  services: Services,
  userId: number,
  scholarId: number,
  { source, id, decision }: { source: AuthorSource; id: string; decision: 'confirmed' | 'rejected' | null },
): Promise<{ profiles: Profile[] }> {
  const author = readAuthorId(source, id);
  await services.db.transaction().execute(async (tx) => {
    if (!(await lockScholar(tx, userId, scholarId))) throw scholarNotFound();
    const before = (await listProfiles(tx, userId, scholarId)).find((one) => isSame(one, author));
    if (before?.is_main && decision === 'rejected')
      throw new Problem(
        'conflict',
        'main_profile',
        'You track the scholar by this profile. To stop, remove the scholar from your list.',
      );
    await saveDecision(tx, scholarId, author, decision);
    const isWanted = decision === null ? before !== undefined && isWantedAnyway(before) : decision === 'confirmed';
    const scholar = { userId, scholarId };
    if (isWanted) {
      const owner = await attachProfile(tx, scholar, author);
      if (owner !== scholarId) throw ofAnotherScholar(owner);
    } else if (before?.is_used && before.profile_id !== null) await detachProfile(tx, scholar, before.profile_id);
  });
  return getProfiles(services, userId, scholarId);
}

/** Without a decision, a profile is used if it is the main one or the evidence is conclusive. */
function isWantedAnyway(row: ProfileRow & Evidence): boolean {
  return row.is_main || (row.other_scholar_id === null && isConclusive(row));
}

function isSame(one: AuthorId, other: AuthorId): boolean {
  return one.source === other.source && one.id === other.id;
}

/** @throws Problem `invalid_scholar` */
function readAuthorId(source: AuthorSource, text: string): AuthorId {
  const author = parseAuthorId(text);
  if (author?.source === source) return author;
  const message = explainAuthorId(text) ?? 'Send an id of this source, or the address of its page.';
  throw new Problem('invalid', 'invalid_scholar', message, [{ path: 'id', message: `is not a valid id at ${source}` }]);
}

function ofAnotherScholar(scholarId: number): Problem {
  return new Problem(
    'conflict',
    'profile_of_another_scholar',
    'Another scholar of yours has this profile. If the two are one person, join them.',
    { scholar_profile_id: scholarId },
  );
}
