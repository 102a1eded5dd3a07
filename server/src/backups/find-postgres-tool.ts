import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../platform/errors.ts';

/** A program of PostgreSQL's and its major version. */
export interface PostgresTool {
  readonly program: string;
  readonly major: number;
}

/** Debian keeps each version's programs apart here; the ones on its PATH choose among them. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * The newest pg_dump or pg_restore of this machine: on `path` (as PATH), or where Debian puts them.
 * @throws OperatorError that names the package to install, when there is none or it is older than `atLeast`
 */
export async function findPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  { path, atLeast, debianFolder = DEBIAN_FOLDER }: { path: string; atLeast: number; debianFolder?: string },
): Promise<PostgresTool> {
  const versions = await readdir(debianFolder).catch(() => []);
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), ...path.split(delimiter)];
  let newest: PostgresTool | null = null;
  for (const folder of new Set(folders.filter((one) => one !== ''))) {
    const found = await readTool(join(folder, name));
    if (found && found.major > (newest?.major ?? 0)) newest = found;
  }
  if (newest && newest.major >= atLeast) return newest;
  const lack = newest
    ? `${newest.program} is of PostgreSQL ${newest.major}, too old for this server (PostgreSQL ${atLeast}).`
    : `${name} is missing.`;
  throw new OperatorError(
    `${lack} Install PostgreSQL's client programs, version ${atLeast} or later: on Debian and Ubuntu the package postgresql-client (or postgresql-client-${atLeast}), as in: apt-get install postgresql-client`,
  );
}

async function readTool(program: string): Promise<PostgresTool | null> {
  try {
    await access(program, constants.X_OK);
    const { stdout } = await promisify(execFile)(program, ['--version']);
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return major > 0 ? { program, major } : null;
  } catch {
    return null;
  }
}
