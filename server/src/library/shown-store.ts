import { type RawBuilder, sql } from 'kysely';

/**
 * The confidence of an identifier if a record that was requested by it agrees with the publication, or if the record of
 * another version states it, until its own record contradicts that.
 */
export const CONFIRMED = 0.95;

/** An identifier with less confidence was contradicted. Lectern neither shows it nor looks it up. */
export const MIN_CONFIDENCE = 0.5;

/** The rank of a PDF status in the order of lists; 0 if Lectern never searched for a PDF. */
export const PDF_RANK = sql`case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end`;

/**
 * A subquery for a lateral join: the PDF search that the canonical publication `p` shows, which is the best of its
 * members' (view shown_members). A search stays with the publication that it was made for. Private members of a public
 * publication do not count.
 */
export const SHOWN_PDF = sql`(
    select j.* from publications m join enrichment j on j.publication_id = m.id
    where m.canonical_id = p.id and m.owner_user_id is not distinct from p.owner_user_id
    order by ${PDF_RANK} desc, m.id = p.id desc, m.id limit 1)`;

/**
 * A subquery: when the user of the entry `u` was told that the canonical publication `p`, or one merged into it, was
 * published after it had been a preprint.
 */
export const BECAME_PUBLISHED = sql`case when p.stage = 'published' then (
    select max(t.published_at) from publications m join published_preprints t on t.publication_id = m.id
    where m.canonical_id = p.id and t.user_id = u.user_id) end`;

/** The best source first: publishers and PubMed. */
export const ABSTRACT_SOURCES = ['crossref', 'europepmc', 'arxiv', 'openalex'];
/** Enough for two or three lines. */
const MAX_LENGTH = 300;

/**
 * A subquery: the abstract that the canonical publication `p` shows. It is that of the best source, as in its details.
 */
export const SHOWN_ABSTRACT = sql`(
    select d.abstract from shown_members m join publication_metadata d using (publication_id)
    where m.canonical_id = p.id and d.abstract is not null
    order by array_position(${sql.val(ABSTRACT_SOURCES)}::text[], d.source::text), m.publication_id = p.id desc, m.publication_id limit 1)`;

/** A subquery: the beginning of this abstract. */
export const ABSTRACT_START = sql`left(${SHOWN_ABSTRACT}, ${sql.lit(MAX_LENGTH)})`;

/**
 * Whether a row `i` of publication_identifiers says for sure that the publication has this DOI: a record that was
 * requested by it agrees in title and authors. A DOI in a text or an import, or one that a person typed, may be that of
 * another publication.
 */
export function isReliableDoi(doi: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`i.kind = 'doi' and i.value = ${doi} and not i.is_contradicted and i.confidence >= ${sql.lit(CONFIRMED)}`;
}

/** Joins the canonical publications `p` that show a DOI and have it for sure. */
export function joinShowing(doi: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    join publication_identifiers i on ${isReliableDoi(doi)} join publications m on m.id = i.publication_id
    join publications p on p.id = m.canonical_id and p.doi = ${doi} and p.owner_user_id is not distinct from m.owner_user_id`;
}

/** Whether a user has read, starred, tagged or noted a canonical publication of their library. */
export function isKnownTo(userId: RawBuilder<unknown>, publicationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(not exists (select from unread k where k.user_id = ${userId} and k.publication_id = ${publicationId})
    or exists (select from favorites k where k.user_id = ${userId} and k.publication_id = ${publicationId})
    or exists (select from publication_tags k where k.user_id = ${userId} and k.publication_id = ${publicationId})
    or exists (
      select from notes k join publications m on m.id = k.publication_id where k.user_id = ${userId} and m.canonical_id = ${publicationId}))`;
}

/**
 * A subquery: the notice that says what the paper with a DOI is now, with `nature`, `noticed_on` and `notice_doi`. It
 * is computed when it is read, so it always follows from all notices. The word of Retraction Watch counts before that
 * of a publisher, also of what a notice is that both have; then the latest one, but at Crossref a concern counts last,
 * because a retraction often has the date of the paper there. Of the same day a retraction counts before a
 * reinstatement, and that before a concern. A reinstatement without a date counts as the latest. Corrections and
 * notices of preprints do not count.
 */
export function currentNotice(doi: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select * from (
      select current.doi, current.nature, current.noticed_on, current.notice_doi from notices current
      where current.doi = ${doi} and current.nature <> 'correction' and not current.is_of_preprint
        and (current.source = 'retraction_watch' or not exists (
          select from notices o where o.doi = current.doi and o.source = 'retraction_watch'
            and coalesce(o.notice_doi, o.noticed_on::text) = coalesce(current.notice_doi, current.noticed_on::text)))
      order by current.source = 'retraction_watch' desc, current.source = 'crossref' and current.nature = 'concern', current.nature = 'reinstatement' and current.noticed_on is null desc, current.noticed_on desc nulls last,
        array_position('{retraction,withdrawal,reinstatement,concern}', current.nature), current.source_id
      limit 1
    ) current where current.nature <> 'reinstatement')`;
}

/** A subquery: the same notice if it says that the paper was retracted or withdrawn. */
export function currentRetraction(doi: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select n.* from ${currentNotice(doi)} n where n.nature in ('retraction', 'withdrawal'))`;
}

/**
 * A subquery for a lateral join: the notice that says what the canonical publication `p` is. Only notices about the DOI
 * that the publication shows count.
 */
export const SHOWN_NOTICE = sql`(
    select n.* from ${currentNotice(sql`p.doi`)} n where exists (
      select from shown_members m join publication_identifiers i on i.publication_id = m.publication_id
      where m.canonical_id = p.id and ${isReliableDoi(sql`p.doi`)}))`;
