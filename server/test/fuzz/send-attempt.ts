import { type Agent, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Attempt } from './attempt.ts';

/** Without a response within this time the service hangs. */
const HANGS_AFTER_MS = 30_000;
/** What a random `accept-encoding` may ask for. */
const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };
/** Only the beginning of an event stream is read. */
const STREAM_MS = 30;

export interface FuzzResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends a request and reads its response. @throws Error if there is none in time, or the connection breaks */
export async function sendAttempt(
  { method, target, headers, body }: Attempt,
  { base, agent, credentials }: { base: string; agent: Agent; credentials: Readonly<Record<string, string>> },
): Promise<FuzzResponse> {
  const { hostname, port } = new URL(base);
  const limit = AbortSignal.timeout(HANGS_AFTER_MS);
  const length = body === null ? {} : { 'content-length': String(body.length) };
  const sent = request({
    ...{ hostname, port, agent, method, signal: limit },
    path: target,
    headers: { ...headers, ...credentials, ...length },
  });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent
        .on('response', resolve)
        .on('error', reject)
        .end(body ?? undefined);
    });
    const { statusCode = 0, headers: received } = response;
    const isStream = /^text\/event-stream/.test(received['content-type'] ?? '') && method !== 'HEAD';
    const text = isStream ? await beginningOf(response) : await wholeOf(response);
    if (isStream) sent.destroy();
    return { status: statusCode, headers: received, body: text };
  } catch (error) {
    throw limit.aborted ? new Error(`no answer within ${HANGS_AFTER_MS / 1000} s`) : error;
  }
}

async function wholeOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  const decode = DECODERS[response.headers['content-encoding'] ?? ''];
  return (decode && whole.length > 0 ? decode(whole) : whole).toString();
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part)).on('error', () => undefined);
  await new Promise((resolve) => {
    const wait = setTimeout(resolve, STREAM_MS);
    response.once('close', () => {
      clearTimeout(wait);
      resolve(undefined);
    });
  });
  return Buffer.concat(parts).toString();
}

/** The request as a curl command, to repeat it. */
export function asCurl({ method, target, headers, body }: Attempt, base: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  // half a character and bytes that are no text stand there as JSON writes them
  const data = body === null ? '' : ` --data-binary ${quote(shortened(body.toString()))}`;
  return `curl -i --path-as-is -X ${method} ${lines.join(' ')} ${quote(shortened(base + target))}${data}`;
}

export function shortened(text: string): string {
  return text.length <= 3_000 ? text : `${text.slice(0, 3_000)}… (${text.length} characters)`;
}
