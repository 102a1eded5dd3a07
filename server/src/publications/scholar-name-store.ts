import { type RawBuilder, sql } from 'kysely';

/**
 * The name of a scholar `s`, whose profile goes by `profile` in the statement: what the source says; until the profile has been read, what the user's file
 * said; null when neither is known.
 */
export function scholarName(profile = 'p'): RawBuilder<string | null> {
  return sql`coalesce(${sql.ref(`${profile}.display_name`)}, s.imported_name)`;
}

/** The name of a scholar, or its id at the source when there is none. */
export function scholarLabel(profile = 'p'): RawBuilder<string> {
  return sql`coalesce(${scholarName(profile)}, ${sql.ref(`${profile}.source_id`)})`;
}
