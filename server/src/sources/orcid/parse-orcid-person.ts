import { parseScholarId } from '../google-scholar/parse-scholar-id.ts';
import { type Fields, fieldsOf, isFields, listOf, parseJson, textOf } from '../json-fields.ts';

const MAX_LINKS = 200;

/** The Google Scholar profile that a public record names; null if it names none or several. */
export interface OrcidPerson {
  readonly scholarId: string | null;
}

/**
 * Reads the part `person` of a public record (v3.0; v2 has the same names), where people and services add addresses and
 * identifiers. Only the address of a Google Scholar profile counts, not a bare id. Returns null if the body is not such
 * a record.
 */
export function parseOrcidPerson(body: string): OrcidPerson | null {
  return parsePerson(parseJson(body));
}

/** Reads the part `person` of a parsed record. */
export function parsePerson(person: unknown): OrcidPerson | null {
  if (!isFields(person)) return null;
  if (!isFields(person['researcher-urls']) && !isFields(person['external-identifiers'])) return null;
  const ids = new Set(
    listLinks(person)
      .slice(0, MAX_LINKS)
      .flatMap((link) => scholarIdOf(link) ?? []),
  );
  const [only, ...others] = ids;
  return { scholarId: others.length === 0 ? (only ?? null) : null };
}

/** The addresses that a person or a service added to the record. */
export function listLinks(person: Fields): string[] {
  const { 'researcher-urls': urls, 'external-identifiers': identifiers } = person;
  const links = [
    ...listOf(fieldsOf(urls)['researcher-url']).map((one) => fieldsOf(one).url),
    ...listOf(fieldsOf(identifiers)['external-identifier']).map((one) => fieldsOf(one)['external-id-url']),
  ];
  return links.flatMap((link) => textOf(fieldsOf(link).value) ?? []);
}

function scholarIdOf(address: string | null): string | null {
  // twelve characters alone may be a user name at another site
  return address?.includes('/') ? parseScholarId(address) : null;
}
