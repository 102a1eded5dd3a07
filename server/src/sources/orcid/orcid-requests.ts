import type { SourceRequest } from '../record.ts';
import { addressOf } from '../write-request.ts';

/** Requests the personal data of a public record. `orcid` is the sixteen digits with hyphens. */
export function orcidPerson({ baseUrl }: { baseUrl: string }, orcid: string): SourceRequest {
  return {
    // https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/
    url: addressOf(baseUrl, `/v3.0/${encodeURIComponent(orcid)}/person`),
    accept: 'application/json',
    headers: {},
    cost: 1,
  };
}
