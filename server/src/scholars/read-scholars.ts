import type { Static } from 'typebox';
import { scholarNotFound } from '../library/not-found.ts';
import { searchWords } from '../library/search-words.ts';
import type { Config } from '../platform/config.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';
import { isEnabled } from '../sources/enabled-sources.ts';
import { authorPageUrl } from '../sources/parse-author-id.ts';
import type { Scholar, Statistics } from './contract.ts';
import { imageOf } from './image.ts';
import { listNamedScholars, type NamedScholar } from './name-store.ts';
import { readYears, type YearTally } from './statistics-store.ts';
import { listScholars, type ScholarRow } from './store.ts';

/** Returns a tracked scholar as the API shows it. */
export function scholarOf(row: ScholarRow, config: Pick<Config, 'googleScholar' | 'sources'>): Static<typeof Scholar> {
  const main = { source: row.source, id: row.source_id };
  const profiles = [main, ...(row.other_profiles ?? [])];
  const hasEnabledSource = profiles.some(({ source }) => isEnabled(config, source));
  return {
    id: row.id,
    scholar_id: row.source_id,
    display_name: row.display_name,
    affiliation: row.affiliation,
    profile_url: authorPageUrl(main, config.googleScholar.baseUrl),
    ...imageOf(row),
    is_enabled: row.is_enabled,
    baseline_completed: row.baseline_completed,
    publication_count: row.publication_count,
    unread_count: row.unread_count,
    last_run_dt: row.last_run_dt,
    last_run_status: row.last_run_status,
    created_at: row.created_at,
    profiles: profiles.map((profile) => ({ ...profile, state: 'confirmed' as const })),
    crawl: {
      state: hasEnabledSource ? crawlState(row) : 'waiting',
      collected: row.publication_count,
      next_attempt_dt: hasEnabledSource && row.item_status === 'queued' ? row.next_attempt_dt : null,
      reason: hasEnabledSource ? row.item_error : 'source_disabled',
    },
  };
}

function crawlState(row: ScholarRow): 'idle' | 'queued' | 'running' | 'waiting' {
  if (row.item_status === null) return 'idle';
  if (row.item_status === 'retrying') return 'running';
  return row.item_due ? 'queued' : 'waiting';
}

/**
 * Returns the first `limit` of a user's scholars that match a search, ordered by name. Each word of the search must
 * begin a word of the name, or the whole search must begin the id of a profile. Accents and case do not matter.
 */
export async function findScholars(
  db: Queries,
  userId: number,
  { search = '', limit }: { search?: string; limit?: number },
): Promise<ScholarRow[]> {
  const sought = search.trim();
  if (sought === '' && limit === undefined) return listScholars(db, userId);
  const named = await listNamedScholars(db, userId);
  const found = sought === '' ? named : named.filter(matcherOf(sought));
  const ids = found.slice(0, limit).map(({ id }) => id);
  return ids.length === 0 ? [] : listScholars(db, userId, ids);
}

function matcherOf(sought: string): (scholar: NamedScholar) => boolean {
  const words = searchWords(sought);
  const id = sought.toLowerCase();
  return ({ name, profile_ids }) => {
    if (profile_ids.some((one) => one.toLowerCase().startsWith(id))) return true;
    const parts = searchWords(name);
    return words.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)));
  };
}

/**
 * Returns a user's scholar as the API shows it.
 * @throws Problem `scholar_not_found`
 */
export async function getScholar(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  id: number,
): Promise<Static<typeof Scholar>> {
  const [row] = await listScholars(db, userId, [id]);
  if (!row) throw scholarNotFound();
  return scholarOf(row, config);
}

const NO_PUBLICATIONS = { publication_count: 0, citation_count: 0 };

/**
 * Counts a scholar's publications in the user's library and their citations, by year and in total. Years without
 * publications are left out.
 * @throws Problem `scholar_not_found`
 */
export async function getStatistics(
  db: Queries,
  userId: number,
  scholarId: number,
): Promise<Static<typeof Statistics>> {
  const { isTracked, years } = await readYears(db, userId, scholarId);
  if (!isTracked) throw scholarNotFound();
  const sum = (count: (one: YearTally) => number) => years.reduce((total, one) => total + count(one), 0);
  const { publication_count, citation_count } = years.find(({ year }) => year === null) ?? NO_PUBLICATIONS;
  return {
    scholar_profile_id: scholarId,
    publication_count: sum((one) => one.publication_count),
    citation_count: sum((one) => one.citation_count),
    years: years.flatMap(({ year, ...tally }) => (year === null ? [] : { year, ...tally })),
    without_year: { publication_count, citation_count },
  };
}
