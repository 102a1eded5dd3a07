import { sql } from 'kysely';
import { isKnownTo } from '../library/shown-store.ts';
import type { Stage } from '../platform/database/column-values.ts';
import type { Queries } from '../platform/database/database.ts';
import type { VersionFacts } from './versions.ts';

/** A canonical publication with its stored stage, and what enrichment says about it. */
export interface KnownStage extends Pick<VersionFacts, 'registered'> {
  readonly id: number;
  readonly stage: Stage;
  /** a preprint was merged into it */
  readonly hasPreprint: boolean;
}

/** The stages of canonical publications. A private member says nothing about a public publication. */
export async function readKnownStages(db: Queries, canonicalIds: readonly number[]): Promise<KnownStage[]> {
  // lateral joins, as in readShown
  const { rows } = await sql<KnownStage>`
    select p.id, p.stage, coalesce(found.registered, '[]') as registered,
      exists (select from publications m where m.canonical_id = p.id and m.id <> p.id and m.stage = 'preprint') as "hasPreprint"
    from publications p
    cross join lateral (
      select json_agg(json_build_object('source', d.source, 'recordId', d.record_id, 'type', d.biblio ->> 'type', 'container', d.biblio ->> 'container',
        'relations', d.relations, 'publishedOn', d.published_on, 'versionNumber', d.version_number) order by d.source, d.publication_id) as registered
      from shown_members m cross join lateral (select * from publication_metadata where publication_id = m.publication_id offset 0) d
      where m.canonical_id = p.id
    ) found
    where p.id = any(${canonicalIds}) order by p.id`.execute(db);
  return rows;
}

export async function saveStages(
  db: Queries,
  stages: readonly { readonly id: number; readonly stage: Stage }[],
): Promise<void> {
  if (stages.length === 0) return;
  await sql`
    update publications p set stage = k.stage
    from unnest(${stages.map(({ id }) => id)}::bigint[], ${stages.map(({ stage }) => stage)}::text[]) as k (id, stage) where p.id = k.id`.execute(
    db,
  );
}

/** A canonical publication that is published now, and was not for some users. */
export interface PublishedNow {
  readonly id: number;
  /** else only a publication that was merged into it was a preprint */
  readonly wasPreprint: boolean;
  /** of the published version; null: not known */
  readonly year: number | null;
}

/**
 * Records an event for each user who has had a publication as a preprint only, once for all time. What the first search
 * finds is no event, because it was so before, and neither is an article that is older than the year before the user
 * first saw the preprint, or whose year is not known.
 */
export async function announcePublished(db: Queries, publications: readonly PublishedNow[]): Promise<void> {
  if (publications.length === 0) return;
  await sql`
    with concerned as materialized (
      select u.user_id, k.id as publication_id
      from unnest(${publications.map(({ id }) => id)}::bigint[], ${publications.map((one) => one.wasPreprint)}::boolean[], ${publications.map(({ year }) => year)}::integer[])
        as k (id, was_preprint, year)
      join user_publications u on u.publication_id = k.id and u.hidden_as is null
      where k.year >= extract(year from u.first_seen_at) - 1
        and not exists (select from enrichment e where e.publication_id = k.id and e.attempt_count = 0)
        and not exists (
          select from publications m join published_preprints t on t.publication_id = m.id and t.user_id = u.user_id where m.canonical_id = k.id)
        -- the user does not have the article as another publication
        and not exists (
          select from publications p join publication_identifiers i on i.kind = 'doi' and i.value = p.doi and not i.is_contradicted
          join publications m on m.id = i.publication_id and m.canonical_id <> p.id
          join user_publications o on o.publication_id = m.canonical_id and o.user_id = u.user_id and o.hidden_as is null
          where p.id = k.id)
        and case when k.was_preprint
          then not exists (
            select from publications m join user_publications o on o.publication_id = m.id and o.user_id = u.user_id
            where m.canonical_id = k.id and m.id <> k.id and m.stage <> 'preprint')
          -- the entry is the one that the merge made of that of the preprint
          else exists (
            select from publications m join user_publications o on o.publication_id = m.id and o.user_id = u.user_id
            where m.canonical_id = k.id and m.id <> k.id and m.stage = 'preprint' and o.entry_number = u.entry_number) end
    ), told as (
      insert into published_preprints (user_id, publication_id)
      select c.user_id, m.id from concerned c join publications m on m.canonical_id = c.publication_id
      join user_publications o on o.user_id = c.user_id and o.publication_id = m.id
      on conflict do nothing
    )
    insert into events (kind, user_id, publication_ids)
    select 'publication.published', user_id, array[publication_id] from concerned order by publication_id, user_id`.execute(
    db,
  );
}

/** A version that a preprint server posted. */
export interface PostedVersion {
  readonly publicationId: number;
  readonly recordId: string;
  readonly versionNumber: number;
}

/**
 * Records an event for each user who has read, starred, tagged or noted a preprint of which a higher version was posted
 * than the one that is stored. Call it before the new one is saved.
 */
export async function announceRevised(db: Queries, posted: readonly PostedVersion[]): Promise<void> {
  if (posted.length === 0) return;
  await sql`
    insert into events (kind, user_id, publication_ids, data)
    select 'publication.revised', u.user_id, array[p.id], jsonb_build_object('version_number', max(k.number))
    from unnest(${posted.map(({ publicationId }) => publicationId)}::bigint[], ${posted.map(({ recordId }) => recordId)}::text[],
      ${posted.map(({ versionNumber }) => versionNumber)}::integer[]) as k (id, record_id, number)
    join publication_metadata d on d.publication_id = k.id and d.record_id = k.record_id and d.version_number < k.number
    join publications m on m.id = k.id
    join publications p on p.id = m.canonical_id and p.stage = 'preprint' and p.owner_user_id is not distinct from m.owner_user_id
    join user_publications u on u.publication_id = p.id and u.hidden_as is null
    where ${isKnownTo(sql`u.user_id`, sql`p.id`)} and not exists (
      select from publications o join publication_metadata e on e.publication_id = o.id
      where o.canonical_id = p.id and e.record_id = k.record_id and e.version_number >= k.number) group by p.id, u.user_id order by p.id, u.user_id`.execute(
    db,
  );
}
