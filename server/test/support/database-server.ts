import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { openEmbeddedDatabase } from '../../src/platform/database/embedded.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { queryServer, withDatabase } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
    templateDatabase: string;
  }
}

/** One PostgreSQL for all tests: the server that TEST_DATABASE_URL names, else an embedded one; and a migrated template to clone. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const dataDir = given ? null : await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const embedded = dataDir ? await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => {} }) : null;
  const server = given ?? embedded?.url ?? '';
  const template = `lectern_template_${process.pid}`;
  await queryServer(server, `create database ${template}`);
  const connections = connectDatabase({
    url: withDatabase(server, template),
    maxConnections: 2,
    name: 'test',
    onError: (error) => {
      throw error;
    },
  });
  await migrateToLatest(connections.db, connections.pool);
  await connections.close();
  const [row] = await queryServer(server, 'show server_version');
  console.log(`PostgreSQL ${String(row?.server_version)}, ${given ? 'as TEST_DATABASE_URL names it' : 'embedded'}`);
  project.provide('databaseServer', server);
  project.provide('templateDatabase', template);
  return async () => {
    await queryServer(server, `drop database ${template} with (force)`);
    await embedded?.close();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  };
}
