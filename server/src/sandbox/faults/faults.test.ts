import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRows } from '../read-rows.ts';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import type { FaultKind } from './fault.ts';

const id = 'sandbx20AAAJ';
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const ask = (kind: FaultKind, times = 1) => {
  sandbox.setFault(id, { kind, times });
  return fetch(`${sandbox.origin}/citations?user=${id}&pagesize=100`, { redirect: 'manual' });
};

const sound = async () => (await fetch(`${sandbox.origin}/citations?user=${id}&pagesize=100`)).text();

test('a fault spoils as many answers as asked for, and only its profile', async () => {
  expect((await ask('error', 2)).status).toBe(503);
  expect((await fetch(`${sandbox.origin}/citations?user=sandbx24AAAJ`)).status).toBe(200);
  expect((await fetch(`${sandbox.origin}/citations?user=${id}`)).status).toBe(503);
  expect((await fetch(`${sandbox.origin}/citations?user=${id}`)).status).toBe(200);
  sandbox.setFault(id, { kind: 'notfound' });
  expect((await fetch(`${sandbox.origin}/citations?user=${id}`)).status).toBe(404);
  sandbox.setFault(id, null);
  expect((await fetch(`${sandbox.origin}/citations?user=${id}`)).status).toBe(200);
});

test('blocked answers look like the real ones, and sound pages do not', async () => {
  expect(await (await ask('captcha')).text()).toContain('id="gs_captcha_f"');
  expect((await sound()).toLowerCase()).not.toContain('captcha');
  const unusual = await ask('unusual');
  expect(unusual.status).toBe(429);
  expect(await unusual.text()).toContain('unusual traffic');
});

test('redirects lead where they should', async () => {
  const locationOf = async (kind: FaultKind) => (await ask(kind)).headers.get('location');
  expect(await locationOf('signin')).toMatch(/^https:\/\/accounts\.google\.com\/v3\/signin/);
  expect(await locationOf('consent')).toMatch(/^https:\/\/consent\.google\.com\//);
  expect(await locationOf('sorry_redirect')).toMatch(/^https:\/\/www\.google\.com\/sorry\/index/);
  let location = (await locationOf('redirect_loop')) ?? '';
  for (let hop = 2; hop < 30; hop += 1) {
    const answer = await fetch(location, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    location = answer.headers.get('location') ?? '';
    expect(location).toContain(`sandbox_loop=${hop}`);
  }
});

test('waiting times come as seconds, as a date and as nonsense', async () => {
  const waitOf = async (kind: FaultKind) => (await ask(kind)).headers.get('retry-after') ?? '';
  expect(await waitOf('retry_after_seconds')).toBe('120');
  expect(Math.abs(Date.parse(await waitOf('retry_after_date')) - Date.now() - 120_000)).toBeLessThan(5_000);
  expect(Number(await waitOf('retry_after_absurd'))).toBeGreaterThan(1e15);
});

test('changed pages hold nothing that a reader of profiles knows', async () => {
  for (const kind of ['layout', 'legacy', 'html_for_json'] as const) {
    const answer = await ask(kind);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html.length).toBeGreaterThan(100);
    expect(html).not.toContain('gsc_');
  }
});

test('a reset breaks the connection, cut gzip cannot be read', async () => {
  await expect(ask('reset')).rejects.toThrow();
  const cut = await open('truncated_gzip');
  expect(cut.headers['content-encoding']).toBe('gzip');
  const parts: Buffer[] = [];
  for await (const part of cut) parts.push(part as Buffer);
  expect(() => gunzipSync(Buffer.concat(parts))).toThrow(/unexpected end/);
});

test('what hangs is answered, as a sound page, when it is released', async () => {
  const expected = await sound();
  const waiting = ask('hang');
  const first = await Promise.race([waiting, askedFor(2)]);
  expect(first).toBe('asked');
  sandbox.release();
  expect(await (await waiting).text()).toBe(expected);
});

test('closing does not wait for those that hang', async () => {
  const waiting = ask('hang').catch((error: unknown) => error);
  await askedFor(1);
  await sandbox.close();
  expect(await waiting).toBeInstanceOf(Error);
  sandbox = await startSandbox({ scholars: 'none' });
});

test('slow and endless bodies come in pieces until the reader leaves', async () => {
  const slow = await open('slow_loris');
  const [one] = (await once(slow, 'data')) as [Buffer];
  const [two] = (await once(slow, 'data')) as [Buffer];
  expect([one.length, two.length]).toEqual([1, 1]);
  slow.destroy();
  const endless = await open('endless');
  let bytes = 0;
  for await (const part of endless) {
    bytes += (part as Buffer).length;
    if (bytes > 30_000_000) break;
  }
  expect(bytes).toBeGreaterThan(30_000_000);
});

test('poisoned rows come before the sound ones', async () => {
  const before = readRows(await sound()).rows;
  const html = await (await ask('poison_row')).text();
  const rows = readRows(html).rows;
  expect(rows.slice(7)).toEqual(before);
  expect(rows[0]?.citations).toBe('99999999999');
  expect(rows.some((row) => row.title.length > 100_000)).toBe(true);
  expect(html).toContain('raw \u0000 in it');
  expect(html).toContain('&#0;');
  expect(html).toContain('&#xD800;');
  sandbox.setFault(id, { kind: 'poison_row', rows: ['count'] });
  const one = readRows(await sound()).rows;
  expect(one[0]).toMatchObject({ title: 'A paper cited too often' });
  expect(one.slice(1)).toEqual(before);
});

test('a fault comes after as many sound answers as asked for, with the wait to the letter', async () => {
  sandbox.setFault(id, { kind: 'error', after: 1, times: 1, retryAfter: 'soon' });
  const answers = [];
  for (let time = 1; time <= 3; time += 1) answers.push(await fetch(`${sandbox.origin}/citations?user=${id}`));
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 200]);
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, 'soon', null]);
});

/** Resolves when the sandbox has got this many requests. */
async function askedFor(count: number): Promise<'asked'> {
  while (sandbox.requestCount() < count) await new Promise((resolve) => setImmediate(resolve));
  return 'asked';
}

async function open(kind: FaultKind): Promise<IncomingMessage> {
  sandbox.setFault(id, { kind, times: 1 });
  const [response] = (await once(get(`${sandbox.origin}/citations?user=${id}`), 'response')) as [IncomingMessage];
  return response;
}
