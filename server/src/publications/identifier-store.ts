import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { displayIdentifierOf, doiOf, type Identifier, type IdentifierKind } from './identifiers.ts';

export type FoundIdentifier = Identifier & {
  readonly publicationId: number;
  readonly source: string;
  readonly evidenceUrl: string | null;
};

/** Those of the identifiers that the store does not hold yet, or holds with less confidence; each once. */
export async function listNewIdentifiers(tx: Tx, found: readonly FoundIdentifier[]): Promise<FoundIdentifier[]> {
  if (found.length === 0) return [];
  const known = await tx
    .selectFrom('publication_identifiers')
    .select(['publication_id', 'kind', 'value', 'confidence'])
    .where('publication_id', '=', sql<number>`any(${found.map(({ publicationId }) => publicationId)})`)
    .execute();
  const keyOf = (id: number, kind: string, value: string) => `${id} ${kind} ${value}`;
  const best = new Map(known.map((one) => [keyOf(one.publication_id, one.kind, one.value), one.confidence]));
  const unknown = new Map<string, FoundIdentifier>();
  for (const one of found) {
    const key = keyOf(one.publicationId, one.kind, one.value);
    if ((best.get(key) ?? -1) >= one.confidence) continue;
    best.set(key, one.confidence);
    unknown.set(key, one);
  }
  return [...unknown.values()];
}

/** Keeps identifiers, each with its surest confidence. */
export async function insertIdentifiers(tx: Tx, found: readonly FoundIdentifier[]): Promise<void> {
  if (found.length === 0) return;
  await tx
    .insertInto('publication_identifiers')
    .values(
      found.map((one) => ({
        publication_id: one.publicationId,
        kind: one.kind,
        value: one.value,
        confidence: one.confidence,
        source: one.source,
        evidence_url: one.evidenceUrl,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['publication_id', 'kind', 'value']).doUpdateSet((eb) => ({
        confidence: sql<number>`greatest(publication_identifiers.confidence, ${eb.ref('excluded.confidence')})`,
      })),
    )
    .execute();
}

/** Lets a work, whose row the caller has locked, show the best of its identifiers. */
export async function showBestIdentifier(tx: Tx, publicationId: number): Promise<void> {
  const rows = await tx
    .selectFrom('publication_identifiers')
    .select(['kind', 'value', 'confidence'])
    .where('publication_id', '=', publicationId)
    .execute();
  const identifiers = rows.map(({ kind, value, confidence }) => ({ kind: kind as IdentifierKind, value, confidence }));
  const doi = doiOf(identifiers);
  const display = JSON.stringify(displayIdentifierOf(identifiers));
  await sql`
    update publications set doi = ${doi}, display_identifier = nullif(${display}::jsonb, 'null')
    where id = ${publicationId}
      and (doi, display_identifier) is distinct from (${doi}, nullif(${display}::jsonb, 'null'))`.execute(tx);
}
