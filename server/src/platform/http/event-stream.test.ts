import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EventStream } from './event-stream.ts';

const MEGABYTE = Buffer.alloc(1_000_000, 'x');
/** More than the buffers of the operating system hold for a client that does not read. */
const A_LOT = Buffer.alloc(64_000_000, 'x');

/** A stream over HTTP and what its client receives. Fake timers control the time limits. */
async function openStream(): Promise<{ stream: EventStream; client: IncomingMessage; closed: Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    vi.useRealTimers();
  });
  const opened = new Promise<EventStream>((resolve) => {
    server.once('request', (_request, response) => {
      response.writeHead(200).flushHeaders();
      resolve(new EventStream(response));
    });
  });
  const { port } = server.address() as AddressInfo;
  const client = await new Promise<IncomingMessage>((resolve) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve);
  });
  client.on('error', () => undefined);
  const stream = await opened;
  const closed = new Promise<void>((resolve) => stream.onClose(resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { stream, client, closed };
}

test('a client with 256 kB of unread data is disconnected at the next event', async () => {
  const { stream, closed } = await openStream();
  stream.write(A_LOT);
  expect(stream.isOpen).toBe(true);
  stream.comment();
  expect(stream.isOpen).toBe(false);
  await closed;
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that reads is not disconnected, whatever the amount of data', async () => {
  const { stream, client } = await openStream();
  let bytes = 0;
  client.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  for (let written = 0; written < 20; written += 1) {
    stream.write(MEGABYTE);
    await stream.drained();
  }
  stream.end();
  await new Promise((resolve) => client.once('end', resolve));
  expect([bytes, client.complete]).toEqual([20_000_000, true]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that reads nothing for half a minute is disconnected, while events wait and after the end', async () => {
  const waiting = await openStream();
  waiting.stream.write(A_LOT);
  const drained = waiting.stream.drained();
  vi.advanceTimersByTime(29_999);
  expect(waiting.stream.isOpen).toBe(true);
  vi.advanceTimersByTime(1);
  expect(waiting.stream.isOpen).toBe(false);
  await Promise.all([drained, waiting.closed]);
  vi.useRealTimers();

  const ended = await openStream();
  ended.stream.write(A_LOT);
  ended.stream.end();
  let isClosed = false;
  ended.stream.onClose(() => {
    isClosed = true;
  });
  vi.advanceTimersByTime(29_999);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  await ended.closed;
});

test('a disconnect is reported to early and late listeners, and later writes are ignored', async () => {
  const { stream, client, closed } = await openStream();
  client.destroy();
  await closed;
  expect(stream.isOpen).toBe(false);
  stream.write(MEGABYTE);
  await stream.drained();
  stream.finish();
  stream.end();
  let sent = 0;
  stream.onClose(() => {
    sent += 1;
  });
  expect(sent).toBe(1);
});
