import { noticesOf } from '../history.ts';
import type { Publication } from '../publication.ts';
import { hashText } from '../random.ts';
import type { ScholarRecord } from '../scholar.ts';
import { openAlexIdOf } from './catalog.ts';
import { abstractOf, biblioOf, journalOf, orcidOf as orcidOfName, writeOut } from './describe-publication.ts';
import { listLocations, type PublicationLocation, statusOf } from './locations.ts';
import { arxivPreprintOf } from './neighbors.ts';
import { openAlexAuthorIdOf } from './openalex-author-id.ts';
import { isPreprint, isWholeIssue, pmcidOf, pmidOf } from './traits.ts';

/**
 * A publication in OpenAlex's format: ids are URLs, names are in full, and a publication that is only at arXiv has
 * arXiv's DOI.
 * @param scholarOf the scholar who is the author of this name, if the sandbox has one
 */
export function describeOpenAlexWork(
  given: Publication,
  origin: string,
  scholarOf: (publication: Publication, name: string) => ScholarRecord | undefined,
  fieldOf: (publication: Publication) => string | undefined,
) {
  const publication = given.doi === null && given.arxivId !== null ? arxivPreprintOf(given) : given;
  const doi = publication.doi === null ? null : `https://doi.org/${publication.doi.toLowerCase()}`;
  const id = `https://openalex.org/${openAlexIdOf(publication)}`;
  const [pmid, pmcid] = [pmidOf(publication), pmcidOf(publication)];
  const known = listLocations(publication, origin).filter(({ isAtOpenAlex }) => isAtOpenAlex);
  const locations = known.map((location) => describeLocation(location));
  const best = locations.find(({ is_oa }) => is_oa) ?? null;
  return {
    id,
    doi,
    title: publication.title,
    display_name: publication.title,
    publication_year: publication.year,
    publication_date: publication.year === null ? null : `${publication.year}-01-01`,
    ids: {
      openalex: id,
      ...(doi === null ? {} : { doi }),
      mag: openAlexIdOf(publication).slice(1),
      ...(pmid === null ? {} : { pmid: `https://pubmed.ncbi.nlm.nih.gov/${pmid}` }),
      // OpenAlex omits the letters of a PMCID
      ...(pmcid === null ? {} : { pmcid: `https://www.ncbi.nlm.nih.gov/pmc/articles/${pmcid.replace('PMC', '')}` }),
    },
    language: 'en',
    primary_location: locations[0] ?? null,
    type: isPreprint(publication) ? 'preprint' : isWholeIssue(publication) ? 'paratext' : 'article',
    biblio: biblioOf(publication),
    indexed_in: doi === null ? [] : isPreprint(publication) ? ['datacite'] : ['crossref'],
    open_access: {
      is_oa: best !== null,
      oa_status: statusOf(known),
      oa_url: best?.pdf_url ?? best?.landing_page_url ?? null,
      any_repository_has_fulltext: known.some(({ host }) => host === 'repository'),
    },
    authorships: publication.authors.map((name, at) => ({
      author_position: at === 0 ? 'first' : at === publication.authors.length - 1 ? 'last' : 'middle',
      author: describeAuthor(name, scholarOf(given, name)),
      institutions: [],
      is_corresponding: at === 0,
      raw_author_name: name,
    })),
    primary_topic: { display_name: 'A topic', field: { display_name: fieldOf(given) ?? null } },
    has_fulltext: best !== null,
    is_retracted: noticesOf(publication).findLast(({ nature }) => nature !== 'Correction')?.nature === 'Retraction',
    is_paratext: isWholeIssue(publication),
    cited_by_count: publication.citations,
    locations_count: locations.length,
    locations,
    best_oa_location: best,
    abstract_inverted_index: invertText(abstractOf(publication)),
    referenced_works: [],
    updated_date: '2026-01-01T00:00:00',
  };

  function describeLocation({ host, name, recordId, isOpen, landing, pdf, version, license }: PublicationLocation) {
    const isOwn = host === 'publisher';
    return {
      id: isOwn ? `doi:${publication.doi}` : `pmh:${recordId}`,
      is_oa: isOpen,
      landing_page_url: landing,
      pdf_url: pdf,
      source: {
        id: `https://openalex.org/S${4_000_000_000 + (hashText(name) % 99_999_999)}`,
        display_name: isOwn ? journalOf(publication) : name,
        type: host === 'publisher' ? 'journal' : 'repository',
      },
      license,
      license_id: license === null ? null : `https://openalex.org/licenses/${license}`,
      version: isOpen || isOwn ? version : null,
      is_accepted: version !== 'submittedVersion',
      is_published: version === 'publishedVersion',
    };
  }
}

function describeAuthor(name: string, scholar: ScholarRecord | undefined) {
  return scholar === undefined
    ? {
        id: `https://openalex.org/A${5_000_000_000 + (hashText(name) % 99_999_999)}`,
        display_name: writeOut(name),
        orcid: orcidAddress(orcidOfName(name)),
      }
    : { id: authorAddress(scholar.id), display_name: scholar.name, orcid: orcidAddress(orcidOf(scholar.id)) };
}

function authorAddress(scholarId: string): string {
  return `https://openalex.org/${openAlexAuthorIdOf(scholarId)}`;
}

function orcidAddress(orcid: string | null): string | null {
  return orcid === null ? null : `https://orcid.org/${orcid}`;
}

/** An abstract in OpenAlex's format: each word with its positions. */
function invertText(text: string): Record<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [at, word] of text.split(' ').entries()) index.set(word, [...(index.get(word) ?? []), at]);
  return Object.fromEntries(index);
}

/** A scholar in OpenAlex's format. Two of three have an ORCID; none names a Google Scholar profile. */
export function describeOpenAlexAuthor(
  { id, name, affiliation, interests }: ScholarRecord,
  works: readonly Publication[],
) {
  const number = hashText(`openalex author ${id}`);
  const openalex = authorAddress(id);
  const orcid = orcidAddress(orcidOf(id));
  const institution = { id: `https://openalex.org/I${number}`, display_name: affiliation, type: 'education' };
  return {
    id: openalex,
    orcid,
    display_name: name,
    display_name_alternatives: [name],
    works_count: works.length,
    cited_by_count: works.reduce((sum, { citations }) => sum + citations, 0),
    counts_by_year: countByYear(works),
    ids: { openalex, ...(orcid === null ? {} : { orcid }) },
    affiliations: [{ institution, years: [2026, 2025] }],
    last_known_institutions: [institution],
    topics: interests.map((interest, at) => ({
      id: `https://openalex.org/T${at + 1}`,
      display_name: interest,
      count: 9,
    })),
  };
}

function countByYear(works: readonly Publication[]) {
  const counts = new Map<number, number>();
  for (const { year } of works) if (year !== null) counts.set(year, (counts.get(year) ?? 0) + 1);
  return [...counts].map(([year, works_count]) => ({ year, works_count, cited_by_count: 0 }));
}

/** A scholar's ORCID; two of three have one. */
export function orcidOf(scholarId: string): string | null {
  const number = hashText(`openalex author ${scholarId}`);
  return number % 3 === 0 ? null : invalidOrcid(number);
}

/** ORCID does not assign numbers with this prefix. The last character is the check digit. */
function invalidOrcid(number: number): string {
  const digits = `0000${String(number).padStart(11, '0').slice(-11)}`;
  const total = Array.from(digits).reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}-${digits.slice(12)}${check === 10 ? 'X' : check}`;
}
