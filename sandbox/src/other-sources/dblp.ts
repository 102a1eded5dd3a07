import type { Publication } from '../publication.ts';
import { hashText } from '../random.ts';
import { jsonResponse, type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';

const schema = 'https://dblp.org/rdf/schema#';
const notFound = '<html><head><title>404 Not Found</title></head><body><h1>Error 404</h1></body></html>';

/** The id of a scholar at DBLP. */
export function dblpPidOf(scholarId: string): string {
  const number = hashText(`dblp person ${scholarId}`);
  return `${number % 400}/${number % 9973}`;
}

/**
 * Handles `POST /dblp/sparql`. It does not evaluate queries: it takes the persons from the `VALUES` of the query and
 * the columns from its `SELECT`, and answers in the format of SPARQL results as the query of the service means it. A
 * person's publications are those with a DOI.
 */
export function handleDblp(catalog: Catalog, { pathname }: URL, body: string): SourceResponse {
  const query = new URLSearchParams(body).get('query') ?? '';
  if (pathname !== '/dblp/sparql') return textResponse(404, notFound);
  const [, select = '', where = ''] = /SELECT\s((?:\?\w+\s+)+)WHERE\s*(\{.*)$/s.exec(query) ?? [];
  const vars = [...select.matchAll(/\?(\w+)/g)].map(([, name = '']) => name);
  if (vars.length === 0 || where.split('{').length !== where.split('}').length)
    return jsonResponse({ exception: 'Invalid SPARQL query' }, 400);
  const values = /VALUES \?person \{([^}]*)\}/.exec(query)?.[1] ?? '';
  const pids = [...values.matchAll(/<https:\/\/dblp\.org\/pid\/([^>]+)>/g)].map(([, pid = '']) => pid);
  const rows = [...pids.flatMap((pid) => describePerson(catalog, pid)), { anybody: 'https://dblp.org/pid/0/1' }];
  const bindings = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => (vars.includes(name) ? [[name, termOf(value)]] : [])),
    ),
  );
  const answer = JSON.stringify({ head: { vars }, results: { bindings } });
  return { status: 200, type: 'application/sparql-results+json', body: answer };
}

function describePerson(catalog: Catalog, pid: string): Record<string, string>[] {
  const scholar = catalog.scholars().find(({ id }) => dblpPidOf(id) === pid);
  if (scholar === undefined) return [];
  const person = `https://dblp.org/pid/${pid}`;
  const publications = catalog.publicationsOf(scholar).filter(({ doi }) => doi !== null);
  return [
    {
      person,
      name: scholar.name,
      classes: `${schema}Creator ${schema}Person`,
      pages: `https://scholar.google.com/citations?user=${scholar.id}`,
      count: String(publications.length),
    },
    ...publications.map((publication, at) => ({
      person,
      ...describePublication(publication, `https://dblp.org/rec/journals/sandbox/${pid.replace('/', '-')}-${at}`),
    })),
  ];
}

function describePublication({ title, authors, year, venue, doi }: Publication, publication: string) {
  return {
    publication,
    title: `${title}.`,
    kinds: `${schema}Publication ${schema}Article`,
    ...(year === null ? {} : { year: String(year) }),
    venue,
    addresses: `https://doi.org/${encodeURI(doi ?? '')}`,
    authors: authors.map((author, at) => `${at + 1} ${author}`).join('\n'),
  };
}

function termOf(value: string) {
  return { type: /^https:\/\/\S+$/.test(value) ? 'uri' : 'literal', value };
}
