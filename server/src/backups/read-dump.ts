import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explainFileError } from '../platform/database/embedded-files.ts';
import { OperatorError } from '../platform/errors.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { findPostgresTool, startTool, type ToolEnvironment } from './postgres-tools.ts';

/** A dump as an SQL script, which can be read several times. */
export interface Dump {
  /** for messages */
  readonly name: string;
  script(signal: AbortSignal): AsyncIterable<Buffer>;
}

/** What a restore takes from a dump. Everything else in it is ignored, so no statement of a dump ever runs. */
export type DumpPart =
  | { readonly kind: 'encoding'; readonly name: string }
  /** in the schema `public`; the rows are in PostgreSQL's text format. They must be read before the next part. */
  | { readonly kind: 'rows'; readonly table: string; readonly columns: string[]; readonly rows: AsyncIterable<Buffer> }
  | { readonly kind: 'sequence'; readonly name: string; readonly value: string; readonly isCalled: boolean };

const MIN_TOOL_VERSION = 15;
const FIRST_LINES = ['--', '-- PostgreSQL database dump', '--'];
const LAST_LINE = '-- PostgreSQL database dump complete';
const END_OF_ROWS = Buffer.from('\\.\n');

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

/**
 * Saves a script from a stream such as a pipe below `folder`, because a restore reads it twice, and removes it after
 * `work`.
 */
export async function withInput<T>(input: Readable, folder: string, work: (dump: Dump) => Promise<T>): Promise<T> {
  const place = await makeFolder(folder, 0o700)
    .then(() => mkdtemp(join(folder, 'restore-')))
    .catch((error: unknown) => Promise.reject(explainFileError(error, folder)));
  try {
    const file = join(place, 'dump.sql');
    await pipeline(input, createWriteStream(file, { mode: 0o600 }));
    return await work({ name: 'The dump', script: () => createReadStream(file) });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
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

async function* readArchive(
  program: string,
  file: string,
  { environment, signal }: { environment: ToolEnvironment; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  const args = ['--data-only', '--schema=public', '--file=-', file];
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
 * Reads the parts of a dump in their order.
 * @throws OperatorError if the dump is incomplete or was not made by pg_dump
 */
export async function* readParts(dump: Dump, signal: AbortSignal): AsyncGenerator<DumpPart> {
  const chunks = dump.script(signal)[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let line = '';

  async function readMore(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done) return false;
    held = Buffer.concat([held, next.value]);
    return true;
  }

  async function readLine(): Promise<boolean> {
    for (let from = 0; ; ) {
      const end = held.indexOf('\n', from);
      if (end >= 0) {
        line = held.toString('latin1', 0, end);
        held = held.subarray(end + 1);
        return true;
      }
      from = held.length;
      if (!(await readMore())) return false;
    }
  }

  async function* readRows(): AsyncGenerator<Buffer> {
    for (let isFirst = true; ; ) {
      const isEmpty = isFirst && held.indexOf(END_OF_ROWS) === 0;
      const end = isEmpty ? 0 : held.indexOf('\n\\.\n') + 1;
      if (isEmpty || end > 0) {
        const rows = held.subarray(0, end);
        held = held.subarray(end + END_OF_ROWS.length);
        if (rows.length > 0) yield rows;
        return;
      }
      if (held.length > END_OF_ROWS.length) {
        const rows = held.subarray(0, -END_OF_ROWS.length);
        held = held.subarray(-END_OF_ROWS.length);
        isFirst = false;
        yield rows;
      }
      if (!(await readMore())) throw describeIncomplete(dump);
    }
  }

  try {
    for (const first of FIRST_LINES)
      if (!(await readLine()) || line !== first)
        throw new OperatorError(`${dump.name} was not made by pg_dump. Restore a file that the backup command made.`);
    let isComplete = false;
    while (await readLine()) {
      const copy = /^COPY public\.(\S+) \((.*)\) FROM stdin;$/.exec(line);
      const sequence = /^SELECT pg_catalog\.setval\('public\.(\w+)', (\d+), (true|false)\);$/.exec(line);
      const encoding = /^SET client_encoding = '(\w+)';$/.exec(line);
      if (copy) {
        const rows = readRows();
        const [, table = '', columns = ''] = copy;
        yield { kind: 'rows', table: unquote(table), columns: columns.split(', ').map(unquote), rows };
        for await (const _skipped of rows);
      } else if (sequence) {
        const [, name = '', value = '', isCalled] = sequence;
        yield { kind: 'sequence', name, value, isCalled: isCalled === 'true' };
      } else if (encoding) yield { kind: 'encoding', name: encoding[1] ?? '' };
      else if (line.startsWith('INSERT INTO public.'))
        throw new OperatorError(`${dump.name} was made with --inserts. Make it without this option.`);
      isComplete ||= line === LAST_LINE;
    }
    if (!isComplete) throw describeIncomplete(dump);
  } finally {
    await chunks.return?.();
  }
}

function unquote(name: string): string {
  return name.replace(/^"|"$/g, '').replaceAll('""', '"');
}

function describeIncomplete(dump: Dump): OperatorError {
  return new OperatorError(`${dump.name} is incomplete, because its end is missing. Use another backup.`);
}

/** What the parts of a dump say about it. */
export interface DumpSummary {
  /** the names of the tables and sequences */
  readonly relations: ReadonlySet<string>;
  /** the names of the migrations, the oldest first; empty if it is not a dump of Lectern's database */
  readonly migrations: readonly string[];
}

/**
 * Reads a whole dump.
 * @throws OperatorError as {@link readParts}
 */
export async function summarizeDump(dump: Dump, signal: AbortSignal): Promise<DumpSummary> {
  const relations = new Set<string>();
  const migrations: string[] = [];
  for await (const part of readParts(dump, signal)) {
    if (part.kind === 'sequence') relations.add(part.name);
    if (part.kind !== 'rows') continue;
    relations.add(part.table);
    const at = part.columns.indexOf('name');
    if (part.table !== 'kysely_migration' || at < 0) continue;
    let text = '';
    for await (const rows of part.rows) text += rows.toString('utf8');
    for (const row of text.split('\n')) if (row !== '') migrations.push(row.split('\t')[at] ?? '');
  }
  return { relations, migrations: migrations.sort() };
}
