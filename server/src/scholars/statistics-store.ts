import { sql } from 'kysely';
import type { Static } from 'typebox';
import { rowsOf } from '../library/condition-store.ts';
import { NOW_PUBLISHED, TODAY } from '../library/predicate.ts';
import { scholarLabel } from '../library/scholar-name-store.ts';
import { BECAME_PUBLISHED } from '../library/shown-store.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Today } from './contract.ts';
import { type ImageFacts, imageOf } from './image.ts';
import { IMAGE_COLUMNS, IMAGE_JOINS } from './store.ts';

export interface YearTally {
  /** null: publications without a year */
  readonly year: number | null;
  readonly publication_count: number;
  readonly citation_count: number;
}

/**
 * Counts the scholar's visible publications by year, in ascending order with null last. Also returns whether the user
 * tracks the scholar.
 */
export async function readYears(
  db: Queries,
  userId: number,
  scholarId: number,
): Promise<{ isTracked: boolean; years: YearTally[] }> {
  const { rows } = await sql<YearTally | Record<keyof YearTally, null>>`
    select y.year, y.publication_count, y.citation_count
    from scholars s left join lateral (
      select p.year, count(*) as publication_count, sum(p.citation_count)::bigint as citation_count
      -- starts from the listings, because the scholar has only few entries of a large library
      from (select distinct user_id, scholar_id, publication_id from scholar_listings) w
      join user_publications u on u.user_id = w.user_id and u.publication_id = w.publication_id and w.scholar_id = any(u.scholar_ids)
      join publications p on p.id = w.publication_id
      where w.scholar_id = s.id group by p.year
    ) y on true
    where s.user_id = ${userId} and s.id = ${scholarId} order by y.year nulls last`.execute(db);
  return {
    isTracked: rows.length > 0,
    years: rows.flatMap((row) => (row.publication_count === null ? [] : row)),
  };
}

interface Row extends ImageFacts {
  readonly label: string | null;
  readonly affiliation: string | null;
  readonly new_count: number;
  readonly pdf_count: number;
  readonly since: Date;
}

/**
 * What today's reading holds, by scholar, in the order of the list
 * (`GET /publications?mode=today&sort_by=scholar&sort_dir=asc`). A publication of several scholars counts once, for the
 * one who listed it first.
 */
export async function countToday(db: Queries, userId: number): Promise<Omit<Static<typeof Today>, 'now_published'>> {
  const { rows } = await sql<Row>`
    with found as materialized (
      select e.first_scholar_id, count(*) as new_count, count(*) filter (where e.pdf_rank = 4) as pdf_count, min(u.first_seen_at) as since
      from ${rowsOf(userId, { condition: TODAY }, 'unread', { entry: true })} group by 1
    )
    select f.new_count, f.pdf_count, f.since, s.id, ${scholarLabel()} as label, p.affiliation, ${IMAGE_COLUMNS}
    from found f left join scholars s on s.id = f.first_scholar_id left join profiles p on p.id = s.profile_id ${IMAGE_JOINS}
    order by lower(${scholarLabel()}) collate "C" nulls last, s.id`.execute(db);
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const times = rows.map(({ since }) => since.getTime());
  return {
    new_count: sum(({ new_count }) => new_count),
    pdf_count: sum(({ pdf_count }) => pdf_count),
    since: times.length === 0 ? null : new Date(Math.min(...times)),
    scholars: rows
      .filter(({ id }) => id !== null)
      .map((row) => ({
        scholar_profile_id: row.id,
        label: row.label ?? '',
        affiliation: row.affiliation,
        profile_image_url: imageOf(row).profile_image_url,
        new_count: row.new_count,
      })),
  };
}

/** A publication with the number of all that `listNowPublished` could list. */
export interface NowPublished {
  readonly id: number;
  readonly title: string;
  readonly venue: string | null;
  readonly count: number;
}

/** The preprints in the user's library that were published in the days of Today, the latest first. */
export async function listNowPublished(db: Queries, userId: number, limit: number): Promise<NowPublished[]> {
  const { rows } = await sql<NowPublished>`
    select p.id, p.title, p.venue_text as venue, count(*) over () as count
    from ${rowsOf(userId, { condition: NOW_PUBLISHED }, 'user_publications', { publication: true })}
    order by ${BECAME_PUBLISHED} desc, p.id limit ${limit}`.execute(db);
  return rows;
}
