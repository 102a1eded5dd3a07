import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type net from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type PostOutcome, type PostRequest, postUrl } from './post.ts';

const servers: net.Server[] = [];
const sockets = new Set<net.Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
});

async function listen(server: net.Server): Promise<string> {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (answer: RequestListener) => listen(createServer(answer));

function post(url: string, more: Partial<PostRequest> = {}): Promise<PostOutcome> {
  return postUrl({
    url,
    outbound: { exemptOrigins: [], exemptHosts: ['127.0.0.1'] },
    userAgent: 'Lectern-test',
    headers: { 'content-type': 'text/plain' },
    body: 'grün',
    timeoutMs: 5_000,
    maxBytes: 2_000,
    ...more,
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('a request', () => {
  it('arrives once, with its headers and its length', async () => {
    const seen: unknown[] = [];
    const url = await serve(async (request, response) => {
      seen.push([request.method, request.url, request.headers['content-length'], await textOf(request)]);
      expect(request.headers).toMatchObject({ 'content-type': 'text/plain', 'user-agent': 'Lectern-test' });
      response.writeHead(202, { 'X-Seen': 'yes' }).end('thanks');
    });
    expect(await post(`${url}/a?b`)).toMatchObject({ kind: 'response', status: 202, headers: { 'x-seen': 'yes' } });
    expect(seen).toEqual([['POST', '/a?b', '5', 'grün']]);
  });
});

describe('a failure says whether the request was written', () => {
  it('no, if no server listens, or the address is not allowed', async () => {
    const url = await serve(() => undefined);
    const server = servers.pop();
    await new Promise((done) => server?.close(done));
    const refused = await post(`${url}/secret?key=hidden`);
    expect(refused).toMatchObject({ reason: 'connection_failed', code: 'ECONNREFUSED', wasWritten: false });
    const outbound = { exemptOrigins: [], exemptHosts: [] };
    const inside = await post(`${url}/secret?key=hidden`, { outbound });
    expect(inside).toMatchObject({ reason: 'not_public', wasWritten: false });
    expect(JSON.stringify([refused, inside])).not.toMatch(/hidden|secret/);
  });

  it('yes, if the server does not answer, or closes the connection', async () => {
    const silent = await serve(() => undefined);
    expect(await post(silent, { timeoutMs: 100 })).toMatchObject({ reason: 'timeout', wasWritten: true });
    const rude = await serve((request) => request.socket.resetAndDestroy());
    expect(await post(rude)).toMatchObject({ reason: 'connection_failed', wasWritten: true });
  });
});

describe('a response', () => {
  it('is a success without its body, also if that never ends', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200).write('x');
    });
    expect(await post(url)).toMatchObject({ kind: 'response', status: 200, body: Buffer.alloc(0) });
  });

  it('with an error has the beginning of its body', async () => {
    const url = await serve((_, response) => response.writeHead(400).end('x'.repeat(1_000_000)));
    const outcome = await post(url);
    expect(outcome).toMatchObject({ kind: 'response', status: 400 });
    expect(outcome.kind === 'response' && outcome.body.length).toBe(2_000);
  });

  it('with an error whose body does not arrive in time has none', async () => {
    const url = await serve((_, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.writeHead(500).on('close', () => clearInterval(drip));
    });
    expect(await post(url, { timeoutMs: 200 })).toMatchObject({ kind: 'response', status: 500, body: Buffer.alloc(0) });
  });

  it('that is compressed without being asked is not decompressed', async () => {
    const url = await serve((_, response) =>
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync('x')),
    );
    expect(await post(url)).toMatchObject({ kind: 'response', status: 500 });
  });

  it('with a redirect is not followed', async () => {
    const paths: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/b' }).end();
    });
    expect(await post(`${url}/a`)).toMatchObject({ kind: 'response', status: 307 });
    expect(paths).toEqual(['/a']);
  });
});
