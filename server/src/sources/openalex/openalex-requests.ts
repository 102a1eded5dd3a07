import type { SourceRequest } from '../record.ts';
import { addressOf, encodeDoi, plainWords, readKey } from '../write-request.ts';

export interface OpenAlexAccess {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

// https://developers.openalex.org/api-reference/authentication : credits of $0.0001
const COST = { singleton: 0, list: 1, search: 10 } as const;
// https://developers.openalex.org/guides/filtering : more are allowed, but an address ends at about 4 KB
const MOST_DOIS = 50;
/** Some DOIs have several records: all that a page may hold are taken. */
const MOST_RECORDS = 200;
const MAX_FILTER = 3000;
const AUTHOR_FIELDS = 'id,orcid,display_name,cited_by_count,works_count,last_known_institutions,affiliations,topics';
const FIELDS =
  'id,doi,ids,title,display_name,publication_year,authorships,open_access,primary_location,best_oa_location,locations,' +
  'abstract_inverted_index,referenced_works,is_retracted,cited_by_count';

/**
 * DOIs in groups of which each is one request: at most fifty, and no longer than an address may be. One that holds what the filter takes for its
 * own sign goes alone.
 */
export function batchDois(dois: readonly string[]): string[][] {
  const alone = dois.filter((doi) => !fitsFilter(doi)).map((doi) => [doi]);
  const batches: string[][] = [];
  let length = 0;
  for (const doi of dois.filter(fitsFilter)) {
    const size = new URLSearchParams([[doi, '']]).toString().length + '%7C'.length;
    const last = batches.at(-1);
    if (last !== undefined && last.length < MOST_DOIS && length + size <= MAX_FILTER) {
      last.push(doi);
      length += size;
    } else {
      batches.push([doi]);
      length = size;
    }
  }
  return [...batches, ...alone];
}

/** The works with the DOIs of one group of `batchDois`: a single one costs nothing. */
export function openalexByDois(access: OpenAlexAccess, dois: readonly string[]): SourceRequest {
  const [only, ...others] = dois;
  if (only !== undefined && others.length === 0) {
    // The form `doi:` is free; the address of the resolver in its place would cost a list's credit.
    return request(access, `/works/doi:${encodeDoi(only)}`, {}, COST.singleton);
  }
  return request(access, '/works', { filter: `doi:${dois.join('|')}`, 'per-page': String(MOST_RECORDS) }, COST.list);
}

/**
 * A search for a title, in the years around the work's own where it is known. `search` is what the documentation has left for it: it looks into
 * abstracts and full texts too, so the answers need comparing.
 */
export function openalexByTitle(
  access: OpenAlexAccess,
  { title, year }: { title: string; year: number | null },
): SourceRequest {
  const filter = year === null ? null : `publication_year:${year - 1}-${year + 1}`;
  return request(access, '/works', { search: plainWords(title), filter, 'per-page': '5' }, COST.search);
}

/** A search for people by name: as many as one page may reasonably hold, since each search costs the same. */
export function openalexByName(access: OpenAlexAccess, name: string): SourceRequest {
  const parameters = { search: plainWords(name), 'per-page': '25' };
  return request(access, '/authors', parameters, COST.search, AUTHOR_FIELDS);
}

function request(
  { baseUrl, apiKey }: OpenAlexAccess,
  path: string,
  parameters: Readonly<Record<string, string | null>>,
  cost: number,
  select: string = FIELDS,
): SourceRequest {
  const key = readKey(apiKey);
  return {
    url: addressOf(baseUrl, path, { ...parameters, select }),
    accept: 'application/json',
    // The documentation shows `api_key=` in the address; the service takes it here as well, and before that, and here no log sees it.
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    cost,
  };
}

function fitsFilter(doi: string): boolean {
  // a comma parts filters, a bar values
  return !/[|,"]/.test(doi);
}
