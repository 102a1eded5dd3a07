import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { differs, displayOf } from '../publications/display.ts';
import { readShown, saveDisplays } from '../publications/display-store.ts';
import { type FoundIdentifier, saveIdentifiers } from '../publications/identifier-store.ts';
import { evidenceOf, IMPORT, type NewRecord } from '../publications/records.ts';
import type { CurrentStage } from '../publications/stages.ts';
import { readDoi } from '../sources/identifier-values.ts';

const BATCH = 2_000;

/** Reads stored records by the rules of this version, after those of earlier versions. Needs no request. */
export async function rereadRecords(db: Queries): Promise<void> {
  await rereadDois(db);
  await addEvidence(db);
}

/**
 * A DOI that earlier versions stored as it was typed: escaped for TeX or HTML, with a dash, two in one, or with the
 * version of a preprint. The expression selects some others, which then read as themselves.
 */
const TYPED =
  '[\\\\‐-―−]|&|[,;|](https?:|doi|10\\.)|^10\\.(1101|64898)/.*v\\d+$|^10\\.48550/arxiv\\..*(v\\d+$|\\.[a-z-]+/)';

/**
 * Reads stored DOIs again as `readDoi` reads them now. A text that is not a DOI is deleted. A record of ORCID is known
 * by its DOI, so its key changes, too; otherwise its publication would be listed twice.
 */
async function rereadDois(db: Queries): Promise<void> {
  const { rows } = await sql<{ value: string }>`
    select value from publication_identifiers where kind = 'doi' and value ~ ${TYPED}
    union select doi from records where doi ~ ${TYPED}`.execute(db);
  const changes = rows.flatMap(({ value }) => {
    const after = readDoi(value);
    return after === value ? [] : [{ before: value, after }];
  });
  for (const { before, after } of changes) await replaceEvidence(db, before, after);
  await redisplay(db, await replaceDois(db, changes));
}

/** Uses the index of evidence, because there may be many records and many such DOIs. */
async function replaceEvidence(db: Queries, before: string, after: string | null): Promise<void> {
  await sql`
    update records set evidence = case when ${after}::text is null then array_remove(evidence, ${`doi:${before}`})
      else array_replace(evidence, ${`doi:${before}`}, ${`doi:${after}`}) end
    where evidence @> array[${`doi:${before}`}::text]`.execute(db);
  if (after === null) return;
  await sql`
    update records r set key = k.key, evidence = array_replace(evidence, 'row:' || r.key, 'row:' || k.key)
    from (
      select id, split_part(key, ':', 1) || ${`:doi:${after}`} as key from records
      where source = 'orcid' and owner_user_id is null and evidence @> array[${`doi:${after}`}::text] and right(key, ${before.length + 5}) = ${`:doi:${before}`}
    ) k where r.id = k.id
      and not exists (select from records o where o.source = 'orcid' and o.key = k.key and o.owner_user_id is null)`.execute(
    db,
  );
}

/** Returns the publications concerned. */
async function replaceDois(
  db: Queries,
  changes: readonly { readonly before: string; readonly after: string | null }[],
): Promise<number[]> {
  const changed = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (before text, after text)`;
  const { rows: records } = await sql<{ publication_id: number }>`
    update records r set doi = c.after from ${changed} where r.doi = c.before returning r.publication_id`.execute(db);
  await sql`
    insert into publication_identifiers (publication_id, kind, value, confidence, source, evidence_url, is_contradicted)
    select i.publication_id, i.kind, c.after, i.confidence, i.source, i.evidence_url, i.is_contradicted
    from publication_identifiers i join ${changed} on i.value = c.before where i.kind = 'doi' and c.after is not null
    on conflict do nothing`.execute(db);
  const { rows: identifiers } = await sql<{ publication_id: number }>`
    delete from publication_identifiers i using ${changed} where i.kind = 'doi' and i.value = c.before returning i.publication_id`.execute(
    db,
  );
  return [...new Set([...records, ...identifiers].map((row) => row.publication_id))];
}

/**
 * Adds what the rules of this version find in records: fingerprints of titles without a publisher's mark, and
 * identifiers in texts. Evidence is only added, so the old one stays. Identifiers of imports are left to the next
 * import.
 */
async function addEvidence(db: Queries): Promise<void> {
  for await (const rows of readRecords(db)) {
    const found: { id: number; doi: string | null; pieces: string[] }[] = [];
    const identifiers: FoundIdentifier[] = [];
    for (const row of rows) {
      const isPrivate = row.source === IMPORT;
      const read = evidenceOf({ ...row, identifiers: [] });
      const isNew = (piece: string) => !piece.startsWith('row:') && !row.evidence.includes(piece);
      const pieces = read.evidence.filter((piece) => isNew(piece) && (!isPrivate || piece.startsWith('fp:')));
      if (pieces.length === 0) continue;
      found.push({ id: row.id, doi: isPrivate ? null : read.doi, pieces });
      if (isPrivate) continue;
      const { publicationId, source, url: evidenceUrl } = row;
      identifiers.push(...read.identifiers.map((one) => ({ ...one, publicationId, source, evidenceUrl })));
    }
    await sql`
      update records r set doi = coalesce(r.doi, k.doi), evidence = r.evidence || array(select jsonb_array_elements_text(k.pieces))
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as k (id bigint, doi text, pieces jsonb) where k.id = r.id`.execute(
      db,
    );
    await redisplay(db, [...new Set(await saveIdentifiers(db, identifiers))]);
  }
}

type StoredRecord = Omit<NewRecord, 'identifiers'> & {
  id: number;
  publicationId: number;
  source: string;
  evidence: readonly string[];
};

/** All records, in batches. */
export async function* readRecords(db: Queries): AsyncGenerator<readonly StoredRecord[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<StoredRecord>`
      select id, publication_id as "publicationId", source, evidence, key, cluster_key as "clusterKey", title, authors, venue, year, citations, url
      from records where id > ${after} order by id limit ${BATCH}`.execute(db);
    const [last] = rows.slice(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

/**
 * Recomputes the displays of publications. Their stages, and the columns from which these follow, exist since the
 * migration 0052.
 */
export async function redisplay(
  db: Queries,
  publicationIds: readonly number[],
  stages: ReadonlyMap<number, CurrentStage> = new Map(),
): Promise<void> {
  const shown = await readShown(db, publicationIds);
  await saveDisplays(
    db,
    shown.flatMap((publication) => {
      if (publication.records.length === 0) return [];
      const display = displayOf(publication, stages.get(publication.id)?.versions);
      return differs(publication, display) ? display : [];
    }),
  );
}
