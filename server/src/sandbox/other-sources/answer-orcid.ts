import { type Answer, jsonAnswer } from '../answer.ts';
import { hashText } from '../random.ts';
import type { ScholarRecord } from '../scholar.ts';
import type { Catalogue } from './catalogue.ts';
import { orcidOf } from './describe-openalex-author.ts';

/** `/orcid/v3.0/{orcid}/person`: every second record names the profile at Google Scholar, as people write such an address. */
export function answerOrcid(catalogue: Catalogue, { pathname }: URL): Answer {
  const orcid = /^\/orcid\/v3\.0\/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/person$/.exec(pathname)?.[1];
  const scholar = orcid === undefined ? undefined : catalogue.scholars().find(({ id }) => orcidOf(id) === orcid);
  if (scholar === undefined) {
    return jsonAnswer(
      { 'response-code': 404, 'developer-message': '404 Not Found: The resource was not found.', 'error-code': 9016 },
      404,
    );
  }
  return jsonAnswer(describePerson(scholar, `/${orcid}`));
}

/** Whether the record of somebody who has one names the profile. */
export function isNamedByOrcid({ id }: Pick<ScholarRecord, 'id'>): boolean {
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
