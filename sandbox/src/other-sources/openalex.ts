import type { Publication } from '../publication.ts';
import { jsonResponse, redirectResponse, type SourceResponse, textResponse } from '../response.ts';
import type { ScholarRecord } from '../scholar.ts';
import type { Catalog } from './catalog.ts';
import { openAlexAuthorIdOf } from './openalex-author-id.ts';
import { describeOpenAlexAuthor, describeOpenAlexWork } from './openalex-records.ts';
import { isIndexedBy } from './traits.ts';

const maxValues = 50;
const wrongSize = 'per-page parameter must be between 1 and 200.';
const notFound =
  '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. ' +
  'If you entered the URL manually please check your spelling and try again.</p>\n';

/**
 * Handles `/openalex/works/{id}` by OpenAlex id, DOI, PMID or PMCID, `/openalex/works?filter=doi:a|b` and `?search=`,
 * and `/openalex/authors?search=`, `/openalex/authors/{id}`, and an author's works:
 * `/openalex/works?filter=author.id:A1|A2`. Each takes `select=`.
 */
export function handleOpenAlex(catalog: Catalog, url: URL): SourceResponse {
  if (url.pathname.endsWith('/authors')) return handleAuthors(catalog, url);
  const author = /\/authors\/(A\d+)$/.exec(url.pathname)?.[1];
  if (author !== undefined) return handleAuthor(catalog, author, url);
  const one = /\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
  if (one === undefined) return handleList(catalog, url);
  const publication = findOne(catalog, one);
  if (publication === undefined) return textResponse(404, notFound);
  const select = url.searchParams.get('select');
  return respondWith(
    [describeOpenAlexWork(publication, url.origin, catalog.scholarOf, catalog.fieldOf)],
    select,
    ([record]) => record,
  );
}

function handleList(catalog: Catalog, { searchParams: query, origin }: URL): SourceResponse {
  const size = readSize(query);
  if (size === null) return refuse(wrongSize);
  const filter = query.get('filter') ?? '';
  if (filter.includes('from_created_date')) return refuseBeyondPlan();
  const { field, values } = readFilter(filter);
  if (values.length > maxValues) {
    return refuse(`Maximum number of values exceeded for ${field}. Decrease values to ${maxValues} or below.`);
  }
  const isSearch = query.has('search') || field.endsWith('.search');
  const found = isSearch
    ? catalog.byTitle(query.get('search') ?? values.join(' '))
    : [...new Set(values.flatMap((value) => findOne(catalog, idIn(field, value)) ?? []))];
  const known =
    field === 'author.id'
      ? values.flatMap((value) => worksOf(catalog, catalog.byOpenAlexAuthor(value)))
      : found.filter((publication) => isIndexedBy('openalex', publication) && isOfYears(filter, publication));
  const first = size * (Math.max(1, Number.parseInt(query.get('page') ?? '1', 10)) - 1);
  const records = known.slice(first, first + size).map((publication, at) => ({
    ...withFirstAuthors(describeOpenAlexWork(publication, origin, catalog.scholarOf, catalog.fieldOf)),
    ...(isSearch ? { relevance_score: 800 / (at + 1) } : {}),
  }));
  const meta = metaOf(known.length, size);
  return respondWith(records, query.get('select'), (results) => ({ meta, results, group_by: [] }));
}

/** A list of works names the first hundred authors of each; a single work names all. */
function withFirstAuthors(work: ReturnType<typeof describeOpenAlexWork>) {
  return { ...work, authorships: work.authorships.slice(0, 100) };
}

function handleAuthors(catalog: Catalog, { searchParams: query }: URL): SourceResponse {
  const size = readSize(query);
  if (size === null) return refuse(wrongSize);
  const found = catalog
    .byAuthor(query.get('search') ?? '')
    .map((scholar) => describeOpenAlexAuthor(scholar, worksOf(catalog, scholar)));
  return respondWith(found.slice(0, size), query.get('select'), (results) => ({
    meta: metaOf(found.length, size),
    results,
    group_by: [],
  }));
}

