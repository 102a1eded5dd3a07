/** A work as a page of an author's list has it. */
export function listedRecord(n: number) {
  return {
    id: `https://openalex.org/W${900 + n}`,
    doi: `https://doi.org/10.5555/counted.${n}`,
    ids: { openalex: `https://openalex.org/W${900 + n}`, doi: `https://doi.org/10.5555/counted.${n}` },
    title: `Counting the trees of lake ${n}`,
    publication_year: 2000 + (n % 20),
    type: 'article',
    cited_by_count: n,
    authorships: [{ author: { id: 'https://openalex.org/A77', display_name: 'Ada Counter', orcid: null } }],
    primary_location: { source: { display_name: 'Journal of Counting', type: 'journal' } },
  };
}

/**
 * What an author at OpenAlex answers: the works that the author counts, the works that the list counts, and those that
 * the list has.
 */
export interface AuthorAnswers {
  works_count: number;
  count: number;
  listed: number;
  /** the works name nobody, as if the source had left the authors out */
  isAnonymous?: boolean;
}

/** The response to a request for the author A77 or a page of its list. */
export function answerAuthor(path: string, { works_count, count, listed, isAnonymous = false }: AuthorAnswers): string {
  const url = new URL(path, 'http://openalex.example');
  if (url.pathname.startsWith('/authors/'))
    return JSON.stringify({
      id: 'https://openalex.org/A77',
      display_name: 'Ada Counter',
      orcid: null,
      works_count,
      counts_by_year: [],
    });
  // enrichment finds nothing
  if (url.searchParams.get('filter') !== 'author.id:A77') return JSON.stringify({ meta: { count: 0 }, results: [] });
  const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per-page'))];
  const works = Array.from({ length: listed }, (_, n) => ({
    ...listedRecord(listed - n),
    ...(isAnonymous ? { authorships: [] } : {}),
  }));
  return JSON.stringify({ meta: { count }, results: works.slice((page - 1) * size, page * size) });
}
