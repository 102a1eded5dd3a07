import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { RunStatus } from '../platform/database/tables.ts';
import type { IdentifierKind } from '../sources/record.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import type { Identifier } from './identifiers.ts';
import { IMPORT } from './imported.ts';

export interface FirstSeenRun {
  readonly id: number;
  readonly trigger_type: 'manual' | 'scheduled';
  readonly status: RunStatus;
  readonly start_dt: Date;
  readonly end_dt: Date | null;
}

/** The user's run that brought a work to the library; undefined when it was none, or is forgotten. */
export async function findFirstSeenRun(
  db: Queries,
  userId: number,
  publicationId: number,
): Promise<FirstSeenRun | undefined> {
  return db
    .selectFrom('user_publications as u')
    .innerJoin('runs as r', 'r.id', 'u.first_seen_run_id')
    .select(['r.id', 'r.trigger_type', 'r.status', 'r.start_dt', 'r.end_dt'])
    .where('u.user_id', '=', userId)
    .where('u.publication_id', '=', publicationId)
    .executeTakeFirst();
}

/** When the profiles of the user's scholars first listed a work, by scholar; none for one of whom only the user says that it is theirs. */
export async function listFirstListed(db: Queries, userId: number, publicationId: number): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('scholars as s')
    .innerJoin('profile_publications as l', 'l.profile_id', 's.profile_id')
    .select(['s.id', 'l.first_listed_at'])
    .where('s.user_id', '=', userId)
    .where('l.publication_id', '=', publicationId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.first_listed_at]));
}

export type KnownIdentifier = Identifier & {
  readonly source: string;
  readonly isContradicted: boolean;
  readonly evidenceUrl: string | null;
};

/** All identifiers of a work, the surest first. A row of a profile is told as evidence if a scholar of the user has that profile. */
export async function listKnownIdentifiers(
  db: Queries,
  userId: number,
  publicationId: number,
): Promise<KnownIdentifier[]> {
  const evidence = sql<string | null>`
    case when publication_identifiers.source <> ${GOOGLE_SCHOLAR} or exists (
      select from scholars s join profiles f on f.id = s.profile_id
      where s.user_id = ${userId} and f.source = ${GOOGLE_SCHOLAR}
        and f.source_id = substring(evidence_url from '[?&](?:citation_for_view|user)=([^&#:%]+)'))
    then evidence_url end`;
  const rows = await db
    .selectFrom('publication_identifiers')
    .select(['kind', 'value', 'confidence', 'source', 'is_contradicted'])
    .select(evidence.as('evidence_url'))
    .where('publication_id', '=', publicationId)
    .orderBy('confidence', 'desc')
    .orderBy('kind')
    .orderBy('value')
    .execute();
  return rows.map((row) => ({
    kind: row.kind as IdentifierKind,
    value: row.value,
    confidence: row.confidence,
    source: row.source,
    isContradicted: row.is_contradicted,
    evidenceUrl: row.evidence_url,
  }));
}

/** A link that was looked at, as `lookups/pdf-store.ts` keeps it. */
export interface PdfCandidate {
  readonly url: string;
  readonly source: string;
  readonly version: string | null;
  readonly license: string | null;
  readonly host: string | null;
  /** null: it is the PDF */
  readonly reason: string | null;
  readonly detail: string | null;
}

/**
 * The links of the last search for a work's PDF, in the order in which they were kept. One that a file named is told if nobody but this user links the
 * work, seen or hidden: only then is it sure whose file that was.
 */
export async function listPdfCandidates(db: Queries, userId: number, publicationId: number): Promise<PdfCandidate[]> {
  const { rows } = await sql<PdfCandidate>`
    select c.url, c.source, c.version, c.license, c.host, c.reason, c.detail
    from pdf_jobs j, rows from (
      jsonb_to_recordset(j.candidates) as (url text, source text, version text, license text, host text, reason text, detail text)
    ) with ordinality as c (url, source, version, license, host, reason, detail, at)
    where j.publication_id = ${publicationId} and (c.source <> ${IMPORT} or not exists (
      select from user_publications u where u.publication_id = j.publication_id and u.user_id <> ${userId}))
    order by c.at`.execute(db);
  return rows;
}

export interface SourceKey {
  readonly source: string;
  /** null: what the user's own files say */
  readonly key: string | null;
}

/**
 * The keys that lead this user to a work: its rows on the profiles of the user's scholars, the source's own key of the work, and whether a file of
 * the user names it. Whose profiles else list it, and what others imported, is nobody's business.
 */
export async function listOwnKeys(db: Queries, userId: number, publicationId: number): Promise<SourceKey[]> {
  const { rows } = await sql<SourceKey>`
    select distinct k.source, case when k.source <> ${IMPORT} then k.key end as key from publication_sources k
    where k.publication_id = ${publicationId} and case
      when k.source = ${IMPORT} then k.key like ${`item ${userId} %`} or k.key like ${`% ${userId}`} and k.key not like 'item %'
      else k.key like 'cluster:%' or exists (
        select from scholars s join profiles f on f.id = s.profile_id
        where s.user_id = ${userId} and f.source = k.source and f.source_id = split_part(k.key, ':', 1))
      end
    order by 1, 2`.execute(db);
  return rows;
}
