import { sql } from 'kysely';
import { MIN_CONFIDENCE } from '../library/shown-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Identifier } from './identifiers.ts';
import { IMPORT } from './records.ts';

export type FoundIdentifier = Identifier & {
  readonly publicationId: number;
  readonly source: string;
  readonly evidenceUrl: string | null;
};

/**
 * Saves identifiers, each with its highest confidence and the source of that confidence. Leaves out those that are stored
 * with at least this confidence or as contradicted. An identifier that several publications have is saved for each of
 * them. The near-duplicate repair finds out whether they are one publication. Returns the publications that changed.
 */
export async function saveIdentifiers(tx: Queries, found: readonly FoundIdentifier[]): Promise<number[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with found as materialized (
      select distinct on (publication_id, kind, value) *
      from rows from (
        jsonb_to_recordset(${JSON.stringify(found.map(rowOf))}::jsonb)
          as (publication_id bigint, kind text, value text, confidence float8, source text, evidence_url text)
      ) with ordinality as k (publication_id, kind, value, confidence, source, evidence_url, at)
      where not exists (
        select from publication_identifiers i where i.publication_id = k.publication_id and i.kind = k.kind and i.value = k.value
          and (i.is_contradicted or i.confidence >= k.confidence))
      order by publication_id, kind, value, confidence desc, at
    ), replaced as (
      -- a source's identifier replaces others of the same kind that only an import named
      delete from publication_identifiers i using found k
      where i.publication_id = k.publication_id and i.kind = k.kind and i.source = ${IMPORT}
        and not exists (select from found o where o.publication_id = i.publication_id and o.kind = i.kind and o.value = i.value)
    )
    insert into publication_identifiers as i (publication_id, kind, value, confidence, source, evidence_url)
    select publication_id, kind, value, confidence, source, evidence_url from found
    on conflict (publication_id, kind, value) do update
      set confidence = excluded.confidence, source = excluded.source, evidence_url = excluded.evidence_url
      where not i.is_contradicted and i.confidence < excluded.confidence
    returning publication_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

function rowOf({ publicationId, kind, value, confidence, source, evidenceUrl }: FoundIdentifier) {
  return { publication_id: publicationId, kind, value, confidence, source, evidence_url: evidenceUrl };
}

/**
 * Lowers the confidence of identifiers, because the record that one led to describes another publication, or may do so.
 * With less than `MIN_CONFIDENCE` they are contradicted.
 */
export async function lowerIdentifiers(
  tx: Tx,
  lowered: readonly (Identifier & { readonly publicationId: number })[],
): Promise<void> {
  if (lowered.length === 0) return;
  await sql`
    update publication_identifiers i set is_contradicted = i.is_contradicted or k.confidence < ${sql.lit(MIN_CONFIDENCE)},
      confidence = least(i.confidence, k.confidence)
    from unnest(${lowered.map((one) => one.publicationId)}::bigint[], ${lowered.map(({ kind }) => kind)}::text[],
      ${lowered.map(({ value }) => value)}::text[], ${lowered.map(({ confidence }) => confidence)}::float8[]) as k (id, kind, value, confidence)
    where i.publication_id = k.id and i.kind = k.kind and i.value = k.value`.execute(tx);
}

/** Saves that a record now agrees with identifiers which an earlier version contradicted. */
export async function restoreIdentifiers(tx: Tx, restored: readonly FoundIdentifier[]): Promise<void> {
  if (restored.length === 0) return;
  await sql`
    update publication_identifiers i set is_contradicted = false, confidence = k.confidence, source = k.source, evidence_url = k.evidence_url
    from jsonb_to_recordset(${JSON.stringify(restored.map(rowOf))}::jsonb) as k (publication_id bigint, kind text, value text, confidence float8, source text, evidence_url text)
    where i.publication_id = k.publication_id and i.kind = k.kind and i.value = k.value`.execute(tx);
}
