import { sql } from 'kysely';
import { rowsOf } from '../library/condition-store.ts';
import type { List } from '../library/predicate.ts';
import { citedBy, RETRACTED_REFERENCES } from '../library/reference-store.ts';
import { ABSTRACT_SOURCES, isReliableDoi, SHOWN_PDF } from '../library/shown-store.ts';
import type { Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import type { Detail } from './contract.ts';
import type { Identifier } from './identifiers.ts';

/** The user's run that added a publication to the library; undefined if no run did, or if it was deleted. */
export async function findFirstSeenRun(
  db: Queries,
  userId: number,
  publicationId: number,
): Promise<NonNullable<Detail['first_seen_run']> | undefined> {
  return db
    .selectFrom('user_publications as u')
    .innerJoin('runs as r', 'r.id', 'u.first_seen_run_id')
    .select(['r.id', 'r.trigger_type', 'r.status', 'r.start_dt', 'r.end_dt'])
    .where('u.user_id', '=', userId)
    .where('u.publication_id', '=', publicationId)
    .executeTakeFirst();
}

/** What is left of what the user's rules did to a publication, ordered by the names of the rules. */
export async function listRuleEffects(db: Queries, userId: number, publicationId: number): Promise<Detail['rules']> {
  const { rows } = await sql<Detail['rules'][number]>`
    select * from (
      select r.id, r.name, bool_or(e.marked_read) as marked_read, min(e.acted_at) as acted_at,
        exists (select from favorites f where f.user_id = ${userId} and f.publication_id = ${publicationId} and r.id = any(f.rule_ids)) as marked_favorite,
        array(select t.name from publication_tags k join tags t on t.id = k.tag_id
          where k.user_id = ${userId} and k.publication_id = ${publicationId} and r.id = any(k.rule_ids) order by t.name_key) as tags
      from rule_effects e join publications p on p.id = e.publication_id join rules r on r.id = e.rule_id
      where p.canonical_id = ${publicationId} and e.user_id = ${userId} group by r.id, r.name
    ) r where r.marked_read or r.marked_favorite or r.tags <> '{}' order by r.name, r.id`.execute(db);
  return rows;
}

/** A profile of a scholar, and whether it lists a publication. */
export type ProfileListing = Detail['scholars'][number]['profiles'][number] & { readonly scholar_id: number };

/**
 * The profiles of the user's scholars who account for a publication, the main ones first, and since when each lists it.
 */
export async function listProfileListings(
  db: Queries,
  scholarIds: readonly number[],
  publicationId: number,
): Promise<ProfileListing[]> {
  const { rows } = await sql<ProfileListing>`
    select c.scholar_id, f.source, f.source_id as id, f.crawled_at, (
      select min(l.first_listed_at) from listings l
      where l.profile_id = f.id and l.publication_id = ${publicationId} and l.owner_user_id is null) as first_listed_at
    from scholar_profiles c join profiles f on f.id = c.profile_id join scholars s on s.id = c.scholar_id
    where c.scholar_id = any(${scholarIds}) order by c.scholar_id, f.id <> s.profile_id, f.source, f.source_id`.execute(
    db,
  );
  return rows;
}

export type KnownIdentifier = Identifier & {
  readonly source: string;
  readonly isContradicted: boolean;
  readonly evidenceUrl: string | null;
};

/**
 * All identifiers of a publication, the highest confidence first. A row of a profile is named as evidence only if the
 * user tracks the profile.
 */
export async function listKnownIdentifiers(
  db: Queries,
  userId: number,
  publicationId: number,
): Promise<KnownIdentifier[]> {
  const { rows } = await sql<KnownIdentifier>`
    select i.kind, i.value, i.confidence, i.source, i.is_contradicted as "isContradicted",
      case when i.source <> ${GOOGLE_SCHOLAR} or exists (
        select from scholar_profiles s join profiles f on f.id = s.profile_id
        where s.user_id = ${userId} and f.source = ${GOOGLE_SCHOLAR}
          and f.source_id = substring(i.evidence_url from '[?&](?:citation_for_view|user)=([^&#:%]+)'))
      then i.evidence_url end as "evidenceUrl"
    from (
      -- if members have the same identifier, the one with the highest confidence is shown
      select distinct on (i.kind, i.value) i.* from shown_members m join publication_identifiers i using (publication_id)
      where m.canonical_id = ${publicationId} order by i.kind, i.value, i.confidence desc, publication_id
    ) i
    order by i.confidence desc, i.kind, i.value`.execute(db);
  return rows;
}

/** A URL that the PDF check visited, as `enrichment/pdf-store.ts` stores it. */
export type PdfCandidate = Omit<Detail['pdf_candidates'][number], 'is_chosen'>;

/** The URLs of the last PDF search that a publication shows, in the order of their visits. */
export async function listPdfCandidates(db: Queries, publicationId: number): Promise<PdfCandidate[]> {
  const { rows } = await sql<PdfCandidate>`
    select c.url, c.source, c.version, c.license, c.host, c.reason, c.detail
    from publications p cross join lateral ${SHOWN_PDF} j, rows from (
      jsonb_to_recordset(j.candidates) as (url text, source text, version text, license text, host text, reason text, detail text)
    ) with ordinality as c (url, source, version, license, host, reason, detail, at)
    where p.id = ${publicationId}
    order by c.at`.execute(db);
  return rows;
}

export type SourceKey = Detail['sources'][number];

/**
 * The records through which this user has a publication: its rows on the profiles of the user's scholars, the source's
 * key for all versions, and imports of the user. Profiles that only other users track and imports of other users stay
 * private.
 */
export async function listOwnKeys(db: Queries, userId: number, publicationId: number): Promise<SourceKey[]> {
  const { rows } = await sql<SourceKey>`
    with said as (
      select r.* from records r join publications m on m.id = r.publication_id where m.canonical_id = ${publicationId}
    )
    select source, key, url from said where owner_user_id is null and exists (
      select from listings l join scholar_profiles s on s.profile_id = l.profile_id and s.user_id = ${userId} where l.record_id = said.id)
    union
    select source, cluster_key, null from said where owner_user_id is null and cluster_key is not null
    union
    select source, null, null from said where owner_user_id = ${userId}
    order by 1, 2`.execute(db);
  return rows;
}

/** The sources of a shown list of authors, the best first: those with author ids. */
export const AUTHOR_LIST_SOURCES = ['openalex', 'crossref', 'europepmc', 'arxiv'];

type ShownMetadata = Pick<Detail, 'abstract' | 'abstract_source' | 'authors' | 'authors_source' | 'has_all_authors'>;

/** The best abstract and list of authors of a publication or of those merged into it. Its own come first. */
export async function readMetadata(db: Queries, publicationId: number): Promise<ShownMetadata> {
  const { rows } = await sql<{
    source: string;
    abstract: string | null;
    authors: Omit<Detail['authors'][number], 'position'>[];
    has_all_authors: boolean;
  }>`
    select d.source, d.abstract, d.authors, d.has_all_authors
    from shown_members m join publication_metadata d using (publication_id) where m.canonical_id = ${publicationId}
    order by publication_id = m.canonical_id desc, publication_id`.execute(db);
  const ofAbstract = bySource(rows, ABSTRACT_SOURCES).find(({ abstract }) => abstract !== null);
  const lists = bySource(rows, AUTHOR_LIST_SOURCES).filter(({ authors }) => authors.length > 0);
  const ofAuthors = lists.find(({ has_all_authors }) => has_all_authors) ?? lists[0];
  return {
    abstract: ofAbstract?.abstract ?? null,
    abstract_source: ofAbstract?.source ?? null,
    authors:
      ofAuthors?.authors.map(({ name, orcid, openalex_id }, at) => ({ position: at + 1, name, orcid, openalex_id })) ??
      [],
    authors_source: ofAuthors?.source ?? null,
    has_all_authors: ofAuthors?.has_all_authors ?? true,
  };
}

function bySource<Row extends { readonly source: string }>(rows: readonly Row[], order: readonly string[]): Row[] {
  return order.flatMap((source) => rows.filter((row) => row.source === source));
}

/** A notice as details show it. */
export type ShownNotice = Omit<Detail['notices'][number], 'url'> & { readonly noticeDoi: string | null };

/** The notices about the DOIs of a publication and of those merged into it, the latest first. */
export async function listNotices(db: Queries, publicationId: number): Promise<ShownNotice[]> {
  const { rows } = await sql<ShownNotice>`
    select nature, noticed_on::text, reasons, source, doi, notice_doi as "noticeDoi"
    from (
      -- a notice that both sources have is one
      select distinct on (n.doi, n.nature, n.notice_doi) n.* from notices n
      where n.doi in (
        select i.value from shown_members m join publication_identifiers i on i.publication_id = m.publication_id
        where m.canonical_id = ${publicationId} and ${isReliableDoi(sql`i.value`)})
      order by n.doi, n.nature, n.notice_doi, n.source = 'retraction_watch' desc, n.noticed_on desc nulls last, n.source_id
    ) n order by noticed_on desc nulls last, doi, nature, notice_doi`.execute(db);
  return rows;
}

/** The DOIs of retracted or withdrawn papers that a publication, or one merged into it, cites. */
export async function listRetractedReferences(db: Queries, publicationId: number): Promise<string[]> {
  const { rows } = await sql<{ doi: string }>`
    select distinct n.doi from ${RETRACTED_REFERENCES} where m.canonical_id = ${publicationId} order by n.doi`.execute(
    db,
  );
  return rows.map(({ doi }) => doi);
}

/** How many favorites the details name. */
const MAX_CITED_FAVORITES = 20;

type CitationsInLibrary = Pick<Detail, 'cited_favorites' | 'cited_favorite_count' | 'citing_count'>;

/** Which of the user's favorites a publication cites, and how many publications of the library cite it. */
export async function readCitationsInLibrary(
  db: Queries,
  userId: number,
  publicationId: number,
): Promise<CitationsInLibrary> {
  const citing: List = { condition: { kind: 'cites', publication: publicationId } };
  const { rows } = await sql<CitationsInLibrary>`
    with cited as materialized (
      select p.id as publication_id, p.title, row_number() over (order by p.citation_count desc, p.id) as at
      from favorites f join publications p on p.id = f.publication_id
      where f.user_id = ${userId} and f.publication_id = any(array(${citedBy(publicationId)}))
    )
    select (
        select coalesce(json_agg(json_build_object('publication_id', publication_id, 'title', title) order by at), '[]')
        from cited where at <= ${sql.lit(MAX_CITED_FAVORITES)}) as cited_favorites,
      (select count(*) from cited) as cited_favorite_count,
      (select count(*) from ${rowsOf(userId, citing, 'user_publications')}) as citing_count`.execute(db);
  return one(rows, 'the citations of a publication in the library');
}

/** When the user added a canonical publication without a scholar; null: never, or removed it again. */
export async function readAddedAt(tx: Queries, userId: number, id: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(r.created_at) as at from publications p join records r on r.publication_id = p.id
    where p.canonical_id = ${id} and r.owner_user_id = ${userId} and r.removed_at is null
      and not exists (select from listings l where l.record_id = r.id)`.execute(tx);
  return one(rows, 'the time of an addition').at;
}
