import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { createFirstAdmin } from '../../src/accounts/set-up.ts';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { MIGRATION_STEPS } from '../../src/upgrade/finish-migration-store.ts';
import { ADMIN } from './admin.ts';
import { hashFiles } from './hash-files.ts';
import { useTestCluster } from './test-cluster.ts';
import { queryServer, withDatabase } from './test-database.ts';

const MAKES_A_TEMPLATE = ['migrations', 'src/platform/database', 'src/upgrade', 'src/accounts'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
);

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
    templateDatabase: string;
    /** with which the names of this run's databases and data folders begin */
    runPrefix: string;
    /** the same with ADMIN, so that no test has to wait for the hash of a password */
    adminTemplateDatabase: string;
  }
}

/**
 * One PostgreSQL for all tests: the server that TEST_DATABASE_URL names, else an embedded one that stays between runs;
 * and migrated templates to clone. A template stays as long as nothing changes that makes it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? { url: given, release: async () => undefined } : await useTestCluster(project.name);
  const server = cluster.url;
  const template = `lectern_template_${await hashFiles(MAKES_A_TEMPLATE)}`;
  const adminTemplate = `${template}_admin`;
  const unfinished = `${template}_${process.pid}`;
  const finish = async (name: string) => {
    const renamed = await queryServer(server, `alter database ${unfinished} rename to ${name}`).catch(() => null);
    if (renamed !== null) return;
    // another run, which began at the same time, has made it
    await queryServer(server, `drop database ${unfinished}`);
    if (!(await exists(server, name))) throw new Error(`The template ${name} was not made.`);
  };
  if (!(await exists(server, template))) {
    await queryServer(server, `create database ${unfinished}`);
    await changeDatabase(withDatabase(server, unfinished), ({ db, pool }) =>
      migrateToLatest(db, pool, MIGRATION_STEPS),
    );
    await finish(template);
  }
  if (!(await exists(server, adminTemplate))) {
    await queryServer(server, `create database ${unfinished} template ${template}`);
    await changeDatabase(withDatabase(server, unfinished), ({ db }) =>
      createFirstAdmin({ db, config: { publicUrl: null } }, ADMIN),
    );
    await finish(adminTemplate);
  }
  const [row] = await queryServer(server, 'show server_version');
  console.log(`PostgreSQL ${String(row?.server_version)}, ${given ? 'as TEST_DATABASE_URL names it' : 'embedded'}`);
  const prefix = `lectern_test_${randomBytes(4).toString('hex')}_`;
  project.provide('databaseServer', server);
  project.provide('runPrefix', prefix);
  project.provide('templateDatabase', template);
  project.provide('adminTemplateDatabase', adminTemplate);
  return async () => {
    // those of the services that the files of a process share
    const left = await queryServer(server, `select datname from pg_database where starts_with(datname, '${prefix}')`);
    for (const { datname } of left)
      await queryServer(server, `drop database if exists ${String(datname)} with (force)`);
    const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
    for (const folder of folders) await rm(join(tmpdir(), folder), { recursive: true, force: true });
    // each project of a run ends with this, and the first one drops them
    if (given)
      for (const name of [template, adminTemplate])
        await queryServer(server, `drop database if exists ${name} with (force)`);
    await cluster.release();
  };
}

async function exists(server: string, database: string): Promise<boolean> {
  return (await queryServer(server, `select from pg_database where datname = '${database}'`)).length > 0;
}

async function changeDatabase(url: string, change: (to: ReturnType<typeof connectDatabase>) => Promise<unknown>) {
  const onError = (error: Error) => {
    throw error;
  };
  const connections = connectDatabase({ url, maxConnections: 2, name: 'test', onError });
  await change(connections);
  await connections.close();
}
