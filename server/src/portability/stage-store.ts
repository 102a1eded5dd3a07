import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import type { ImportedScholar, ImportedWork } from './import-record.ts';

/** Any two keys for advisory locks that nobody else uses; the second is the user. */
const IMPORT_LOCK = 0x6c656374 + 16;

export type StagedWork = ImportedWork & {
  readonly position: number;
  /** who is to be asked about it first, should it be new */
  readonly searchSource: string | null;
};

/**
 * Does `work` on a connection of its own, where tables hold a file while it comes in, and while no other import of the user is under way,
 * here or in another process; null when one is. Nobody else sees the tables, no transaction is open, and both end with the connection.
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
      // a connection that broke took both with it
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
      source_id text primary key, is_enabled boolean, image_url text, is_new boolean not null default false
    )`.execute(db);
  await sql`
    create temporary table import_items (
      position integer primary key, source_id text, row_key text, cluster_key text, fingerprint bytea, digest text not null,
      title text not null, title_key text not null, search_vector tsvector not null, author_text text, venue_text text, year integer,
      citation_count integer not null, pub_url text, pdf_url text, doi text, identifiers json not null, display_identifier jsonb,
      search_source text, is_read boolean not null, is_favorite boolean not null, first_seen_at timestamptz
    )`.execute(db);
}

async function dropStage(db: Queries): Promise<void> {
  await sql`drop table if exists pg_temp.import_items, pg_temp.import_scholars`.execute(db);
}

/** Keeps scholars of a file; of one that is named twice, the first. */
export async function stageScholars(db: Queries, scholars: readonly ImportedScholar[]): Promise<void> {
  if (scholars.length === 0) return;
  const rows = scholars.map((one) => ({
    source_id: one.sourceId,
    is_enabled: one.isEnabled,
    image_url: one.imageUrl,
  }));
  await sql`
    insert into import_scholars (source_id, is_enabled, image_url)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r
      (source_id text, is_enabled boolean, image_url text)
    on conflict do nothing`.execute(db);
}

export async function stageWorks(db: Queries, works: readonly StagedWork[]): Promise<void> {
  if (works.length === 0) return;
  const rows = works.map((one) => ({
    p: one.position,
    s: one.sourceId,
    r: one.rowKey,
    c: one.clusterKey,
    f: one.fingerprint?.toString('hex') ?? null,
    h: one.digest,
    t: one.title,
    k: one.titleKey,
    // words are letters, digits and marks: nothing in them needs an escape
    w: one.words.map((word) => `'${word}'`).join(' '),
    a: one.authors,
    v: one.venue,
    y: one.year,
    n: one.citations,
    u: one.url,
    l: one.pdfUrl,
    d: one.doi,
    i: one.identifiers.map(({ kind, value }) => [kind, value]),
    b: one.display,
    q: one.searchSource,
    m: one.isRead,
    g: one.isFavorite,
    e: one.firstSeenAt,
  }));
  await sql`
    insert into import_items
    select r.p, r.s, r.r, r.c, decode(r.f, 'hex'), r.h, r.t, r.k, r.w::tsvector,
      r.a, r.v, r.y, r.n, r.u, r.l, r.d, r.i, nullif(r.b, 'null'), r.q, r.m, r.g, r.e
    from json_to_recordset(${JSON.stringify(rows)}::json) as r
      (p integer, s text, r text, c text, f text, h text, t text, k text, w text, a text, v text, y integer, n integer, u text, l text,
       d text, i json, b jsonb, q text, m boolean, g boolean, e timestamptz)`.execute(db);
}

/** Lets what is analysed in this transaction be a look at 3,000 rows of each table: how much there is, no plan depends on more. */
export async function lookBriefly(tx: Tx): Promise<void> {
  await sql`set local default_statistics_target = 10`.execute(tx);
}

/** Lets the planner know how much there is. To look at texts takes longest, and no plan depends on them. */
export async function analyseStage(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lookBriefly(tx);
    await sql`analyze import_items (position, source_id, row_key, cluster_key, fingerprint, digest, doi)`.execute(tx);
    await sql`analyze import_scholars`.execute(tx);
  });
}

/**
 * After so many rows were added that the tables are others than those of the figures that the planner has: without new ones the next lists would be
 * planned for the small tables of before. Waits for nobody. It names columns, so that the close look, which autovacuum takes within a minute or so,
 * is taken all the same; where less than a tenth has come, autovacuum sees no need either.
 */
export async function analyseOutgrown(db: Database, { works, links }: { works: number; links: number }): Promise<void> {
  const { rows } = await sql<{ is_outgrown: boolean }>`
    select ${works}::int > 50 + 0.1 * greatest(w.reltuples, 0) or ${links}::int > 50 + 0.1 * greatest(l.reltuples, 0) as is_outgrown
    from pg_class w, pg_class l where w.oid = 'publications'::regclass and l.oid = 'user_publications'::regclass`.execute(
    db,
  );
  if (!rows[0]?.is_outgrown) return;
  await db.transaction().execute(async (tx) => {
    await lookBriefly(tx);
    await sql`
      analyze (skip_locked) publications (id, title_key, author_text, venue_text, year, citation_count, pub_url, doi, merged_into, imported_fields),
        publication_sources (source, key, publication_id), publication_identifiers (publication_id, kind, value, source, is_contradicted),
        user_publications (user_id, publication_id, link_number, is_read, is_favorite, is_hidden, first_seen_at, first_scholar_id),
        scholar_publications (user_id, profile_id, publication_id), scholars (id, user_id, profile_id), profiles (id, source, source_id)`.execute(
      tx,
    );
  });
}
