import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { describe } from '../publications/display.ts';
import type { ImportedPublication, ImportedScholar } from './import-record.ts';

/** Any two keys for advisory locks that nobody else uses; the second is the user. */
const IMPORT_LOCK = 0x6c656374 + 16;

export type StagedPublication = ImportedPublication & {
  readonly position: number;
  /** the source that is asked about it first, should it be new */
  readonly searchSource: string | null;
};

/**
 * Does `work` on a connection of its own, where temporary tables hold a file while it arrives, and while no other import of the user runs, here or in another
 * process; returns null if one does. No transaction is open meanwhile; tables and lock end with the connection.
 */
export async function withStage<T>(
  db: Database,
  userId: number,
  work: (stage: Database) => Promise<T>,
): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${IMPORT_LOCK}, ${userId}::bigint::int) as got`.execute(connection);
    if (!rows[0]?.got) return null;
    try {
      await dropStage(connection);
      await makeStage(connection);
      return await work(connection);
    } finally {
      // if the connection broke, both are gone
      await dropStage(connection).catch(() => undefined);
      await sql`select pg_advisory_unlock(${IMPORT_LOCK}, ${userId}::bigint::int)`
        .execute(connection)
        .catch(() => undefined);
    }
  });
}

async function makeStage(db: Queries): Promise<void> {
  await sql`
    create temporary table import_scholars (
      source_id text primary key, is_enabled boolean, image_url text, name text, is_new boolean not null default false
    )`.execute(db);
  // the record, what it shows if it founds a publication, and the library entry
  await sql`
    create temporary table import_items (
      position integer primary key, source_id text, digest text not null, record_keys text[] not null, evidence text[] not null, cluster_key text, doi text, fingerprint text,
      title text not null, authors text, venue text, year integer, citations integer, url text, pdf_url text, identifiers json not null,
      title_key text not null, search_vector tsvector not null, display_identifier jsonb, search_source text,
      is_read boolean not null, is_favorite boolean not null, first_seen_at timestamptz
    )`.execute(db);
}

async function dropStage(db: Queries): Promise<void> {
  await sql`drop table if exists pg_temp.import_items, pg_temp.import_scholars`.execute(db);
}

/** Adds scholars of a file; if one is there twice, the first counts. */
export async function stageScholars(db: Queries, scholars: readonly ImportedScholar[]): Promise<void> {
  if (scholars.length === 0) return;
  const rows = scholars.map((one) => ({
    source_id: one.sourceId,
    is_enabled: one.isEnabled,
    image_url: one.imageUrl,
    name: one.name,
    is_new: false,
  }));
  await sql`
    insert into import_scholars select * from json_populate_recordset(null::import_scholars, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(db);
}

export async function stagePublications(db: Queries, publications: readonly StagedPublication[]): Promise<void> {
  if (publications.length === 0) return;
  const rows = publications.map(({ record, ...one }) => {
    const shown = describe({ ...record, citations: record.citations ?? 0 }, one.identifiers);
    return {
      position: one.position,
      source_id: one.sourceId,
      digest: record.key,
      record_keys: one.recordKeys,
      evidence: one.evidence,
      cluster_key: record.clusterKey,
      doi: one.doi,
      fingerprint: one.fingerprint,
      title: record.title,
      authors: record.authors,
      venue: record.venue,
      year: record.year,
      citations: record.citations,
      url: record.url,
      pdf_url: one.pdfUrl,
      identifiers: one.identifiers.map(({ kind, value }) => [kind, value]),
      title_key: shown.title_key,
      // words are letters, digits and marks: nothing in them needs an escape
      search_vector: shown.words?.map((word) => `'${word}'`).join(' ') ?? '',
      display_identifier: shown.display_identifier,
      search_source: one.searchSource,
      is_read: one.isRead,
      is_favorite: one.isFavorite,
      first_seen_at: one.firstSeenAt,
    };
  });
  await sql`
    insert into import_items select * from json_populate_recordset(null::import_items, ${JSON.stringify(rows)}::json)`.execute(
    db,
  );
}

/** Lets the planner know how large the tables are. Reading long texts would take longest, and no plan depends on them. */
export async function analyzeStage(db: Database): Promise<void> {
  await sql`analyze import_items (position, source_id, digest, doi, fingerprint), import_scholars`.execute(db);
}

/**
 * After an import into small tables: without new statistics the next lists would be planned for the tables as they were. It waits for nobody, and names
 * columns, so that autovacuum soon takes its closer look all the same.
 */
export async function analyzeGrown(db: Queries, added: number): Promise<void> {
  const { rows } = await sql<{ is_due: boolean }>`
    select ${added}::int > 50 + 0.1 * greatest(reltuples, 0) as is_due from pg_class where oid = 'user_publications'::regclass`.execute(
    db,
  );
  if (!rows[0]?.is_due) return;
  await sql`
    analyze (skip_locked) publications (id, title_key, year, citation_count, doi, merged_into, canonical_id, owner_user_id),
      records (id, publication_id, owner_user_id, source, key), listings, publication_identifiers (publication_id, kind, value, source),
      user_publications, unread, favorites, scholars (id, user_id, profile_id), profiles (id, source, source_id)`.execute(
    db,
  );
}

/** Lets statements of this transaction take half an hour: those of a large file outlast what a request may take. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '30min'`.execute(tx);
}
