import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export interface ImportedScholars {
  /** the scholars that the user did not track before */
  readonly created: readonly { readonly id: number; readonly profileId: number }[];
  readonly updatedCount: number;
}

/**
 * Tracks the scholars in the import's table `import_scholars` for a user. If a scholar is tracked already, it takes the user's own settings from the
 * file: enabled or not, and the image. The user sees the name from the file until the profile is crawled. All scholars in the file stay locked until
 * the transaction ends.
 */
export async function importScholars(tx: Tx, userId: number): Promise<ImportedScholars> {
  await sql`
    select s.id from scholars s join profiles p on p.id = s.profile_id
    where s.user_id = ${userId} and (p.source, p.source_id) in (
      select source, source_id from import_scholars union all select source, source_id from import_items)
    order by s.id for no key update of s`.execute(tx);
  // in the order of their ids at the source, so that two imports never deadlock
  await sql`
    insert into profiles (source, source_id)
    select source, source_id from import_scholars order by source_id
    on conflict (source, source_id) do nothing`.execute(tx);
  const { rows: updated } = await sql`
    with changed as (
      select s.id, coalesce(i.is_enabled, s.is_enabled) as is_enabled,
        coalesce(i.image_url, s.image_override_url) as image_override_url
      from import_scholars i join profiles p on p.source = i.source and p.source_id = i.source_id
      join scholars s on s.user_id = ${userId} and s.profile_id = p.id
      where s.is_enabled <> i.is_enabled or s.image_override_url is distinct from coalesce(i.image_url, s.image_override_url)
    )
    update scholars s set is_enabled = c.is_enabled, image_override_url = c.image_override_url from changed c where s.id = c.id
    returning s.id`.execute(tx);
  const { rows: created } = await sql<{ id: number; profileId: number }>`
    insert into scholars (user_id, profile_id, is_enabled, image_override_url, imported_name)
    select ${userId}, p.id, coalesce(i.is_enabled, true), i.image_url, i.name
    from import_scholars i join profiles p on p.source = i.source and p.source_id = i.source_id
    where not exists (select from scholar_profiles c where c.user_id = ${userId} and c.profile_id = p.id) order by p.id
    returning id, profile_id as "profileId"`.execute(tx);
  return {
    created,
    updatedCount: updated.length,
  };
}
