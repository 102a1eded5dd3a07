/**
 * Who says what an import says: the `source` of its keys and identifiers. A key leads the imports of the user whose id stands at its end, and the
 * rows of sources that confirm it, and nobody else.
 */
export const IMPORT = 'import';

/** How sure an identifier is that nobody but an import names: enough to be shown and asked about, less than all that a source says. */
export const IMPORT_CONFIDENCE = 0.5;

/** What an import's word on a source's key begins with; the user's id follows, behind a space. */
export function importedKey(source: string, key: string): string {
  return `${source} ${key}`;
}

export function importedFingerprint(fingerprint: Buffer): string {
  return `fingerprint ${fingerprint.toString('hex')}`;
}

/** A work that no source has spoken for: all that it says comes from imports. */
export function isOnlyImported(work: { readonly imported_fields: readonly string[] }): boolean {
  return work.imported_fields.includes('title');
}
