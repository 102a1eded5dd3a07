import { OperatorError } from '../platform/errors.ts';
import { type Code, listCode } from './code-store.ts';
import { createDatabaseLike, dropDatabase, type ServerConnection } from './database-store.ts';
import { withDatabase } from './postgres-tools.ts';
import { workOnDatabase } from './work-on-database.ts';

const MAX_NAMES = 3;

/**
 * Refuses a restored database with functions, triggers or other code that this version does not create itself, because the service would run it later with the
 * rights of its own role. Compares with an empty database, because each version of PostgreSQL writes definitions in its own way.
 * @throws OperatorError that names the first of them
 */
export async function requireOwnCode(
  server: ServerConnection,
  { restored, url, name, reference }: { restored: string; url: string; name: string; reference: string },
): Promise<void> {
  await createDatabaseLike(server, reference, name);
  let own: Code[];
  try {
    own = await workOnDatabase(withDatabase(url, reference), async (db, migrate) => {
      await migrate();
      return listCode(db);
    });
  } finally {
    await dropDatabase(server, reference);
  }
  const known = new Map(own.map((code) => [code.name, code.definition]));
  const found = await workOnDatabase(restored, listCode);
  const foreign = found.filter((code) => known.get(code.name) !== code.definition).map((code) => code.name);
  if (foreign.length === 0) return;
  const more = foreign.length > MAX_NAMES ? ` and ${foreign.length - MAX_NAMES} more` : '';
  throw new OperatorError(
    `The dump has code that is not Lectern's: ${foreign.slice(0, MAX_NAMES).join(', ')}${more}. The service would run it with the rights of a role that may run programs on the server. Remove it and make the dump again, or restore as a role without these rights.`,
  );
}
