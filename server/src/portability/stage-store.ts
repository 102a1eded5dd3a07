import { sql } from 'kysely';
import { wordVector } from '../library/search-words.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { LOCKS, withSessionLock } from '../platform/database/locks.ts';
import { one } from '../platform/database/one.ts';
import { describe } from '../publications/display.ts';
import { storedAuthor } from '../publications/stored-authors.ts';
import type { ImportedPublication, ImportedScholar } from './import-record.ts';

export type StagedPublication = ImportedPublication & {
  readonly position: number;
  /** the publication that it is; null: evidence decides */
  readonly publicationId: number | null;
  /** the source that enrichment requests first if the publication is new */
  readonly searchSource: string | null;
};

/**
 * Calls `work` with a reserved connection, which has temporary tables for a file and the lock on the user's imports.
 * Returns null if another import of the user runs, in this or another process. No transaction is open while the file
 * arrives. Tables and lock end with the connection.
 */
export async function withStage<T>(
  db: Database,
  userId: number,
  work: (stage: Database) => Promise<T>,
): Promise<T | null> {
  return withSessionLock(db, { key: LOCKS.import, id: userId }, async (connection) => {
    try {
      await dropStage(connection);
      await createStage(connection);
      return await work(connection);
    } finally {
      // a broken connection has already dropped the tables, so an error does not matter
      await dropStage(connection).catch(() => undefined);
    }
  });
}

async function createStage(db: Queries): Promise<void> {
  await sql`
    create temporary table import_scholars (
      source text not null, source_id text primary key, is_enabled boolean, image_url text, name text
    )`.execute(db);
  await sql`
    create temporary table import_profiles (
      main_source text not null, main_source_id text not null, source text not null, source_id text not null, is_used boolean not null, decision text,
      primary key (main_source, main_source_id, source, source_id)
    )`.execute(db);
  // the record, the display if it creates a publication, and the library entry
  await sql`
    create temporary table import_items (
      position integer primary key, publication_id bigint, source text, source_id text, has_own_row boolean not null, digest text not null, record_keys text[] not null, evidence text[] not null, cluster_key text, doi text,
      title text not null, authors text, author_list jsonb, venue text, year integer, citations integer, url text, pdf_url text, biblio jsonb, identifiers json not null,
      title_key text not null, search_vector tsvector not null, display_identifier jsonb, search_source text,
      is_read boolean not null, is_favorite boolean not null, is_added boolean not null, is_rejected boolean not null, interest text, interest_at timestamptz, single_read_at timestamptz, first_seen_at timestamptz, cite_key text
    )`.execute(db);
  await sql`
    create temporary table import_tags (position integer not null, name text not null, key text not null, color text)`.execute(
    db,
  );
  await sql`
    create temporary table import_notes (
      position integer not null, id uuid not null, text text not null, words tsvector not null, created_at timestamptz, updated_at timestamptz
    )`.execute(db);
}

async function dropStage(db: Queries): Promise<void> {
  await sql`drop table if exists pg_temp.import_items, pg_temp.import_tags, pg_temp.import_notes, pg_temp.import_profiles, pg_temp.import_scholars`.execute(
    db,
  );
}

/** Stages scholars of a file, with their profiles. If a scholar occurs twice, the first one counts. */
export async function stageScholars(db: Queries, scholars: readonly ImportedScholar[]): Promise<void> {
  const rows = scholars.map((one) => ({
    source: one.author.source,
    source_id: one.author.id,
    is_enabled: one.isEnabled,
    image_url: one.imageUrl,
    name: one.name,
  }));
  await insertRows(db, 'import_scholars', rows, KEEP_FIRST);
  const profiles = scholars.flatMap(({ author, profiles }) =>
    profiles.map(({ source, id, isUsed, decision }) => ({
      main_source: author.source,
      main_source_id: author.id,
      source,
      source_id: id,
      is_used: isUsed,
      decision,
    })),
  );
  await insertRows(db, 'import_profiles', profiles, KEEP_FIRST);
}