function handleAuthor(catalog: Catalog, id: string, url: URL): SourceResponse {
  const scholar = catalog.byOpenAlexAuthor(id);
  if (scholar === undefined || scholar.movedTo === null) return textResponse(404, notFound);
  if (scholar.movedTo !== undefined) {
    const location = `${url.origin}/openalex/authors/${openAlexAuthorIdOf(scholar.movedTo)}${url.search}`;
    return { ...redirectResponse(location), status: 301 };
  }
  const author = describeOpenAlexAuthor(scholar, worksOf(catalog, scholar));
  return respondWith([author], url.searchParams.get('select'), ([record]) => record);
}

/** The works of an author and of those merged into it, the newest first. */
function worksOf(catalog: Catalog, scholar: ScholarRecord | undefined): readonly Publication[] {
  if (scholar === undefined || scholar.movedTo !== undefined) return [];
  const merged = catalog.scholars().filter(({ movedTo }) => movedTo === scholar.id);
  return [scholar, ...merged]
    .flatMap((one) => catalog.publicationsOf(one))
    .filter((publication) => isIndexedBy('openalex', publication))
    .sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
}

/** OpenAlex refuses what a free key does not include with the status of a rate limit. */
function refuseBeyondPlan(): SourceResponse {
  return jsonResponse({ error: 'Plan upgrade required', message: 'from_created_date requires a paid plan.' }, 429);
}

function readSize(query: URLSearchParams): number | null {
  const size = Number.parseInt(query.get('per-page') ?? query.get('per_page') ?? '25', 10);
  return size >= 1 && size <= 200 ? size : null;
}

function metaOf(count: number, size: number) {
  return { count, db_response_time_ms: 3, page: 1, per_page: size, groups_count: null };
}

function findOne(catalog: Catalog, id: string): Publication | undefined {
  const [, kind, number] = /^(pmid|pmcid):(?:PMC)?(\d+)$/i.exec(id) ?? [];
  const byNumber = () => catalog.byId(kind === 'pmid' ? `PMID:${number}` : `PMC${number}`);
  const publication =
    kind !== undefined ? byNumber() : /^W\d+$/i.test(id) ? catalog.byId(id) : catalog.byDoi(bareDoi(id));
  return publication && isIndexedBy('openalex', publication) ? publication : undefined;
}

/** Checks `publication_year:2024` or `publication_year:2023-2025` in a filter. */
function isOfYears(filter: string, { year }: Publication): boolean {
  const [, from, to = from] = /(?:^|,)publication_year:(\d{4})(?:-(\d{4}))?(?:,|$)/.exec(filter) ?? [];
  return from === undefined || (year !== null && year >= Number(from) && year <= Number(to));
}

/** Reads the first condition of a filter. Of the others, only the year has an effect here. */
function readFilter(filter: string): { field: string; values: readonly string[] } {
  const [, field = '', value = ''] = /^([\w.]+):(.*?)(?:,[\w.]+:.*)?$/s.exec(filter) ?? [];
  return { field, values: field === '' ? [] : field.endsWith('.search') ? [value] : value.split('|') };
}

function idIn(field: string, value: string): string {
  const [, bare = value] = /^(?:https?:\/\/openalex\.org\/)?(.*)$/s.exec(value) ?? [];
  const kind = field.replace(/^ids\./, '');
  return kind === 'pmid' || kind === 'pmcid' ? `${kind}:${bare.replace(/^.*\//, '')}` : bare;
}

function bareDoi(text: string): string {
  return text.replace(/^doi:/i, '').replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '');
}

function respondWith(records: readonly object[], select: string | null, wrap: (records: readonly object[]) => unknown) {
  if (select === null) return jsonResponse(wrap(records));
  const wanted = select.split(',').map((name) => name.trim());
  const [sample] = records;
  const unknown = sample && wanted.find((name) => !(name in sample) && name !== 'relevance_score');
  if (unknown !== undefined) return refuse(`${unknown} is not a valid select field.`);
  const chosen = records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => wanted.includes(name))),
  );
  return jsonResponse(wrap(chosen));
}

function refuse(message: string): SourceResponse {
  return jsonResponse({ error: 'Invalid query parameters error.', message }, 400);
}
