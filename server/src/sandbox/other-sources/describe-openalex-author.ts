import { hashText } from '../random.ts';
import type { ScholarRecord } from '../scholar.ts';

/** A person as OpenAlex's /authors has it: of three two have an ORCID, and none names a Google Scholar profile. */
export function describeOpenAlexAuthor({ id, name, affiliation, interests, works }: ScholarRecord) {
  const number = hashText(`openalex author ${id}`);
  const openalex = `https://openalex.org/A${5_000_000_000 + (number % 100_000_000)}`;
  const digits = orcidOf(id);
  const orcid = digits === null ? null : `https://orcid.org/${digits}`;
  const institution = { id: `https://openalex.org/I${number}`, display_name: affiliation, type: 'education' };
  return {
    id: openalex,
    orcid,
    display_name: name,
    display_name_alternatives: [name],
    works_count: works,
    cited_by_count: works * (number % 40),
    ids: { openalex, ...(orcid === null ? {} : { orcid }) },
    affiliations: [{ institution, years: [2026, 2025] }],
    last_known_institutions: [institution],
    topics: interests.map((interest, at) => ({
      id: `https://openalex.org/T${at + 1}`,
      display_name: interest,
      count: 9,
    })),
  };
}

/** A scholar's ORCID, which of three two have. */
export function orcidOf(scholarId: string): string | null {
  const number = hashText(`openalex author ${scholarId}`);
  return number % 3 === 0 ? null : invalidOrcid(number);
}

/** Digits outside of those that ORCID gives out. */
function invalidOrcid(number: number): string {
  const digits = String(number).padStart(12, '0').slice(-12);
  return `0000-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}`;
}
