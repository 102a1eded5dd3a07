import { describe, expect, it } from 'vitest';
import { answerOf, PERSON, publicationRow } from '../../test/fixtures/dblp-answer.ts';
import { hasRecorded, readRecorded } from '../../test/fixtures/read-fixture.ts';
import { listedRecord } from '../../test/support/openalex-stub.ts';
import { parseArxivFeed } from './arxiv/parse-arxiv-feed.ts';
import { parseBiorxivDetails } from './biorxiv/parse-biorxiv-details.ts';
import { parseCrossrefWorks } from './crossref/parse-crossref-works.ts';
import { parseDataciteDois } from './datacite/parse-datacite-dois.ts';
import { parseDblpPerson } from './dblp/parse-dblp-person.ts';
import { parseEuropePmcResults } from './europepmc/parse-europepmc-results.ts';
import { isFields, parseJson } from './json-fields.ts';
import { parseOpenAlexList } from './openalex/parse-openalex-list.ts';
import { parseOpenAlexWorks } from './openalex/parse-openalex-works.ts';
import { parseOrcidRecord } from './orcid/parse-orcid-record.ts';

/**
 * A changed format never loses data silently: an answer in which a field is renamed everywhere reads as before, or it
 * is refused. Only what a source may leave out of all entries is excepted.
 */

interface Source {
  readonly parse: (body: string) => unknown;
  readonly answers: () => readonly string[];
  /** fields that a source leaves out of entries that do not have them, or that fall back to another one */
  readonly optional: RegExp;
  /** how many entries an answer has at least, so that their having no field is not a coincidence */
  readonly minEntries: number;
}

const recorded = (kind: string, from: string): string[] => {
  if (!hasRecorded(from)) return [];
  const lines = readRecorded('MANIFEST.tsv').toString('utf8').split('\n');
  const paths = lines.map((line) => line.split('\t')).flatMap(([path = '', , , , is]) => (is === kind ? path : []));
  return paths.filter((path) => path.startsWith(`${from}/`)).map((path) => readRecorded(path).toString('utf8'));
};

/** Recorded records of DataCite, which are in one file, as an answer. */
function dataciteAnswer(): string[] {
  if (!hasRecorded('versions')) return [];
  const lines = readRecorded('versions/arxiv-datacite/records_shared.jsonl').toString('utf8').split('\n');
  return [`{"data":[${lines.slice(0, 20).join(',')}]}`];
}

const BIORXIV_VERSION = {
  doi: '10.1101/000001',
  title: 'A title',
  authors: 'Lee, A.',
  date: '2020-01-01',
  version: '1',
};

const SOURCES: Readonly<Record<string, Source>> = {
  'OpenAlex list': {
    parse: parseOpenAlexList,
    answers: () => [
      JSON.stringify({ meta: { count: 3 }, results: [1, 2, 3].map(listedRecord) }),
      ...recorded('openalex-works-list', 'openalex'),
    ],
    optional:
      /\.(?:doi|pmid|pmcid|orcid|openalex|title|display_name|raw_author_name|landing_page_url|pdf_url|is_oa|best_oa_location|locations|abstract_inverted_index)$/,
    minEntries: 3,
  },
  'OpenAlex look-up': {
    parse: parseOpenAlexWorks,
    answers: () => recorded('openalex-works-list', 'openalex'),
    optional:
      /\.(?:pmid|pmcid|doi|orcid|openalex|title|display_name|raw_author_name|author_position|oa_url|is_oa|license|host_organization_name|issn_l|issn|volume|issue|first_page|last_page)$|abstract_inverted_index\.|\.source\.type$|best_oa_location\./,
    minEntries: 3,
  },
  Crossref: {
    parse: parseCrossrefWorks,
    answers: () => recorded('crossref-works-query', 'crossref'),
    optional:
      /\.(?:author|title|container-title|abstract|relation|update-to|updated-by|volume|issue|page|article-number|ISSN|resource|primary|URL|ORCID|given|family|name|published.*|posted|reference)$|\.(?:relation|update-to|updated-by|reference|published[^.]*|posted)\./,
    minEntries: 3,
  },
  arXiv: {
    parse: parseArxivFeed,
    answers: () => recorded('arxiv-atom', 'arxiv'),
    optional: /doi|title/,
    minEntries: 3,
  },
  'Europe PMC': {
    parse: parseEuropePmcResults,
    answers: () => recorded('europepmc-search', 'europepmc'),
    optional: /.*/,
    minEntries: 3,
  },
  DataCite: {
    parse: parseDataciteDois,
    answers: dataciteAnswer,
    optional:
      /\.(?:name|nameType|givenName|familyName|relationType|relatedIdentifier|relatedIdentifierType|date|dateType|dateInformation|title)$/,
    minEntries: 3,
  },
  bioRxiv: {
    parse: parseBiorxivDetails,
    answers: () => [
      JSON.stringify({ messages: [{ status: 'ok' }], collection: [{ ...BIORXIV_VERSION, published: '10.1000/a' }] }),
    ],
    optional: /^$/,
    minEntries: 1,
  },
  ORCID: {
    parse: parseOrcidRecord,
    answers: () => recorded('orcid-record', 'orcid'),
    optional:
      /\.(?:journal-title|display-index|credit-name|name|given-names|family-name|researcher-urls?|external-identifiers?|url|external-id-url)(?:\.|$)|person|journal-title/,
    minEntries: 3,
  },
  DBLP: {
    parse: parseDblpPerson,
    answers: () => [answerOf([PERSON, publicationRow(1), publicationRow(2), publicationRow(3)])],
    optional: /\.(?:volume|pages)(?:\.|$)/,
    minEntries: 3,
  },
};

