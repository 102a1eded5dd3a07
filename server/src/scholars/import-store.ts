import { sql } from 'kysely';
import { recordEvents } from '../events/event-store.ts';
import type { Tx } from '../platform/database/database.ts';

export interface ImportedScholars {
  readonly createdCount: number;
  readonly updatedCount: number;
  /** the main profiles of created scholars, and the other profiles that scholars got */
  readonly added: readonly { readonly id: number; readonly profileId: number }[];
}

/**
 * Tracks the scholars in the import's tables `import_scholars` and `import_profiles` for a user. If a scholar is
 * tracked already, it takes the user's own settings from the file: enabled or not, and the image; and profiles and
 * decisions that it does not have. The user sees the name from the file until the profile is crawled. All scholars in
 * the file stay locked until the transaction ends.
 */
export async function importScholars(tx: Tx, userId: number): Promise<ImportedScholars> {
  await sql`
    select s.id from scholars s join profiles p on p.id = s.profile_id
    where s.user_id = ${userId} and (p.source, p.source_id) in (
      select source, source_id from import_scholars union all select source, source_id from import_items)
    order by s.id for no key update of s`.execute(tx);
  // all profiles before all scholars, and both in the order of their ids at the source, so that imports and
  // `trackAuthors` never deadlock
  await sql`
    insert into profiles (source, source_id)
    select source, source_id from (
      select source, source_id from import_scholars union select source, source_id from import_profiles where is_used
    ) named
    order by source_id collate "C", source collate "C" on conflict (source, source_id) do nothing`.execute(tx);
  const { rows: changed } = await sql<{ id: number }>`
    with changed as (
      select s.id, coalesce(i.is_enabled, s.is_enabled) as is_enabled,
        coalesce(i.image_url, s.image_override_url) as image_override_url
      from import_scholars i join profiles p on p.source = i.source and p.source_id = i.source_id
      join scholars s on s.user_id = ${userId} and s.profile_id = p.id
      where s.is_enabled <> i.is_enabled or s.image_override_url is distinct from coalesce(i.image_url, s.image_override_url)
    )
    update scholars s set is_enabled = c.is_enabled, image_override_url = c.image_override_url from changed c where s.id = c.id
    returning s.id`.execute(tx);
  const { rows: saved } = await sql<{ id: number; profileId: number; isNew: boolean }>`
    insert into scholars (user_id, profile_id, is_enabled, image_override_url, imported_name)
    select ${userId}, p.id, coalesce(i.is_enabled, true), i.image_url, i.name
    from import_scholars i join profiles p on p.source = i.source and p.source_id = i.source_id
    where not exists (select from scholar_profiles c where c.user_id = ${userId} and c.profile_id = p.id)
    order by p.source_id collate "C", p.source collate "C"
    -- another request of the user may have added the scholar since the statement before
    on conflict (user_id, profile_id) do update set is_enabled = excluded.is_enabled,
      image_override_url = coalesce(excluded.image_override_url, scholars.image_override_url)
    returning id, profile_id as "profileId", xmax = 0 as "isNew"`.execute(tx);
  const created = saved.filter(({ isNew }) => isNew).map(({ id, profileId }) => ({ id, profileId }));
  await recordEvents(
    tx,
    created.map(({ id: scholarId }) => ({ kind: 'scholar.added', userId, scholarId })),
  );
  const attached = await importProfiles(tx, userId);
  const decided = await importDecisions(tx, userId);
  const createdIds = new Set(created.map(({ id }) => id));
  const updatedIds = new Set([...saved, ...changed, ...decided, ...attached].map(({ id }) => id));
  return {
    createdCount: created.length,
    updatedCount: [...updatedIds].filter((id) => !createdIds.has(id)).length,
    added: [...created, ...attached],
  };
}

/**
 * Gives scholars the profiles that they use in the file, except those that the user rejected or that another scholar of
 * the user has.
 */
async function importProfiles(tx: Tx, userId: number): Promise<{ id: number; profileId: number }[]> {
  const { rows } = await sql<{ id: number; profileId: number }>`
    insert into scholar_profiles (scholar_id, profile_id, user_id)
    select i.scholar_id, f.id, ${userId} from ${scholarsWithProfiles(userId)} join profiles f using (source, source_id)
    where i.is_used and not exists (
      select from scholar_decisions d
      where d.scholar_id = i.scholar_id and d.source = i.source and d.source_id = i.source_id and d.decision = 'rejected')
    order by 1, 2 on conflict do nothing
    returning scholar_id as id, profile_id as "profileId"`.execute(tx);
  return rows;
}

/**
 * Saves decisions about profiles, except those that the user decided here, and those that contradict what the scholars
 * use. Returns their scholars.
 */
async function importDecisions(tx: Tx, userId: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into author_id_decisions (user_id, profile_id, source, source_id, decision)
      select ${userId}, i.profile_id, i.source, i.source_id, i.decision from ${scholarsWithProfiles(userId)}
      where (i.decision = 'confirmed') = exists (
          select from scholar_profiles c join profiles f on f.id = c.profile_id
          where c.scholar_id = i.scholar_id and f.source = i.source and f.source_id = i.source_id)
        and not exists (
          select from scholar_decisions d where d.scholar_id = i.scholar_id and d.source = i.source and d.source_id = i.source_id)
      order by 2, 3, 4 on conflict do nothing returning profile_id
    )
    select s.id from scholars s join added a using (profile_id) where s.user_id = ${userId}`.execute(tx);
  return rows;
}

/** The profiles `i` of a file, with the user's scholars. */
function scholarsWithProfiles(userId: number) {
  return sql`(
    select s.id as scholar_id, s.profile_id, i.source, i.source_id, i.is_used, i.decision
    from import_profiles i join profiles p on p.source = i.main_source and p.source_id = i.main_source_id
    join scholars s on s.user_id = ${userId} and s.profile_id = p.id
  ) i`;
}
