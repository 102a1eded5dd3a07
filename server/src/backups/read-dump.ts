import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { OperatorError } from '../platform/errors.ts';
import { type ScriptPart, splitScript, UnusableScript } from './dump-script.ts';
import { findPostgresTool } from './find-postgres-tool.ts';

/** Where a dump's script comes from; it may be read several times, standard input once. */
export interface Dump {
  /** For messages. */
  readonly name: string;
  readonly isInput: boolean;
  /** @throws OperatorError when it is cut off, damaged or of another kind */
  parts(): AsyncGenerator<ScriptPart>;
}

/** Bytes of the head that tell a file's kind. */
const HEAD_BYTES = 512;

/** The script on an input such as a pipe. */
export function readInput(input: Readable): Dump {
  return { name: 'The dump', isInput: true, parts: () => explainParts('The dump', splitScript(input)) };
}

/**
 * A dump in a file: an archive of pg_dump, which pg_restore turns into a script, or a script. What it holds decides, not its name.
 * @throws OperatorError when it cannot be read, or is neither
 */
export async function openDump(file: string, environment: Readonly<Record<string, string | undefined>>): Promise<Dump> {
  const head = await readHead(file);
  const of = (chunks: () => AsyncIterable<Buffer>): Dump => ({
    name: file,
    isInput: false,
    parts: () => explainParts(file, splitScript(chunks())),
  });
  if (head.length === 0) throw new OperatorError(`${file} is empty. Nothing was changed.`);
  if (head[0] === 0x1f && head[1] === 0x8b)
    throw new OperatorError(`${file} is packed with gzip: unpack it first (gunzip). Nothing was changed.`);
  if (head.toString('latin1', 0, 5) !== 'PGDMP') return of(() => createReadStream(file));
  const { program } = await findPostgresTool('pg_restore', { path: environment.PATH ?? '', atLeast: 15 });
  return of(() => readArchive(program, file, environment));
}

async function readHead(file: string): Promise<Buffer> {
  try {
    const handle = await open(file, 'r');
    try {
      if (!(await handle.stat()).isFile()) throw new Error('it is no file');
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new OperatorError(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}. Nothing was changed.`,
    );
  }
}

/** The archive as a script. An archive that is cut off or damaged is found out only by reading it to its end. */
async function* readArchive(
  program: string,
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): AsyncGenerator<Buffer> {
  const words = ['--no-owner', '--no-acl', '--file=-', file];
  const child = spawn(program, words, { env: { ...environment, LC_ALL: 'C' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const [code, signal] = await ended;
    if (code === 0) return;
    const words = said.trim().replaceAll('pg_restore: error: ', '') || `pg_restore ended with ${signal ?? code}`;
    throw new UnusableScript(/unsupported version/.test(words) ? `${words}: a newer pg_restore is needed` : words);
  } finally {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  }
}

async function* explainParts(name: string, parts: AsyncGenerator<ScriptPart>): AsyncGenerator<ScriptPart> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof UnusableScript)) throw error;
    throw new OperatorError(`${name} is no dump that can be restored: ${error.message}. Nothing was changed.`);
  }
}
