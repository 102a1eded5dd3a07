import { OperatorError } from '../platform/errors.ts';
import type { Target } from './restore-store.ts';

/** Schemas that are the product's: its own, and that of the job queue of 0.1.0. */
const OWN_SCHEMAS = new Set(['public', 'graphile_worker']);

/**
 * Whether a restored database may take another's place. `oldest`: the migration that every database of the product has.
 * @throws OperatorError in words, when it may not or cannot
 */
export function refuseTarget(target: Target, { oldest, mayReplace }: { oldest: string; mayReplace: boolean }): void {
  const { name, role, schemas, users, publications } = target;
  const refuse = (words: string): never => {
    throw new OperatorError(`${words} Nothing was changed.`);
  };
  const foreign = schemas.filter((schema) => !OWN_SCHEMAS.has(schema));
  if (foreign.length > 0)
    refuse(
      `Database ${name} has tables in schemas that are not Lectern's (${foreign.join(', ')}); a restore would remove them. Give Lectern a database of its own.`,
    );
  if (!mayReplace && schemas.includes('public') && target.oldestMigration !== oldest)
    refuse(
      `Database ${name} has tables that are not Lectern's. To have them replaced by the dump, add --wipe-public; or restore into an empty database.`,
    );
  if (!mayReplace && users + publications > 0)
    refuse(
      `Database ${name} is not empty: it has ${users} user(s) and ${publications} publication(s). To have all of it replaced by the dump, add --wipe-public.`,
    );
  if (!target.ownsIt)
    refuse(
      `Database ${name} does not belong to role ${role}, so a restored one cannot take its place. As a superuser: ALTER DATABASE "${name}" OWNER TO "${role}"`,
    );
  if (!target.mayCreate)
    refuse(
      `Role ${role} may not create databases; a restore makes a new one and puts it in the old one's place. As a superuser: ALTER ROLE "${role}" CREATEDB`,
    );
}
