import type { SourceRequest } from '../record.ts';
import { addressOf } from '../write-request.ts';

/** Requests the page of a person with all publications, as XML. `pid` is like `65/9612` or `l/YannLeCun`. https://dblp.org/faq/13501473.html */
export function dblpPerson({ baseUrl }: { baseUrl: string }, pid: string): SourceRequest {
  const path = pid.split('/').map(encodeURIComponent).join('/');
  return { url: addressOf(baseUrl, `/pid/${path}.xml`), accept: 'application/xml', headers: {}, cost: 0 };
}
