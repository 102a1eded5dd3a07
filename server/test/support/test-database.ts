import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The same server's address with another database's name. */
export function withDatabase(serverUrl: string, name: string): string {
  return serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}

/** Runs one statement on the server's own database. */
export async function queryServer(serverUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A database of a test's own: migrated, with an administrator if asked, or empty. `drop` ends whatever still uses it;
 * the run drops what nobody dropped.
 */
export async function makeTestDatabase({
  empty = false,
  admin = false,
} = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('databaseServer');
  const name = `${inject('runPrefix')}${randomBytes(6).toString('hex')}`;
  const template = inject(admin ? 'adminTemplateDatabase' : 'templateDatabase');
  await queryServer(server, `create database ${name}${empty ? '' : ` template ${template}`}`);
  return {
    url: withDatabase(server, name),
    drop: async () => void (await queryServer(server, `drop database if exists ${name} with (force)`)),
  };
}
