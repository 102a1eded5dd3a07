import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../errors.ts';

/**
 * The parts of a body as they come in.
 * @throws Problem `unsupported_media_type` for one that is encoded, `payload_too_large`, `request_timeout`, or `invalid_json` for a body that breaks off
 */
export async function* readUpload(
  body: Readable | undefined,
  {
    mostBytes,
    toldBytes,
    encoding,
    stallMs,
  }: { mostBytes: number; toldBytes: number | null; encoding?: string | undefined; stallMs: number },
): AsyncGenerator<Uint8Array> {
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new Problem(
      'wrong_media_type',
      'unsupported_media_type',
      'Send the body as it is, without Content-Encoding.',
    );
  if (!body) return;
  if (toldBytes !== null && toldBytes > mostBytes) throw tooLarge(mostBytes);
  // a reader that stops early must not take the connection along: the answer goes the same way
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  let bytes = 0;
  try {
    for (;;) {
      const part = await nextPart(parts, stallMs);
      if (part.done) return;
      bytes += part.value.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      yield part.value;
    }
  } finally {
    // until the stream is let go, nothing that comes after on the connection is read; a part that never comes is not waited for
    void parts.return?.();
  }
}

async function nextPart(parts: AsyncIterator<Uint8Array>, stallMs: number): Promise<IteratorResult<Uint8Array>> {
  const waiting = new AbortController();
  const next = parts.next().catch(() => {
    throw new Problem('malformed', 'invalid_json', 'The request body broke off before its end.');
  });
  const limit = delay(stallMs, null, { signal: waiting.signal, ref: false }).catch(() => null);
  try {
    const part = await Promise.race([next, limit]);
    if (part !== null) return part;
    // its end is nobody's concern any more
    next.catch(() => undefined);
    throw new Problem('too_slow', 'request_timeout', 'The request body did not arrive in time.');
  } finally {
    waiting.abort();
  }
}

function tooLarge(mostBytes: number): Problem {
  return new Problem('too_large', 'payload_too_large', 'The request body is too large.', { most_bytes: mostBytes });
}
