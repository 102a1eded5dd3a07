import type { Static } from 'typebox';
import type { FoundPerson } from '../sources/person.ts';
import type { Candidate } from './contract.ts';

/** Somebody who was found, as the wire has it; `tracked` is the user's own scholar with that profile, `sourceUrl` the address of Google Scholar. */
export function candidateOf(
  person: FoundPerson,
  tracked: { id: number; profile_image_url: string | null } | undefined,
  sourceUrl: string,
): Static<typeof Candidate> {
  const { scholarId } = person;
  return {
    scholar_id: scholarId,
    display_name: person.name,
    affiliation: person.affiliation,
    email_domain: person.emailDomain,
    cited_by_count: person.citedByCount,
    interests: [...person.interests],
    profile_url: scholarId === null ? person.pageUrl : `${sourceUrl}/citations?user=${scholarId}&hl=en`,
    profile_image_url: tracked?.profile_image_url ?? null,
    orcid: person.orcid,
    source: person.source,
    tracked_scholar_profile_id: tracked?.id ?? null,
  };
}
