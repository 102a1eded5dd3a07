import type { ServerResponse } from 'node:http';
import type { Answer } from '../answer.ts';

const dripMilliseconds = 50;

/** One byte at a time, as those do who want to keep a reader busy. Ends when the reader leaves or the body is told. */
export function dripSlowly(response: ServerResponse, { type, body: whole }: Answer): ServerResponse {
  const body = Buffer.from(whole);
  response.writeHead(200, { 'content-type': type });
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

/** A body without an end, `filler` after what it starts with, as fast as the reader takes it. */
export function pourForever(response: ServerResponse, { type, body }: Answer, filler: string): ServerResponse {
  response.writeHead(200, { 'content-type': type });
  response.write(body);
  const block = Buffer.alloc(1 << 16, filler);
  const pour = () => {
    while (!response.destroyed && response.write(block)) {
      // The socket takes more: go on until it says that it is full.
    }
  };
  response.on('drain', pour);
  pour();
  return response;
}
