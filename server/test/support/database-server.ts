import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createFirstAdmin } from '../../src/accounts/set-up.ts';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { openEmbeddedDatabase } from '../../src/platform/database/embedded.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { MIGRATION_STEPS } from '../../src/upgrade/finish-migration-store.ts';
import { ADMIN } from './admin.ts';
import { queryServer, withDatabase } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
    templateDatabase: string;
    /** the same with ADMIN, so that no test has to wait for the hash of a password */
    adminTemplateDatabase: string;
  }
}

/** One PostgreSQL for all tests: the server that TEST_DATABASE_URL names, else an embedded one; and migrated templates to clone. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const dataDir = given ? null : await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const embedded = dataDir ? await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => {} }) : null;
  const server = given ?? embedded?.url ?? '';
  const template = `lectern_template_${process.pid}`;
  const adminTemplate = `${template}_admin`;
  await queryServer(server, `create database ${template}`);
  await changeDatabase(withDatabase(server, template), ({ db, pool }) => migrateToLatest(db, pool, MIGRATION_STEPS));
  await queryServer(server, `create database ${adminTemplate} template ${template}`);
  await changeDatabase(withDatabase(server, adminTemplate), ({ db }) =>
    createFirstAdmin({ db, config: { publicUrl: null } }, ADMIN),
  );
  const [row] = await queryServer(server, 'show server_version');
  console.log(`PostgreSQL ${String(row?.server_version)}, ${given ? 'as TEST_DATABASE_URL names it' : 'embedded'}`);
  project.provide('databaseServer', server);
  project.provide('templateDatabase', template);
  project.provide('adminTemplateDatabase', adminTemplate);
  return async () => {
    for (const name of [template, adminTemplate]) await queryServer(server, `drop database ${name} with (force)`);
    await embedded?.close();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  };
}

async function changeDatabase(url: string, change: (to: ReturnType<typeof connectDatabase>) => Promise<unknown>) {
  const onError = (error: Error) => {
    throw error;
  };
  const connections = connectDatabase({ url, maxConnections: 2, name: 'test', onError });
  await change(connections);
  await connections.close();
}
