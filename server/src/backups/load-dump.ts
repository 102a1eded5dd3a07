import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../platform/errors.ts';
import { findPostgresTool, splitPassword, startTool, type ToolEnvironment } from './postgres-tools.ts';

/** A dump as an SQL script for psql. */
export interface Dump {
  /** for messages */
  readonly name: string;
  script(signal: AbortSignal): AsyncIterable<Buffer>;
}

const MIN_TOOL_VERSION = 15;
/** for a script that names a role which this server does not have, or which the loading role may not act for */
const ROLES_ADVICE =
  'A script with owners and privileges cannot be restored. Make it with pg_dump --no-owner --no-acl, or in the format custom, or delete its lines with OWNER TO, GRANT and REVOKE.';
const FIRST_LINES = '--\n-- PostgreSQL database dump\n--\n';
const LAST_LINE = '\n-- PostgreSQL database dump complete\n';
/** Newer versions of pg_dump write these lines. They would end our own restricted mode, or are refused in it. */
const [RESTRICT_LINE, UNRESTRICT_LINE] = [/^\\restrict [A-Za-z0-9]+\n/m, /^\\unrestrict [A-Za-z0-9]+\n/m];
/** for a psql that cannot be restricted */
const UPDATE_ADVICE =
  "This psql would also run programs that a dump names. Update PostgreSQL's client programs to 15.14, 16.10, 17.6, 18.0 or later.";
/** Long enough for the comments and settings at the start of a script, and for the comments at its end. */
const EDGE_BYTES = 2048;
/** PostgreSQL 17 and later write this. Earlier servers do not know the setting. */
const NEW_SETTING = 'SET transaction_timeout = 0;\n';

/**
 * Opens a dump: an archive or plain SQL of pg_dump. It recognizes the format by the content, not by the file's name.
 * @throws OperatorError if the file cannot be read or a tool is missing
 */
export async function openDump(file: string, environment: ToolEnvironment): Promise<Dump> {
  const head = await readHead(file);
  if (head.length === 0) throw new OperatorError(`${file} is empty. Nothing was changed.`);
  if (head[0] === 0x1f && head[1] === 0x8b)
    throw new OperatorError(`${file} is compressed with gzip. Decompress it with gunzip first. Nothing was changed.`);
  if (head.toString('latin1') !== 'PGDMP') return { name: file, script: () => createReadStream(file) };
  const program = await findPostgresTool('pg_restore', { path: environment.PATH ?? '', atLeast: MIN_TOOL_VERSION });
  return { name: file, script: (signal) => readArchive(program, file, { environment, signal }) };
}

/** Reads a script from a stream such as a pipe. */
export function readInput(input: Readable): Dump {
  return { name: 'The dump', script: () => input };
}

async function readHead(file: string): Promise<Buffer> {
  try {
    const handle = await open(file, 'r');
    try {
      if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file');
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new OperatorError(
      `Cannot read ${file}: ${error instanceof Error ? error.message : error}. Nothing was changed.`,
    );
  }
}

/** Converts an archive to a script with pg_restore. It leaves out extensions and all schemas except `public`, which is Lectern's. */
async function* readArchive(
  program: string,
  file: string,
  { environment, signal }: { environment: ToolEnvironment; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  const args = ['--no-owner', '--no-acl', '--schema=public', '--file=-', file];
  const { child, ended } = startTool(program, args, { environment, stdio: ['ignore', 'pipe'], signal });
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const problem = await ended;
    if (problem === null) return;
    const hint = problem.includes('unsupported version') ? ' Install a newer pg_restore.' : '';
    throw new OperatorError(`${file} cannot be restored: ${problem}.${hint}`);
  } finally {
    child.kill();
  }
}

/**
 * Loads a dump into an empty database with psql, in one transaction. psql is in its restricted mode, in which a script cannot use psql's own commands. SQL
 * has the rights of the address's role.
 * @throws OperatorError if the dump is incomplete, not a dump, or refused by PostgreSQL
 */
export async function loadDump(
  url: string,
  dump: Dump,
  { environment, signal }: { environment: ToolEnvironment; signal: AbortSignal },
): Promise<void> {
  const program = await findPostgresTool('psql', { path: environment.PATH ?? '', atLeast: MIN_TOOL_VERSION });
  const connection = splitPassword(url);
  const args = [
    ...['--no-psqlrc', '--quiet', '--no-password', '--output=/dev/null', '--single-transaction'],
    // the context of an error can contain a row of the dump, so it is not shown
    ...['--set=ON_ERROR_STOP=1', '--set=VERBOSITY=terse', '--set=SHOW_CONTEXT=never'],
    ...['--file=-', `--dbname=${connection.address}`],
  ];
  const { child, ended } = startTool(program, args, {
    environment: { ...environment, ...connection.environment, PGAPPNAME: 'lectern restore' },
    stdio: ['pipe', 'ignore'],
    signal,
  });
  if (!child.stdin) throw new Error('psql has no standard input');
  const written = await pipeline(restrictScript(dump, signal), child.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  if (written instanceof OperatorError) {
    child.kill();
    throw written;
  }
  const problem = await ended;
  signal.throwIfAborted();
  if (problem !== null) {
    if (/invalid command \\restrict/.test(problem)) throw new OperatorError(UPDATE_ADVICE);
    const hint = / role "/.test(problem) ? ` ${ROLES_ADVICE}` : '';
    throw new OperatorError(`PostgreSQL reported: ${problem.replace(/^psql:\S+: /gm, '')}.${hint}`);
  }
  if (written !== null) throw written;
}

/**
 * Passes the script on in psql's restricted mode, which ends only with a key that the script cannot know. Throws if the first or last lines are not those of
 * pg_dump, because psql would accept a truncated script.
 * https://www.postgresql.org/docs/current/app-psql.html#APP-PSQL-META-COMMAND-RESTRICT
 */
async function* restrictScript(dump: Dump, signal: AbortSignal): AsyncGenerator<Buffer> {
  yield Buffer.from(`\\restrict ${randomBytes(32).toString('hex')}\n`);
  let isHeadChanged = false;
  // the bytes that may belong to the first or last lines
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of dump.script(signal)) {
    held = Buffer.concat([held, chunk]);
    if (held.length < 2 * EDGE_BYTES) continue;
    if (!isHeadChanged) held = changeHead(dump, held);
    isHeadChanged = true;
    yield held.subarray(0, -EDGE_BYTES);
    held = held.subarray(-EDGE_BYTES);
  }
  if (!isHeadChanged) held = changeHead(dump, held);
  const end = held.toString('latin1');
  if (!end.includes(LAST_LINE))
    throw new OperatorError(`${dump.name} is incomplete, because its end is missing. Use another backup.`);
  yield Buffer.from(end.replace(UNRESTRICT_LINE, ''), 'latin1');
}

function changeHead(dump: Dump, bytes: Buffer): Buffer {
  const text = bytes.toString('latin1', 0, EDGE_BYTES);
  if (!text.startsWith(FIRST_LINES))
    throw new OperatorError(`${dump.name} was not made by pg_dump. Restore a file that the backup command made.`);
  const changed = text.replace(NEW_SETTING, '').replace(RESTRICT_LINE, '');
  return Buffer.concat([Buffer.from(changed, 'latin1'), bytes.subarray(EDGE_BYTES)]);
}
