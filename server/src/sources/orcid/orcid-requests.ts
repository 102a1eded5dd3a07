import type { SourceRequest } from '../record.ts';
import { addressOf } from '../write-request.ts';

/** What somebody's public record says of the person; `orcid` is the sixteen digits with their hyphens. */
export function orcidPerson({ baseUrl }: { baseUrl: string }, orcid: string): SourceRequest {
  return {
    // https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/
    url: addressOf(baseUrl, `/v3.0/${encodeURIComponent(orcid)}/person`),
    accept: 'application/json',
    headers: {},
    cost: 1,
  };
}
