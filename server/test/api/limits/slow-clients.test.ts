import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveLimited, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const SOON = { checkMs: 50 };

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Everything received until the server closed the connection. */
async function untilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(socket, 'close');
  return text;
}

test('a client that connects and sends nothing, or sends its headers slowly, is disconnected', async () => {
  const service = await openService();
  const { url } = await serveLimited(service, { ...SOON, headersMs: 200 });
  const silent = open(url);
  const slow = open(url);
  slow.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
  const drip = setInterval(() => slow.write('X-Drip: 1\r\n'), 20);
  onTestFinished(() => clearInterval(drip));
  const answers = await Promise.all([untilClosed(silent), untilClosed(slow)]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
});

test('an idle connection is closed after a while', async () => {
  const service = await openService();
  const { url } = await serveLimited(service, { ...SOON, idleMs: 100 });
  const socket = open(url);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that does not read its responses is disconnected and its buffers are freed; other clients get responses', async () => {
  const service = await openService();
  const sockets: Socket[] = [];
  const { url } = await serveLimited(service, { ...SOON, responseMs: 300 }, (app) => {
    app.server.on('connection', (connection: Socket) => void sockets.push(connection));
    // more than the buffers between client and server can hold
    app.get('/large', async () => 'x'.repeat(50_000_000));
  });
  const socket = open(url).pause();
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'connect');
  while (sockets.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await Promise.all(sockets.map((connection) => once(connection, 'close')));
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
  });
  await once(socket.resume(), 'close');
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(50_000_000);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
