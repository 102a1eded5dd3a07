import { type RawBuilder, sql } from 'kysely';

/**
 * The name of a scholar `s`; `profile` is the alias of its profile in the statement. It is the name at the source or, until the first crawl,
 * the name in the user's import; null if both are unknown.
 */
export function scholarName(profile = 'p'): RawBuilder<string | null> {
  return sql`coalesce(${sql.ref(`${profile}.display_name`)}, s.imported_name)`;
}

/** The name of a scholar, or its id at the source if the name is unknown. */
export function scholarLabel(profile = 'p'): RawBuilder<string> {
  return sql`coalesce(${scholarName(profile)}, ${sql.ref(`${profile}.source_id`)})`;
}
