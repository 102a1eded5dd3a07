import {
  readArxivId,
  readDoi,
  readOpenAlexAuthorId,
  readOpenAlexId,
  readOrcid,
  readPmcid,
  readPmid,
} from './identifier-values.ts';
import { readPageAddress } from './page-address.ts';
import type { IdentifierKind, RecordAuthor, RecordIdentifier } from './record.ts';

const READERS: Readonly<Record<IdentifierKind, (text: string) => string | null>> = {
  doi: readDoi,
  arxiv: readArxivId,
  pmcid: readPmcid,
  pmid: readPmid,
  openalex: readOpenAlexId,
};
export const IDENTIFIER_KINDS = ['doi', 'arxiv', 'pmcid', 'pmid', 'openalex'] as const;

/** The identifiers in the fields of a record, without duplicates. arXiv's own DOIs are arXiv ids too. */
export function readIdentifiers(
  fields: readonly (readonly [kind: IdentifierKind, value: unknown])[],
): RecordIdentifier[] {
  const found = fields.flatMap(([kind, field]) => {
    const value = readIdentifier(kind, field);
    if (value === null) return [];
    const arxiv = kind === 'doi' ? readArxivId(value) : null;
    return [{ kind, value }, ...(arxiv === null ? [] : [{ kind: 'arxiv' as const, value: arxiv }])];
  });
  return [...new Map(found.map((one) => [`${one.kind}:${one.value}`, one])).values()];
}

/** Reads one value as a kind of identifier; null if it is not one. */
export function readIdentifier(kind: IdentifierKind, value: unknown): string | null {
  return typeof value === 'string' ? READERS[kind](value) : null;
}

/**
 * The identifiers that the addresses of a publication are: of the DOI resolver, arXiv, PubMed, PubMed Central and
 * OpenAlex. A bare number is not an address.
 */
export function readIdentifiersOfAddresses(addresses: readonly unknown[]): RecordIdentifier[] {
  const given = addresses.filter((address) => typeof address === 'string' && readPageAddress(address) !== null);
  return readIdentifiers(given.flatMap((address) => IDENTIFIER_KINDS.map((kind) => [kind, address] as const)));
}

/** The ids of an author at a source. */
export function readAuthorIds(fields: {
  readonly orcid: unknown;
  readonly openalexId?: unknown;
}): Pick<RecordAuthor, 'orcid' | 'openalexId'> {
  const orcid = typeof fields.orcid === 'string' ? readOrcid(fields.orcid) : null;
  const openalexId = typeof fields.openalexId === 'string' ? readOpenAlexAuthorId(fields.openalexId) : null;
  return { ...(orcid === null ? {} : { orcid }), ...(openalexId === null ? {} : { openalexId }) };
}

/**
 * Reads further kinds of identifiers from the addresses of a publication's copies. If two addresses disagree, one of
 * them belongs to another publication, so neither is used.
 */
export function readIdentifiersOfCopies(
  addresses: readonly string[],
  kinds: readonly IdentifierKind[],
  known: readonly RecordIdentifier[],
): RecordIdentifier[] {
  return kinds
    .filter((kind) => !known.some((one) => one.kind === kind))
    .flatMap((kind) => {
      const values = new Set(addresses.flatMap((address) => READERS[kind](address) ?? []));
      return values.size === 1 ? [...values].map((value) => ({ kind, value })) : [];
    });
}
