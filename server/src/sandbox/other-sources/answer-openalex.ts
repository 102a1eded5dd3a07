import { type Answer, jsonAnswer, textAnswer } from '../answer.ts';
import type { Work } from '../work.ts';
import type { Catalogue } from './catalogue.ts';
import { describeOpenAlexAuthor } from './describe-openalex-author.ts';
import { describeOpenAlexWork } from './describe-openalex-work.ts';
import { knows } from './holdings.ts';

const mostValues = 50;
const wrongSize = 'per-page parameter must be between 1 and 200.';
const notFound =
  '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. ' +
  'If you entered the URL manually please check your spelling and try again.</p>\n';

/** `/openalex/works/{id}`, by OpenAlex id, DOI, PMID or PMCID; `/openalex/works?filter=doi:a|b` and `?search=`, `/openalex/authors?search=`; `select=` in each. */
export function answerOpenAlex(catalogue: Catalogue, url: URL): Answer {
  if (url.pathname.endsWith('/authors')) return answerAuthors(catalogue, url);
  const one = /\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
  if (one === undefined) return answerList(catalogue, url);
  const work = findOne(catalogue, one);
  if (work === undefined) return textAnswer(404, notFound);
  const select = url.searchParams.get('select');
  return answerWith([describeOpenAlexWork(work, url.origin)], select, ([record]) => record);
}

function answerList(catalogue: Catalogue, { searchParams: query, origin }: URL): Answer {
  const size = readSize(query);
  if (size === null) return refuse(wrongSize);
  const filter = query.get('filter') ?? '';
  const { field, values } = readFilter(filter);
  if (values.length > mostValues) {
    return refuse(`Maximum number of values exceeded for ${field}. Decrease values to ${mostValues} or below.`);
  }
  const isSearch = query.has('search') || field.endsWith('.search');
  const found = isSearch
    ? catalogue.byTitle(query.get('search') ?? values.join(' '))
    : [...new Set(values.flatMap((value) => findOne(catalogue, idIn(field, value)) ?? []))];
  const known = found.filter((work) => knows('openalex', work) && isOfYears(filter, work));
  const records = known.slice(0, size).map((work, at) => ({
    ...describeOpenAlexWork(work, origin),
    ...(isSearch ? { relevance_score: 800 / (at + 1) } : {}),
  }));
  const meta = metaOf(known.length, size);
  return answerWith(records, query.get('select'), (results) => ({ meta, results, group_by: [] }));
}

function answerAuthors(catalogue: Catalogue, { searchParams: query }: URL): Answer {
  const size = readSize(query);
  if (size === null) return refuse(wrongSize);
  const found = catalogue.byAuthor(query.get('search') ?? '').map(describeOpenAlexAuthor);
  return answerWith(found.slice(0, size), query.get('select'), (results) => ({
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

function findOne(catalogue: Catalogue, id: string): Work | undefined {
  const [, kind, number] = /^(pmid|pmcid):(?:PMC)?(\d+)$/i.exec(id) ?? [];
  const byNumber = () => catalogue.byId(kind === 'pmid' ? `PMID:${number}` : `PMC${number}`);
  const work = kind !== undefined ? byNumber() : /^W\d+$/i.test(id) ? catalogue.byId(id) : catalogue.byDoi(bareDoi(id));
  return work && knows('openalex', work) ? work : undefined;
}

/** `publication_year:2024` and `publication_year:2023-2025`, alone or beside other conditions. */
function isOfYears(filter: string, { year }: Work): boolean {
  const [, from, to = from] = /(?:^|,)publication_year:(\d{4})(?:-(\d{4}))?(?:,|$)/.exec(filter) ?? [];
  return from === undefined || (year !== null && year >= Number(from) && year <= Number(to));
}

/** The first condition; of others only the year narrows it down here. */
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

function answerWith(records: readonly object[], select: string | null, wrap: (records: readonly object[]) => unknown) {
  if (select === null) return jsonAnswer(wrap(records));
  const wanted = select.split(',').map((name) => name.trim());
  const [sample] = records;
  const unknown = sample && wanted.find((name) => !(name in sample) && name !== 'relevance_score');
  if (unknown !== undefined) return refuse(`${unknown} is not a valid select field.`);
  const chosen = records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => wanted.includes(name))),
  );
  return jsonAnswer(wrap(chosen));
}

function refuse(message: string): Answer {
  return jsonAnswer({ error: 'Invalid query parameters error.', message }, 400);
}
