import type { KnownWorks, RowMatch } from './match-rows.ts';

/**
 * What led a row to a work that others were merged into, as it is kept beside the keys, the fingerprint and the identifiers that the row brings:
 * '<source> <key>', 'doi <value>' or 'fingerprint <hexadecimal>', the surest that did. Null for any other work: what it has is its own.
 */
export function foundBy(source: string, { publicationId, evidence }: RowMatch, known: KnownWorks): string | null {
  if (publicationId === null || !known.merged.has(publicationId)) return null;
  const { row, doi, fingerprint } = evidence;
  const leads = (key: string | null) => key !== null && known.byKey.get(key) === publicationId;
  if (leads(row.key)) return `${source} ${row.key}`;
  if (leads(row.workKey)) return `${source} ${row.workKey}`;
  if (doi !== null && known.byDoi.get(doi)?.includes(publicationId)) return `doi ${doi}`;
  const hex = fingerprint?.toString('hex');
  return hex !== undefined && known.byFingerprint.get(hex) === publicationId ? `fingerprint ${hex}` : null;
}
