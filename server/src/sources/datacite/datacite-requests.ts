import type { SourceRequest } from '../record.ts';
import { addressOf } from '../write-request.ts';

export interface DataciteAccess {
  readonly baseUrl: string;
}

const FIELDS = 'doi,titles,creators,publicationYear,types,dates,relatedIdentifiers';

/** Requests the records of DOIs without a comma, at most fifty. https://support.datacite.org/docs/api */
export function dataciteByDois({ baseUrl }: DataciteAccess, dois: readonly string[]): SourceRequest {
  const parameters = { ids: dois.join(','), 'page[size]': String(dois.length), 'fields[dois]': FIELDS };
  return { url: addressOf(baseUrl, '/dois', parameters), accept: 'application/vnd.api+json', headers: {}, cost: 0 };
}
