import { Readable } from 'node:stream';

/** Small enough that little of the message is still in buffers when the end is asked for. */
const PIECE_BYTES = 8192;
const HELD_BYTES = 2;

/**
 * A message as a stream that is read once. Its last bytes follow when `handOver` has resolved to true. Otherwise the stream ends with an error, so that the
 * sender closes the connection and the server discards the message.
 */
export function holdLastBytes(message: Buffer, handOver: () => Promise<boolean>): Readable {
  return Readable.from(piecesOf(message, handOver), { objectMode: false, highWaterMark: 1 });
}

async function* piecesOf(message: Buffer, handOver: () => Promise<boolean>): AsyncGenerator<Buffer> {
  const end = message.length - HELD_BYTES;
  for (let at = 0; at < end; at += PIECE_BYTES) yield message.subarray(at, Math.min(at + PIECE_BYTES, end));
  if (!(await handOver())) throw new Error('another process sends this message');
  yield message.subarray(end);
}
