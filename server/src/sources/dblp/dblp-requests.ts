import type { SourceRequest } from '../record.ts';
import { addressOf } from '../write-request.ts';

/**
 * Queries dblp's SPARQL service for a person with all publications. `pid` is like `65/9612` or `l/YannLeCun`. The pages
 * of dblp.org answer programs with a challenge.
 * https://blog.dblp.org/2024/09/09/introducing-our-public-sparql-query-service/
 */
export function dblpPerson({ baseUrl }: { baseUrl: string }, pid: string): SourceRequest {
  return {
    url: addressOf(baseUrl, '/sparql'),
    accept: 'application/sparql-results+json',
    headers: {},
    cost: 0,
    form: { query: personQuery([pid]) },
  };
}

/*
 * The schema is described at https://dblp.org/rdf/schema, the results at https://www.w3.org/TR/sparql11-results-json/.
 */

/** The start of the IRIs of persons and publications, and of dblp's own classes. */
export const PID = 'https://dblp.org/pid/';
export const REC = 'https://dblp.org/rec/';
export const SCHEMA = 'https://dblp.org/rdf/schema#';

/**
 * The columns of an answer. A row is about the person, about somebody to whom an ambiguous name may belong, or about
 * one publication; the columns of the other kinds are then unbound.
 */
export const COLUMNS = {
  person: ['name', 'classes', 'pages', 'count'],
  candidate: ['candidate', 'candidateName'],
  publication: ['publication', 'title', 'kinds', 'year', 'venue', 'volume', 'addresses', 'authors'],
  /** any person at all, which shows that the service has its data */
  anybody: ['anybody'],
} as const;

/** All values of a variable, in one text. Values are IRIs, so a space separates them. */
const allOf = (variable: string, as: string) =>
  `(GROUP_CONCAT(DISTINCT COALESCE(STR(?${variable}), ""); separator=" ") AS ?${as})`;

/**
 * The query for persons with all publications that they wrote: one row for each publication, with its authors. The
 * person's count and the rows have the same conditions, so that they differ only if the answer is not whole.
 */
export function personQuery(pids: readonly string[]): string {
  const persons = `VALUES ?person { ${pids.map((pid) => `<${PID}${pid}>`).join(' ')} }`;
  const columns = Object.values(COLUMNS).flat();
  return `PREFIX dblp: <${SCHEMA}>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
SELECT ?person ${columns.map((name) => `?${name}`).join(' ')} WHERE {
  {
    SELECT ?person ?name ${allOf('class', 'classes')} ${allOf('page', 'pages')} (COUNT(DISTINCT ?work) AS ?count) WHERE {
      ${persons}
      ?person dblp:primaryCreatorName ?name ; rdf:type ?class .
      OPTIONAL { ?person dblp:orcid|dblp:webpage ?page }
      OPTIONAL { ?work dblp:authoredBy ?person ; dblp:title ?workTitle }
    } GROUP BY ?person ?name
  } UNION {
    SELECT ?person ?candidate ?candidateName WHERE {
      ${persons}
      ?person dblp:possibleActualCreator ?candidate .
      ?candidate dblp:primaryCreatorName ?candidateName
    }
  } UNION {
    SELECT ?person ?publication ?title ${allOf('kind', 'kinds')} (SAMPLE(?inYear) AS ?year)
      (SAMPLE(COALESCE(?inJournal, ?inBook, ?in)) AS ?venue) (SAMPLE(?inVolume) AS ?volume) ${allOf('address', 'addresses')}
      (GROUP_CONCAT(DISTINCT CONCAT(STR(?ordinal), " ", ?author); separator="\\n") AS ?authors) WHERE {
      ${persons}
      ?publication dblp:authoredBy ?person ; dblp:title ?title .
      OPTIONAL { ?publication rdf:type ?kind }
      OPTIONAL {
        ?publication dblp:hasSignature ?signature .
        ?signature rdf:type dblp:AuthorSignature ; dblp:signatureOrdinal ?ordinal ; dblp:signatureDblpName ?author
      }
      OPTIONAL { ?publication dblp:yearOfPublication ?inYear }
      OPTIONAL { ?publication dblp:publishedInJournal ?inJournal }
      OPTIONAL { ?publication dblp:publishedInBook ?inBook }
      OPTIONAL { ?publication dblp:publishedIn ?in }
      OPTIONAL { ?publication dblp:publishedInJournalVolume ?inVolume }
      OPTIONAL { ?publication dblp:doi|dblp:documentPage ?address }
    } GROUP BY ?person ?publication ?title
  } UNION {
    SELECT ?anybody WHERE { ?anybody rdf:type dblp:Person } LIMIT 1
  }
}`;
}