/** The paths of all fields of a value, through lists. */
function pathsIn(value: unknown, path = '', found = new Set<string>()): Set<string> {
  for (const one of Array.isArray(value) ? value : [value]) {
    if (!isFields(one)) continue;
    for (const [name, inner] of Object.entries(one)) {
      found.add(`${path}.${name}`);
      pathsIn(inner, `${path}.${name}`, found);
    }
  }
  return found;
}

/** A value with the field at a path renamed in all objects. */
function renamed(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, [name, ...rest]));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== name) return [key, inner];
      return rest.length === 0 ? [`nx-${key}`, inner] : [key, renamed(inner, rest)];
    }),
  );
}

/** Each mutation of an answer with its path. */
function* mutationsOf(body: string): Generator<[path: string, body: string]> {
  const json = parseJson(body);
  if (json !== undefined) {
    for (const path of pathsIn(json)) yield [path, JSON.stringify(renamed(json, path.split('.').slice(1)))];
    return;
  }
  const names = new Set([...body.matchAll(/<([\w:]+)[\s>]/g)].map(([, name = '']) => name));
  for (const name of names)
    if (name !== 'feed') yield [`.${name}`, body.replaceAll(new RegExp(`<(/?)${name}(?=[\\s>/])`, 'g'), '<$1nx-$2')];
}

describe.each(Object.entries(SOURCES))('%s', (_name, { parse, answers, optional, minEntries }) => {
  const bodies = answers()
    .filter((body) => countEntries(body) >= minEntries)
    .slice(0, 5);

  it.skipIf(bodies.length === 0)('loses nothing silently if a field is renamed', () => {
    const lost: string[] = [];
    let count = 0;
    for (const body of bodies) {
      const before = JSON.stringify(parse(body));
      if (before === 'null') continue;
      for (const [path, mutated] of mutationsOf(body)) {
        count += 1;
        const after = parse(mutated);
        const isRefused = after === null || (isFields(after) && after.kind !== undefined && after.kind !== 'found');
        if (!isRefused && JSON.stringify(after) !== before && !optional.test(path)) lost.push(path);
      }
    }
    expect([...new Set(lost)]).toEqual([]);
    expect(count).toBeGreaterThan(5);
  });
});

/** The number of entries of the longest list in an answer. */
function countEntries(body: string): number {
  return Math.max(body.split('<entry>').length - 1, longestList(parseJson(body), 0));
}

function longestList(value: unknown, depth: number): number {
  if (depth > 3) return 0;
  if (Array.isArray(value)) return value.length;
  return isFields(value) ? Math.max(0, ...Object.values(value).map((inner) => longestList(inner, depth + 1))) : 0;
}
