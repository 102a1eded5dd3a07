import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '../errors.ts';

/**
 * The one file of a form (multipart/form-data, RFC 7578) as it comes in.
 * @throws Problem `payload_too_large`, or `validation_error` for a form that is broken or holds anything else
 */
export async function readFilePart(
  body: AsyncIterable<Uint8Array>,
  { contentType, field, mostBytes }: { contentType: string; field: string; mostBytes: number },
): Promise<Buffer> {
  const form = openForm(contentType, mostBytes);
  const chunks: Buffer[] = [];
  let isFound = false;
  let problem: Problem | null = null;
  const refuse = (found: Problem) => {
    problem ??= found;
  };
  form.on('file', (name, file) => {
    const isOurs = name === field && !isFound;
    if (isOurs) isFound = true;
    else refuse(notThis(name === field ? 'is there twice' : 'is not a known name here', name));
    file.on('data', (chunk: Buffer) => isOurs && chunks.push(chunk));
    file.on('limit', () => refuse(tooLarge(mostBytes)));
    file.on('error', () => refuse(broken()));
  });
  form.on('field', (name) => refuse(notThis(name === field ? 'must be a file' : 'is not a known name here', name)));
  form.on('partsLimit', () => refuse(notThis('must be all that the form holds', field)));
  const parts = async function* () {
    for await (const part of body) {
      if (problem !== null) throw problem;
      yield part;
    }
  };
  await pipeline(Readable.from(parts()), form).catch((error: unknown) => {
    throw error instanceof Problem ? error : (problem ?? broken());
  });
  if (problem !== null) throw problem;
  if (!isFound) throw notThis('is required', field);
  return Buffer.concat(chunks);
}

function openForm(contentType: string, mostBytes: number): BusboyInstance {
  const limits = { parts: 4, fields: 2, files: 2, fileSize: mostBytes, fieldSize: 1000, headerPairs: 20 };
  try {
    return Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw broken();
  }
}

/** `name` is missing where a part has none, whatever the parser's types say. */
function notThis(message: string, name: string | undefined): Problem {
  const path = (name ?? '').slice(0, 100).toWellFormed();
  return new Problem('invalid', 'validation_error', `The form is not as it should be: ${path} ${message}.`, [
    { path, message },
  ]);
}

function broken(): Problem {
  return new Problem('invalid', 'validation_error', 'The form is not as it should be: it cannot be read to its end.', [
    { path: '', message: 'is no whole multipart/form-data' },
  ]);
}

function tooLarge(mostBytes: number): Problem {
  return new Problem('too_large', 'payload_too_large', `The file is too large: ${mostBytes} bytes at most.`, {
    most_bytes: mostBytes,
  });
}
