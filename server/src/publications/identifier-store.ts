import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Identifier } from './identifiers.ts';
import { IMPORT } from './records.ts';

export type FoundIdentifier = Identifier & {
  readonly publicationId: number;
  readonly source: string;
  readonly evidenceUrl: string | null;
};

/** The identifiers that are not stored yet, or are stored with less confidence; each once. */
export async function listNewIdentifiers(tx: Queries, found: readonly FoundIdentifier[]): Promise<FoundIdentifier[]> {
  if (found.length === 0) return [];
  const known = await tx
    .selectFrom('publication_identifiers')
    .select(['publication_id', 'kind', 'value', 'confidence', 'is_contradicted'])
    .where('publication_id', '=', sql<number>`any(${found.map(({ publicationId }) => publicationId)})`)
    .execute();
  const keyOf = (id: number, kind: string, value: string) => `${id} ${kind} ${value}`;
  const best = new Map(
    known.map((one) => [
      keyOf(one.publication_id, one.kind, one.value),
      // a contradicted identifier is never new
      one.is_contradicted ? 1 : one.confidence,
    ]),
  );
  const unknown = new Map<string, FoundIdentifier>();
  for (const one of found) {
    const key = keyOf(one.publicationId, one.kind, one.value);
    if ((best.get(key) ?? -1) >= one.confidence) continue;
    best.set(key, one.confidence);
    unknown.set(key, one);
  }
  return [...unknown.values()];
}

/**
 * Saves identifiers, each with its highest confidence and the source of that confidence. An identifier that several
 * publications have is saved for each of them. The near-duplicate repair finds out whether they are one publication.
 */
export async function insertIdentifiers(tx: Queries, found: readonly FoundIdentifier[]): Promise<void> {
  if (found.length === 0) return;
  await tx
    .insertInto('publication_identifiers')
    .values(found.map(rowOf))
    .onConflict((conflict) =>
      conflict
        .columns(['publication_id', 'kind', 'value'])
        .doUpdateSet((eb) => ({
          confidence: eb.ref('excluded.confidence'),
          source: eb.ref('excluded.source'),
          evidence_url: eb.ref('excluded.evidence_url'),
        }))
        .where('publication_identifiers.is_contradicted', '=', false)
        .whereRef('publication_identifiers.confidence', '<', 'excluded.confidence'),
    )
    .execute();
  // a source's identifier replaces those of the same kind that only an import named
  await sql`
    delete from publication_identifiers i
    using unnest(${found.map((one) => one.publicationId)}::bigint[], ${found.map(({ kind }) => kind)}::text[]) as k (id, kind)
    where i.publication_id = k.id and i.kind = k.kind and i.source = ${IMPORT}`.execute(tx);
}

function rowOf({ publicationId, kind, value, confidence, source, evidenceUrl }: FoundIdentifier) {
  return { publication_id: publicationId, kind, value, confidence, source, evidence_url: evidenceUrl };
}

/**
 * Marks identifiers as contradicted, because the record that one led to describes another publication. Saves their
 * lowered confidence.
 */
export async function contradictIdentifiers(
  tx: Tx,
  contradicted: readonly (Identifier & { readonly publicationId: number })[],
): Promise<void> {
  if (contradicted.length === 0) return;
  await sql`
    update publication_identifiers i set is_contradicted = true, confidence = k.confidence
    from unnest(${contradicted.map((one) => one.publicationId)}::bigint[], ${contradicted.map(({ kind }) => kind)}::text[],
      ${contradicted.map(({ value }) => value)}::text[], ${contradicted.map(({ confidence }) => confidence)}::float8[]) as k (id, kind, value, confidence)
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