export async function stagePublications(db: Queries, publications: readonly StagedPublication[]): Promise<void> {
  const rows = publications.map(({ record, ...one }) => {
    const shown = describe({ ...record, citations: record.citations ?? 0 }, one.identifiers);
    return {
      position: one.position,
      publication_id: one.publicationId,
      source: one.author?.source ?? null,
      source_id: one.author?.id ?? null,
      has_own_row: one.hasOwnRow,
      digest: record.key,
      record_keys: one.recordKeys,
      evidence: one.evidence,
      cluster_key: record.clusterKey,
      doi: one.doi,
      title: record.title,
      authors: record.authors,
      author_list: record.authorList
        ? { authors: record.authorList.authors.map(storedAuthor), has_more: record.authorList.hasMore }
        : null,
      venue: record.venue,
      year: record.year,
      citations: record.citations,
      url: record.url,
      pdf_url: one.pdfUrl,
      biblio: one.biblio,
      identifiers: one.identifiers.map(({ kind, value }) => [kind, value]),
      title_key: shown.title_key,
      search_vector: shown.words ?? '',
      display_identifier: shown.display_identifier,
      search_source: one.searchSource,
      is_read: one.isRead,
      is_favorite: one.isFavorite,
      is_added: one.isAdded,
      is_rejected: one.isRejected,
      interest: one.interest,
      interest_at: one.interestAt,
      single_read_at: one.singleReadAt,
      first_seen_at: one.firstSeenAt,
      cite_key: one.citeKey,
    };
  });
  await insertRows(db, 'import_items', rows);
  const tags = publications.flatMap(({ position, tags }) => tags.map((tag) => ({ position, ...tag })));
  await insertRows(db, 'import_tags', tags);
  const notes = publications.flatMap(({ position, notes }) =>
    notes.map(({ id, text, createdAt, updatedAt }) => ({
      position,
      id,
      text,
      words: wordVector(text),
      created_at: createdAt,
      updated_at: updatedAt,
    })),
  );
  await insertRows(db, 'import_notes', notes);
}

const KEEP_FIRST = sql`on conflict do nothing`;

/** Inserts rows whose keys are the columns of a staged table. */
async function insertRows(db: Queries, name: string, rows: readonly object[], onConflict = sql``): Promise<void> {
  if (rows.length === 0) return;
  const table = sql.table(name);
  await sql`
    insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json) ${onConflict}`.execute(
    db,
  );
}

/**
 * Collects statistics of the staged tables. Omits columns with long texts, which take longest and do not affect plans.
 */
export async function analyzeStage(db: Database): Promise<void> {
  await sql`analyze import_items (position, source_id, digest, doi), import_scholars, import_tags,
    import_notes (position, id)`.execute(db);
}

/**
 * What grows by the items of a file, and what grows by the user's entries. Columns are named, because autovacuum then
 * still analyzes the whole tables soon.
 */
const GROWING = {
  publications: sql`
    publications (id, title_key, year, citation_count, doi, merged_into, canonical_id, owner_user_id),
    records (id, publication_id, owner_user_id, source, key), listings, publication_identifiers (publication_id, kind, value, source)`,
  user_publications: sql`
    user_publications, unread, favorites, publication_tags, notes (user_id, id, publication_id), scholars (id, user_id, profile_id),
    profiles (id, source, source_id)`,
};

/**
 * Updates statistics if a table grew by a large part. Otherwise the next statements would get plans for the old sizes,
 * and some could take hours. Does not wait for locks.
 */
export async function analyzeGrown(db: Queries, table: keyof typeof GROWING, added: number): Promise<void> {
  const { rows } = await sql<{ is_due: boolean }>`
    select ${added}::int > 50 + 0.1 * greatest(reltuples, 0) as is_due from pg_class where oid = ${table}::regclass`.execute(
    db,
  );
  if (one(rows, 'the size of a table').is_due) await sql`analyze (skip_locked) ${GROWING[table]}`.execute(db);
}

/** Allows statements of this transaction half an hour, because those of a large file exceed the usual limit. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '30min'`.execute(tx);
}
