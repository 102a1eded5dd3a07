import type { Publication } from '../publication.ts';
import { hashText } from '../random.ts';
import { jsonResponse, type SourceResponse } from '../response.ts';
import type { ScholarRecord } from '../scholar.ts';
import type { Catalog } from './catalog.ts';
import { orcidOf } from './openalex-records.ts';

/**
 * Handles `/orcid/v3.0/{orcid}/person` and `…/record`. Every second record names the profile at Google Scholar, in a
 * form that people use.
 */
export function handleOrcid(catalog: Catalog, { pathname }: URL): SourceResponse {
  const [, orcid, part] = /^\/orcid\/v3\.0\/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/(person|record)$/.exec(pathname) ?? [];
  const scholar = orcid === undefined ? undefined : catalog.scholars().find(({ id }) => orcidOf(id) === orcid);
  if (scholar === undefined) {
    return jsonResponse(
      { 'response-code': 404, 'developer-message': '404 Not Found: The resource was not found.', 'error-code': 9016 },
      404,
    );
  }
  const person = describePerson(scholar, `/${orcid}`);
  if (part === 'person') return jsonResponse(person);
  const works = catalog.publicationsOf(scholar).filter((publication) => publication.doi !== null);
  return jsonResponse({
    'orcid-identifier': { uri: `https://orcid.org/${orcid}`, path: orcid, host: 'orcid.org' },
    person,
    'activities-summary': { works: { group: works.map(describeWork), path: `/${orcid}/works` } },
    path: `/${orcid}`,
  });
}

/** Whether the scholar's ORCID record names the profile. */
function isNamedByOrcid({ id }: Pick<ScholarRecord, 'id'>): boolean {
  return hashText(`orcid record ${id}`) % 2 === 0;
}

/** A work that the scholar imported from Crossref. */
function describeWork({ title, year, doi }: Publication, at: number) {
  const ids = {
    'external-id': [
      {
        'external-id-type': 'doi',
        'external-id-value': doi,
        'external-id-url': { value: `https://doi.org/${doi}` },
        'external-id-relationship': 'self',
      },
    ],
  };
  const summary = {
    'put-code': at + 1,
    title: { title: { value: title }, subtitle: null, 'translated-title': null },
    'external-ids': ids,
    type: 'journal-article',
    'publication-date': year === null ? null : { year: { value: String(year) }, month: null, day: null },
    visibility: 'public',
    'display-index': '0',
  };
  return { 'external-ids': ids, 'work-summary': [summary] };
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
