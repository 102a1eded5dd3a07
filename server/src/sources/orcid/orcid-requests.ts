import type { SourceRequest } from '../record.ts';
import { addressOf } from '../write-request.ts';

/** Requests the personal data of a public record. `orcid` is the sixteen digits with hyphens. */
export function orcidPerson(access: { baseUrl: string }, orcid: string): SourceRequest {
  return request(access, orcid, 'person');
}

/** Requests a whole public record: the personal data and summaries of all works. */
export function orcidRecord(access: { baseUrl: string }, orcid: string): SourceRequest {
  return request(access, orcid, 'record');
}

function request({ baseUrl }: { baseUrl: string }, orcid: string, part: 'person' | 'record'): SourceRequest {
  return {
    // https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/
    url: addressOf(baseUrl, `/v3.0/${encodeURIComponent(orcid)}/${part}`),
    accept: 'application/json',
    headers: {},
    cost: 1,
  };
}
