import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../platform/errors.ts';

/** Environment variables for PostgreSQL's own programs, which are searched on PATH. */
export type ToolEnvironment = Readonly<Record<string, string | undefined>>;

/** Debian installs the programs of each version in a folder here. The programs on its PATH are wrappers. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * Finds the newest program of this name, on PATH or in Debian's folders. `atLeast` is the oldest accepted major
 * version.
 * @throws OperatorError that says what to install
 */
export async function findPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  { path, atLeast, debianFolder = DEBIAN_FOLDER }: { path: string; atLeast: number; debianFolder?: string },
): Promise<string> {
  const versions = await readdir(debianFolder).catch(() => []);
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), ...path.split(delimiter)];
  let newest = { program: '', major: 0 };
  for (const folder of new Set(folders.filter((one) => one !== ''))) {
    const program = join(folder, name);
    const major = await readMajor(program);
    if (major > newest.major) newest = { program, major };
  }
  if (newest.major >= atLeast) return newest.program;
  const problem =
    newest.major > 0
      ? `${newest.program} belongs to PostgreSQL ${newest.major}, which is too old for this server (PostgreSQL ${atLeast}).`
      : `${name} is missing.`;
  throw new OperatorError(
    `${problem} Install PostgreSQL's client programs, version ${atLeast} or later: on Debian and Ubuntu apt-get install postgresql-client (or postgresql-client-${atLeast}), on macOS brew install libpq and add its bin folder to PATH.`,
  );
}

/** Returns 0 if the program does not exist or does not work. */
async function readMajor(program: string): Promise<number> {
  try {
    await access(program, constants.X_OK);
    const { stdout } = await promisify(execFile)(program, ['--version']);
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Starts one of PostgreSQL's programs. `ended` resolves with null, or with the program's error output if it failed.
 * Aborting the signal ends it.
 */
export function startTool(
  program: string,
  args: readonly string[],
  {
    environment,
    stdio,
    signal,
  }: { environment: ToolEnvironment; stdio: ['ignore' | 'pipe', 'ignore' | 'pipe' | number]; signal: AbortSignal },
) {
  const env = { ...environment, LC_ALL: 'C', PGCONNECT_TIMEOUT: '15' };
  const child = spawn(program, args, { env, stdio: [...stdio, 'pipe'] });
  const stop = () => void child.kill();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  const ended = once(child, 'close')
    .then(([code, killedBy]) => (code === 0 ? null : errorOutput.trim() || `${program} ended with ${killedBy ?? code}`))
    .finally(() => signal.removeEventListener('abort', stop));
  // a program that cannot be started rejects `ended`; the caller may await that later
  ended.catch(() => undefined);
  return { child, ended };
}

/**
 * Splits the address of a database into one without a password, for a program's arguments, and the environment with the
 * password. Every user of the machine can read arguments.
 */
export function splitPassword(url: string): { address: string; environment: Record<string, string> } {
  const [, scheme = '', account, tail = ''] = /^(postgres(?:ql)?:\/\/)(?:([^/?]*)@)?(.*)$/s.exec(url) ?? [];
  const [user = '', ...words] = (account ?? '').split(':');
  const [place = '', ...query] = tail.split('?');
  let password = words.length > 0 ? decodeURIComponent(words.join(':')) : null;
  const parameters = query.join('?').split('&');
  const kept = parameters.flatMap((parameter) => {
    const [name, value = ''] = parameter.split('=');
    if (name === 'password') password = decodeURIComponent(value);
    // node-postgres calls "no-verify" what libpq calls "require"
    else return parameter === 'sslmode=no-verify' ? ['sslmode=require'] : parameter || [];
    return [];
  });
  const address = `${scheme}${user ? `${user}@` : ''}${place}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
  return { address, environment: password === null ? {} : { PGPASSWORD: password } };
}
