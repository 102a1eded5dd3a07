/** The source of records that a user's import holds, and of the identifiers that these name. */
export const IMPORT = 'import';

/** How certain an identifier is that only an import names: enough to be shown and asked about, less than all that a source says. */
export const IMPORT_CONFIDENCE = 0.5;
