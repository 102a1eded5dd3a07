import { parseScholarId } from '../google-scholar/parse-scholar-id.ts';
import { fieldsOf, isFields, listOf, parseJson, textOf } from '../json-fields.ts';

const MOST_LINKS = 200;

/** What a public record names; null in it: no Google Scholar profile, or several. */
export interface OrcidPerson {
  readonly scholarId: string | null;
}

/**
 * The part `person` of a public record (v3.0; v2 has the same names): addresses and identifiers that the person, or a service, added. Only an address of
 * a profile at Google Scholar counts, not a bare id. Null for what is no such record.
 */
export function parseOrcidPerson(body: string): OrcidPerson | null {
  const person = parseJson(body);
  if (!isFields(person)) return null;
  const { 'researcher-urls': urls, 'external-identifiers': identifiers } = person;
  if (!isFields(urls) && !isFields(identifiers)) return null;
  const links = [
    ...listOf(fieldsOf(urls)['researcher-url']).map((one) => fieldsOf(one).url),
    ...listOf(fieldsOf(identifiers)['external-identifier']).map((one) => fieldsOf(one)['external-id-url']),
  ];
  const ids = new Set(links.slice(0, MOST_LINKS).flatMap((link) => scholarIdOf(textOf(fieldsOf(link).value)) ?? []));
  const [only, ...others] = ids;
  return { scholarId: others.length === 0 ? (only ?? null) : null };
}

function scholarIdOf(address: string | null): string | null {
  // twelve letters alone may be anybody's name elsewhere
  return address?.includes('/') ? parseScholarId(address) : null;
}
