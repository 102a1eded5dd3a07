import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { RunStatus } from '../platform/database/tables.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import type { Identifier } from './identifiers.ts';
import { shownPdf } from './shown-pdf-store.ts';

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
    .innerJoin('listings as l', 'l.profile_id', 's.profile_id')
    .select(['s.id', (eb) => eb.fn.min('l.first_listed_at').as('first_listed_at')])
    .where('s.user_id', '=', userId)
    .where('l.publication_id', '=', publicationId)
    .where('l.owner_user_id', 'is', null)
    .groupBy('s.id')
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
  const { rows } = await sql<KnownIdentifier>`
    select i.kind, i.value, i.confidence, i.source, i.is_contradicted as "isContradicted",
      case when i.source <> ${GOOGLE_SCHOLAR} or exists (
        select from scholars s join profiles f on f.id = s.profile_id
        where s.user_id = ${userId} and f.source = ${GOOGLE_SCHOLAR}
          and f.source_id = substring(i.evidence_url from '[?&](?:citation_for_view|user)=([^&#:%]+)'))
      then i.evidence_url end as "evidenceUrl"
    from (
      -- members may have the same identifier: the most certain one is shown
      select distinct on (i.kind, i.value) i.* from publications m join publications c on c.id = m.canonical_id
      join publication_identifiers i on i.publication_id = m.id
      where m.canonical_id = ${publicationId} and m.owner_user_id is not distinct from c.owner_user_id
      order by i.kind, i.value, i.confidence desc, m.id
    ) i
    order by i.confidence desc, i.kind, i.value`.execute(db);
  return rows;
}

/** A link that was looked at, as `enrichment/pdf-store.ts` keeps it. */
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

/** The links of the last search for the PDF that a publication shows, in the order in which they were kept. */
export async function listPdfCandidates(db: Queries, publicationId: number): Promise<PdfCandidate[]> {
  const { rows } = await sql<PdfCandidate>`
    select c.url, c.source, c.version, c.license, c.host, c.reason, c.detail
    from ${shownPdf(sql`${publicationId}::bigint`)} j, rows from (
      jsonb_to_recordset(j.candidates) as (url text, source text, version text, license text, host text, reason text, detail text)
    ) with ordinality as c (url, source, version, license, host, reason, detail, at)
    order by c.at`.execute(db);
  return rows;
}

export interface SourceKey {
  readonly source: string;
  /** null: what the user's own files say */
  readonly key: string | null;
}

/**
 * The records that lead this user to a publication: its rows on the profiles of the user's scholars, the source's own key of all versions, and whether a file
 * of the user names it. Which other profiles list it, and what others imported, is nobody's business.
 */
export async function listOwnKeys(db: Queries, userId: number, publicationId: number): Promise<SourceKey[]> {
  const { rows } = await sql<SourceKey>`
    with said as (
      select r.* from records r join publications m on m.id = r.publication_id where m.canonical_id = ${publicationId}
    )
    select source, key from said where owner_user_id is null and exists (
      select from listings l join scholars s on s.profile_id = l.profile_id and s.user_id = ${userId} where l.record_id = said.id)
    union
    select source, cluster_key from said where owner_user_id is null and cluster_key is not null
    union
    select source, null from said where owner_user_id = ${userId}
    order by 1, 2`.execute(db);
  return rows;
}
