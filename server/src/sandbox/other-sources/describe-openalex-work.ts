import { hashText } from '../random.ts';
import type { Work } from '../work.ts';
import { openAlexIdOf } from './catalogue.ts';
import { abstractOf, journalOf, orcidOf, writeOut } from './describe-work.ts';
import { isPreprint, isWholeIssue } from './draw-traits.ts';
import { pmcidOf, pmidOf } from './holdings.ts';
import { listLocations, statusOf, type WorkLocation } from './list-locations.ts';
import { asArxivPreprint } from './neighbours.ts';

/** A work as OpenAlex tells it: addresses for ids, names in full, and a DOI for what is at arXiv alone. */
export function describeOpenAlexWork(given: Work, origin: string) {
  const work = given.doi === null && given.arxivId !== null ? asArxivPreprint(given) : given;
  const doi = work.doi === null ? null : `https://doi.org/${work.doi.toLowerCase()}`;
  const id = `https://openalex.org/${openAlexIdOf(work)}`;
  const [pmid, pmcid] = [pmidOf(work), pmcidOf(work)];
  const known = listLocations(work, origin).filter(({ isAtOpenAlex }) => isAtOpenAlex);
  const locations = known.map((location) => describeLocation(location));
  const best = locations.find(({ is_oa }) => is_oa) ?? null;
  return {
    id,
    doi,
    title: work.title,
    display_name: work.title,
    publication_year: work.year,
    publication_date: work.year === null ? null : `${work.year}-01-01`,
    ids: {
      openalex: id,
      ...(doi === null ? {} : { doi }),
      mag: openAlexIdOf(work).slice(1),
      ...(pmid === null ? {} : { pmid: `https://pubmed.ncbi.nlm.nih.gov/${pmid}` }),
      // OpenAlex leaves out the letters that belong to such an id
      ...(pmcid === null ? {} : { pmcid: `https://www.ncbi.nlm.nih.gov/pmc/articles/${pmcid.replace('PMC', '')}` }),
    },
    language: 'en',
    primary_location: locations[0] ?? null,
    type: isPreprint(work) ? 'preprint' : isWholeIssue(work) ? 'paratext' : 'article',
    indexed_in: doi === null ? [] : isPreprint(work) ? ['datacite'] : ['crossref'],
    open_access: {
      is_oa: best !== null,
      oa_status: statusOf(known),
      oa_url: best?.pdf_url ?? best?.landing_page_url ?? null,
      any_repository_has_fulltext: known.some(({ host }) => host === 'repository'),
    },
    authorships: work.authors.slice(0, 100).map((name, at) => ({
      author_position: at === 0 ? 'first' : at === work.authors.length - 1 ? 'last' : 'middle',
      author: {
        id: `https://openalex.org/A${5_000_000_000 + (hashText(name) % 99_999_999)}`,
        display_name: writeOut(name),
        orcid: orcidAddressOf(name),
      },
      institutions: [],
      is_corresponding: at === 0,
      raw_author_name: name,
    })),
    has_fulltext: best !== null,
    is_retracted: false,
    is_paratext: isWholeIssue(work),
    cited_by_count: work.citations,
    locations_count: locations.length,
    locations,
    best_oa_location: best,
    abstract_inverted_index: invertText(abstractOf(work)),
    referenced_works: [],
    updated_date: '2026-01-01T00:00:00',
  };

  function describeLocation({ host, name, recordId, isOpen, landing, pdf, version, license }: WorkLocation) {
    const isOwn = host === 'publisher';
    return {
      id: isOwn ? `doi:${work.doi}` : `pmh:${recordId}`,
      is_oa: isOpen,
      landing_page_url: landing,
      pdf_url: pdf,
      source: {
        id: `https://openalex.org/S${4_000_000_000 + (hashText(name) % 99_999_999)}`,
        display_name: isOwn ? journalOf(work) : name,
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

function orcidAddressOf(name: string): string | null {
  const orcid = orcidOf(name);
  return orcid === null ? null : `https://orcid.org/${orcid}`;
}

/** A text as OpenAlex gives abstracts: each word with its positions. */
function invertText(text: string): Record<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [at, word] of text.split(' ').entries()) index.set(word, [...(index.get(word) ?? []), at]);
  return Object.fromEntries(index);
}
