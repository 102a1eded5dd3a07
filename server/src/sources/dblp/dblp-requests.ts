import type { SourceRequest } from '../record.ts';
import { addressOf } from '../write-request.ts';
import { personQuery } from './person-query.ts';

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
