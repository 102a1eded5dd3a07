import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalidValue, Problem } from '../errors.ts';
import type { RequestContext } from './endpoint.ts';
import { wrongMediaType } from './error-responses.ts';
import { ConcurrencyLimit } from './limit-requests.ts';
import { allowLongArrival, type TimeLimits } from './time-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    uploads: Uploads;
  }
}

/** What a body may have besides the file itself: the boundaries and headers of a form. */
const FORM_OVERHEAD_BYTES = 16_384;

interface BodyLimit {
  readonly maxBytes: number;
  readonly overheadBytes?: number;
  /** the error if the body is larger; by default one that says the limit */
  readonly refusal?: Problem;
}

/**
 * The uploads of this process: few for each user and few in total, counted before the body is read, so that nobody can
 * fill the memory or keep others from uploading with bodies that arrive slowly.
 */
export class Uploads {
  readonly #limits: TimeLimits;
  readonly #open = new ConcurrencyLimit({
    perUser: 2,
    // imports and pictures together; more than the imports that may run, so that pictures still get through
    total: 8,
    userMessage: 'Two uploads of yours are running. Wait until one has finished.',
    totalMessage: 'Many uploads are running. Try again in a moment.',
    retryAfterSeconds: 5,
  });

  constructor(limits: TimeLimits) {
    this.#limits = limits;
  }

  /**
   * Hands the parts of the body to `use` as they arrive. The body may have `overheadBytes` besides the content that is
   * limited.
   * @throws Problem, see `ConcurrencyLimit.enter` and `readParts`
   */
  async receive<T>(
    { request, user }: RequestContext,
    { maxBytes, overheadBytes = 0, refusal = tooLarge(maxBytes) }: BodyLimit,
    use: (parts: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    const leave = this.#open.enter(user.id);
    try {
      const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = request.headers;
      if (encoding.trim().toLowerCase() !== 'identity')
        throw new Problem('wrong_media_type', 'unsupported_media_type', 'Send the body without a Content-Encoding.');
      if (Number(length) > maxBytes + overheadBytes) throw refusal;
      const body = request.body as Readable | undefined;
      return await use(readParts(body, { maxBytes, overheadBytes, refusal }, this.#limits));
    } finally {
      leave();
    }
  }
}

/**
 * Hands a JSON body of at most this size to `use` while it arrives, within an hour.
 * @throws Problem `rate_limited` or `not_ready` if too many uploads are running; while it is read, `payload_too_large`,
 * `request_timeout`, or `invalid_json` if the body is incomplete
 */
export async function receiveJson<T>(
  context: RequestContext,
  limit: BodyLimit,
  use: (parts: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { request, reply, log } = context;
  return request.server.uploads.receive(context, limit, (parts) => {
    allowLongArrival(request.raw, reply.raw, log);
    return use(parts);
  });
}

/**
 * Hands the only file of a form (multipart/form-data, RFC 7578) to `use`.
 * @throws Problem as `receiveJson` does, and `validation_error` if the form is not valid or has anything else
 */
export async function receiveFile<T>(
  context: RequestContext,
  { field, maxBytes }: { field: string; maxBytes: number },
  use: (file: Buffer) => Promise<T>,
): Promise<T> {
  const { request } = context;
  const contentType = request.headers['content-type'];
  if (contentType === undefined) throw wrongMediaType(request);
  const limit = { maxBytes, overheadBytes: FORM_OVERHEAD_BYTES };
  return request.server.uploads.receive(context, limit, async (parts) => {
    return use(await readFile(parts, { contentType, field, maxBytes }));
  });
}

async function* readParts(
  body: Readable | undefined,
  { maxBytes, overheadBytes, refusal }: Required<BodyLimit>,
  { stallMs }: TimeLimits,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  // if the reader stops early, the connection must stay open for the response
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  let bytes = 0;
  try {
    for (let part = await nextPart(parts, stallMs); !part.done; part = await nextPart(parts, stallMs)) {
      bytes += part.value.length;
      if (bytes > maxBytes + overheadBytes) throw refusal;
      yield part.value;
    }
  } finally {
    // release the stream, or nothing that follows on the connection is read; do not await a part that never arrives
    void parts.return?.();
  }
}

async function nextPart(parts: AsyncIterator<Uint8Array>, stallMs: number): Promise<IteratorResult<Uint8Array>> {
  const waiting = new AbortController();
  const next = parts.next().catch(() => {
    throw new Problem('malformed', 'invalid_json', 'The request body is incomplete. Send it again.');
  });
  const limit = delay(stallMs, null, { signal: waiting.signal, ref: false }).catch(() => null);
  try {
    const part = await Promise.race([next, limit]);
    if (part !== null) return part;
    next.catch(() => undefined);
    throw new Problem('too_slow', 'request_timeout', 'The request body did not arrive in time. Send it again.');
  } finally {
    waiting.abort();
  }
}

/** Checks each part as it arrives, so that a form with anything else is refused before the rest is read. */
async function readFile(
  parts: AsyncIterable<Uint8Array>,
  { contentType, field, maxBytes }: { contentType: string; field: string; maxBytes: number },
): Promise<Buffer> {
  const form = openForm(contentType, maxBytes);
  const chunks: Buffer[] = [];
  let isFound = false;
  let problem: Problem | null = null;
  const refuse = (found: Problem) => {
    problem ??= found;
  };
  form.on('file', (name, file) => {
    if (name !== field) refuse(invalidForm('is not a known field', name));
    else if (isFound) refuse(invalidForm('must be there only once', name));
    const isOurs = problem === null;
    isFound = true;
    file.on('data', (chunk: Buffer) => isOurs && chunks.push(chunk));
    file.on('limit', () => refuse(tooLarge(maxBytes)));
    file.on('error', () => refuse(unreadableForm()));
  });
  form.on('field', (name) => refuse(invalidForm(name === field ? 'must be a file' : 'is not a known field', name)));
  form.on('partsLimit', () => refuse(invalidForm('must be the only part of the form', field)));
  const end = finished(form).catch(() => refuse(unreadableForm()));
  for await (const part of parts) {
    form.write(part);
    if (problem !== null) throw problem;
  }
  form.end();
  await end;
  if (problem !== null) throw problem;
  if (!isFound) throw invalidForm('is required', field);
  return Buffer.concat(chunks);
}

function openForm(contentType: string, maxBytes: number): BusboyInstance {
  const limits = { parts: 4, fields: 2, files: 2, fileSize: maxBytes, fieldSize: 1000, headerPairs: 20 };
  try {
    return Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw unreadableForm();
  }
}

/** `name` is undefined for a part without a name, whatever the types of the parser say. */
function invalidForm(message: string, name: string | undefined): Problem {
  const path = (name ?? '').slice(0, 100).toWellFormed();
  return invalidValue(path, message, `The form is not valid: ${path} ${message}.`);
}

function unreadableForm(): Problem {
  const message = 'is not valid multipart/form-data';
  return invalidValue('', message, `The form ${message}. Send it again.`);
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('too_large', 'payload_too_large', `The upload is too large. Send at most ${maxBytes} bytes.`, {
    most_bytes: maxBytes,
  });
}
