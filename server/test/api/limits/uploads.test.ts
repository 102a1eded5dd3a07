import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Client } from '../../support/client.ts';
import { makeFlatPng } from '../../support/make-images.ts';
import { serveLimited, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const PATIENCE = { timeout: 30_000, interval: 20 };

/** A user who tracks a scholar, for whom pictures can be uploaded. */
interface Uploader {
  readonly client: Client;
  readonly path: string;
}

async function uploader(client: Client): Promise<Uploader> {
  const { id } = await client.ok('POST', '/scholars', { body: { scholar_id: 'AbCdEfGh_-12' } });
  return { client, path: `/scholars/${id}/image/upload` };
}

/** An upload whose rest never arrives, and the response so far. */
interface Begun {
  readonly socket: Socket;
  answer(): string;
}

/** The first of these uploads that gets a response. The others wait for their bodies. */
async function untilRefused(begun: readonly Begun[]): Promise<Begun> {
  return vi.waitUntil(() => begun.find(({ answer }) => answer().includes('request_id')), PATIENCE);
}

/** Starts to upload a picture and sends only a few bytes. */
function beginUpload({ client, path }: Uploader): Begun {
  const { hostname, port } = new URL(client.base);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const head = [
    `POST /api/v1${path} HTTP/1.1`,
    'Host: x',
    `Cookie: ${[...client.cookies].map((pair) => pair.join('=')).join('; ')}`,
    `X-CSRF-Token: ${client.csrf}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 10000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n--x\r\n`);
  return { socket, answer: () => answer };
}

/** Uploads a whole picture. */
function upload({ client, path }: Uploader): ReturnType<Client['call']> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(makeFlatPng(20, 20))], { type: 'image/png' }), 'a.png');
  return client.call('POST', path, { body });
}

async function untilAnswered(who: Uploader, status: number): Promise<Awaited<ReturnType<Client['call']>>> {
  return vi.waitFor(async () => {
    const answer = await upload(who);
    expect(answer.status).toBe(status);
    return answer;
  }, PATIENCE);
}

test('a user has two uploads at once; a third is rejected before its body is sent, other users can upload, and a disconnect frees the place', async () => {
  const { admin, newUser } = await openService();
  const own = await uploader(admin);
  const other = await uploader(await newUser('other'));
  // the service accepts two of three, in any order
  const begun = [beginUpload(own), beginUpload(own), beginUpload(own)];
  const refused = await untilRefused(begun);
  expect(refused.answer()).toMatch(/^HTTP\/1\.1 429 .*"rate_limited"/s);
  const [first] = begun.filter((one) => one !== refused);
  const { status, error, headers } = await upload(own);
  expect([status, error?.code, error?.details, headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    { retry_after_seconds: 5 },
    '5',
  ]);
  await admin.fails(429, 'rate_limited', 'POST', '/scholars/import', { body: { scholars: [], publications: [] } });
  expect((await upload(other)).status).toBe(200);
  first?.socket.destroy();
  await untilAnswered(own, 200);
  expect((await upload(own)).status, 'one that is done has left its place').toBe(200);
});

test('eight uploads can be active in total, and the next user gets an error with Retry-After', async () => {
  const { admin, newUser } = await openService();
  const late = await uploader(admin);
  const uploaders: Uploader[] = [];
  for (const name of ['a', 'b', 'c', 'd']) uploaders.push(await uploader(await newUser(name)));
  // the ninth finds no free place
  const refused = await untilRefused([late, ...uploaders, ...uploaders].map(beginUpload));
  expect(refused.answer()).toMatch(/^HTTP\/1\.1 503 .*"not_ready"/s);
  const { status, error, headers } = await upload(late);
  expect([status, error?.code, headers.get('retry-after')]).toEqual([503, 'not_ready', '5']);
});

test('an upload whose client stalls is ended, and frees its place', async () => {
  const service = await openService();
  const patient = await uploader(service.admin);
  const { url } = await serveLimited(service, { stallMs: 300 });
  const client = Object.assign(new Client(url), { cookies: service.admin.cookies, csrf: service.admin.csrf });
  const hasty = { client, path: patient.path };
  const stalled = [beginUpload(hasty), beginUpload(hasty)];
  for (const { socket, answer } of stalled) {
    if (!answer().includes('request_id')) await once(socket, 'data');
    expect(answer()).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
  }
  expect((await upload(hasty)).status).toBe(200);
});
