import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT } from '../publications/imported.ts';
import { PRIORITY } from './lookup.ts';
import { NOTHING_YET } from './progress.ts';

/**
 * Opens the searches of the works that an import has just made, as it planned them (`search_source` in the table `import_items`): nothing is
 * known of these works, so nothing can be in the way. A link that the file names is looked at like those of sources. Returns the sources that
 * are to be asked.
 */
export async function insertImportedLookups(tx: Tx, keysOf: number): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    with opened as (
      insert into lookups (publication_id, source, progress, priority, user_id)
      select m.publication_id, i.search_source,
        case when i.pdf_url is null then nothing.yet else nothing.yet || jsonb_build_object('candidates', jsonb_build_array(jsonb_build_object(
          'url', i.pdf_url, 'version', null, 'license', null, 'host', null, 'source', ${IMPORT}::text))) end,
        ${PRIORITY.backlog}, ${keysOf}::bigint
      from (select ${JSON.stringify(NOTHING_YET)}::jsonb as yet offset 0) nothing,
        import_matches m join import_items i on i.position = m.position
      where m.maker = m.position and i.search_source is not null order by m.publication_id
      returning publication_id, source
    ), queued as (
      insert into pdf_jobs (publication_id) select publication_id from opened
    )
    select distinct source from opened`.execute(tx);
  return rows.map(({ source }) => source);
}
