import { hashText } from '../random.ts';
import { jsonResponse, type SourceResponse } from '../response.ts';
import type { ScholarRecord } from '../scholar.ts';
import type { Catalog } from './catalog.ts';
import { scholarOrcid } from './openalex-records.ts';

/** Handles `/orcid/v3.0/{orcid}/person`. Every second record names the profile at Google Scholar, in a form that people use. */
export function handleOrcid(catalog: Catalog, { pathname }: URL): SourceResponse {
  const orcid = /^\/orcid\/v3\.0\/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/person$/.exec(pathname)?.[1];
  const scholar = orcid === undefined ? undefined : catalog.scholars().find(({ id }) => scholarOrcid(id) === orcid);
  if (scholar === undefined) {
    return jsonResponse(
      { 'response-code': 404, 'developer-message': '404 Not Found: The resource was not found.', 'error-code': 9016 },
      404,
    );
  }
  return jsonResponse(describePerson(scholar, `/${orcid}`));
}

/** Whether the scholar's ORCID record names the profile. */
function isNamedByOrcid({ id }: Pick<ScholarRecord, 'id'>): boolean {
  return hashText(`orcid record ${id}`) % 2 === 0;
}

function describePerson(scholar: ScholarRecord, path: string) {
  const [given = '', ...family] = scholar.name.split(' ');
  const home = { 'url-name': 'Home', url: { value: `https://${scholar.emailDomain ?? 'people.example'}/~me` } };
  const profile = { 'url-name': '', url: { value: `http://scholar.google.co.uk/citations?hl=en&user=${scholar.id}` } };
  return {
    name: { 'given-names': { value: given }, 'family-name': { value: family.join(' ') }, visibility: 'public' },
    'researcher-urls': {
      'last-modified-date': null,
      'researcher-url': [home, ...(isNamedByOrcid(scholar) ? [profile] : [])].map((one, at) => ({
        ...one,
        visibility: 'public',
        'put-code': at + 1,
        'display-index': at,
      })),
      path: `${path}/researcher-urls`,
    },
    'external-identifiers': {
      'last-modified-date': null,
      'external-identifier': [],
      path: `${path}/external-identifiers`,
    },
    path: `${path}/person`,
  };
}
