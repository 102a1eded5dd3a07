import type { ServerResponse } from 'node:http';

const dripMilliseconds = 50;

/** One byte at a time, as those do who want to keep a reader busy. Ends when the reader leaves or the body is told. */
export function dripSlowly(response: ServerResponse, body: Buffer): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' });
  let at = 0;
  const timer = setInterval(() => {
    if (at >= body.length) response.end();
    else response.write(body.subarray(at, at + 1));
    at += 1;
  }, dripMilliseconds);
  timer.unref();
  response.once('close', () => clearInterval(timer));
  return response.once('finish', () => clearInterval(timer));
}

/** A body without an end, as fast as the reader takes it. */
export function pourForever(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' });
  const block = Buffer.alloc(1 << 16, '<p>more</p>');
  const pour = () => {
    while (!response.destroyed && response.write(block)) {
      // The socket takes more: go on until it says that it is full.
    }
  };
  response.on('drain', pour);
  pour();
  return response;
}
