import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { withDatabase, withRole } from './connection-address.ts';
import { connect, type ServerConnection } from './restore-store.ts';

/** Whose rights a dump is loaded with. */
export interface LoaderRole {
  /** null: those of the role that restores, which may do nothing beyond its own databases */
  readonly role: string | null;
  /** the replacement's address for that role */
  url(replacement: string): string;
}

/**
 * A role for loading a dump. A dump can hold any statement, and a superuser may start programs and read files on the server (`COPY … FROM PROGRAM`).
 * So if the role that restores has such rights, this creates one without them, which exists until `dropLoader`. `name`: the database that is restored.
 */
export async function makeLoader(server: ServerConnection, url: string, name: string): Promise<LoaderRole> {
  const { rows } = await server.query<{ mayReachServer: boolean }>(`
    select rolsuper or pg_has_role('pg_execute_server_program', 'member') or pg_has_role('pg_read_server_files', 'member')
      or pg_has_role('pg_write_server_files', 'member') as "mayReachServer"
    from pg_roles where rolname = current_user`);
  if (!rows[0]?.mayReachServer) return { role: null, url: (replacement) => withDatabase(url, replacement) };
  const role = roleOf(name);
  const password = randomBytes(24).toString('hex');
  await server.query(
    `create role ${role} login nosuperuser nocreatedb nocreaterole noreplication password '${password}'`,
  );
  return { role, url: (replacement) => withRole(withDatabase(url, replacement), { role, password }) };
}

/** Whether the role may sign in: the server's pg_hba.conf decides. Null if it may, else what the server says. */
export async function findSignInRefusal(url: string): Promise<string | null> {
  try {
    await (await connect(url)).end();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Gives all that the loader made to the role that restores. `url`: the replacement's, as that role. */
export async function takeOver(url: string, role: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(`reassign owned by ${pg.escapeIdentifier(role)} to current_user`);
    await client.query(`drop owned by ${pg.escapeIdentifier(role)}`);
  } finally {
    await client.end();
  }
}

/** Removes the role of a restore, also one that was killed. It must not own anything any more. */
export async function dropLoader(server: ServerConnection, name: string): Promise<void> {
  const role = roleOf(name);
  const { rowCount } = await server.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount) await server.query(`drop role ${role}`);
}

/** The role that loads a dump into the database `name`. One for each database is enough: no two restores of the same one run at once. */
export function roleOf(name: string): string {
  return `lectern_restore_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}
