import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT } from './imported.ts';

/**
 * Notes of the items of an import that led to works that others were merged into by what they did (see found-by.ts), so that the items go with that
 * when the merge is taken back.
 */
export async function noteFoundBy(tx: Tx, userId: number, source: string): Promise<void> {
  const key = (of: ReturnType<typeof sql>) => sql`
    (select k.source || ' ' || k.key from publication_sources k
     where k.source = ${source} and k.key = ${of} and k.publication_id = m.publication_id)`;
  const own = (said: ReturnType<typeof sql>) => sql`
    (select k.source || ' ' || k.key from publication_sources k
     where k.source = ${IMPORT} and k.key = ${said} || ' ' || ${userId}::bigint and k.publication_id = m.publication_id)`;
  await sql`
    update publication_sources k set found_by = coalesce(
      ${key(sql`i.row_key`)}, ${key(sql`i.cluster_key`)},
      (select 'doi ' || d.value from publication_identifiers d where d.publication_id = m.publication_id and d.kind = 'doi' and d.value = i.doi),
      (select 'fingerprint ' || encode(f.fingerprint, 'hex') from publication_fingerprints f
       where f.fingerprint = i.fingerprint and f.publication_id = m.publication_id),
      ${own(sql`${source}::text || ' ' || i.row_key`)}, ${own(sql`${source}::text || ' ' || i.cluster_key`)},
      ${own(sql`'fingerprint ' || encode(i.fingerprint, 'hex')`)})
    from (select distinct merged_into as id from publications where merged_into is not null) root
    join import_matches m on m.publication_id = root.id and m.maker is null and not m.is_repeated
    join import_items i on i.position = m.position
    where k.source = ${IMPORT} and k.key = 'item ' || ${userId}::bigint || ' ' || i.digest and k.publication_id = root.id`.execute(
    tx,
  );
}
