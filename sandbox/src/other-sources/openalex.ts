import type { Publication } from '../publication.ts';
import { jsonResponse, type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { describeOpenAlexAuthor, describeOpenAlexWork } from './openalex-records.ts';
import { isIndexedBy } from './traits.ts';

const maxValues = 50;
const wrongSize = 'per-page parameter must be between 1 and 200.';
const notFound =
  '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. ' +
  'If you entered the URL manually please check your spelling and try again.</p>\n';

/**
 * Handles `/openalex/works/{id}` by OpenAlex id, DOI, PMID or PMCID, `/openalex/works?filter=doi:a|b` and `?search=`, and
 * `/openalex/authors?search=`. Each takes `select=`.
 */
export function handleOpenAlex(catalog: Catalog, url: URL): SourceResponse {
  if (url.pathname.endsWith('/authors')) return handleAuthors(catalog, url);
  const one = /\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
  if (one === undefined) return handleList(catalog, url);
  const publication = findOne(catalog, one);
  if (publication === undefined) return textResponse(404, notFound);
  const select = url.searchParams.get('select');
  return respondWith([describeOpenAlexWork(publication, url.origin, catalog.scholarOf)], select, ([record]) => record);
}

function handleList(catalog: Catalog, { searchParams: query, origin }: URL): SourceResponse {
  const size = readSize(query);
  if (size === null) return refuse(wrongSize);
  const filter = query.get('filter') ?? '';
  const { field, values } = readFilter(filter);
  if (values.length > maxValues) {
    return refuse(`Maximum number of values exceeded for ${field}. Decrease values to ${maxValues} or below.`);
  }
  const isSearch = query.has('search') || field.endsWith('.search');
  const found = isSearch
    ? catalog.byTitle(query.get('search') ?? values.join(' '))
    : [...new Set(values.flatMap((value) => findOne(catalog, idIn(field, value)) ?? []))];
  const known = found.filter((publication) => isIndexedBy('openalex', publication) && isOfYears(filter, publication));
  const records = known.slice(0, size).map((publication, at) => ({
    ...describeOpenAlexWork(publication, origin, catalog.scholarOf),
    ...(isSearch ? { relevance_score: 800 / (at + 1) } : {}),
  }));
  const meta = metaOf(known.length, size);
  return respondWith(records, query.get('select'), (results) => ({ meta, results, group_by: [] }));
}

function handleAuthors(catalog: Catalog, { searchParams: query }: URL): SourceResponse {
  const size = readSize(query);
  if (size === null) return refuse(wrongSize);
  const found = catalog.byAuthor(query.get('search') ?? '').map(describeOpenAlexAuthor);
  return respondWith(found.slice(0, size), query.get('select'), (results) => ({
    meta: metaOf(found.length, size),
    results,
    group_by: [],
  }));
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
