import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasRecorded, readRecorded } from '../../../test/fixtures/read-fixture.ts';
import { channelMessage, sendingServices } from '../../../test/support/channel-message.ts';
import { type HttpSink, openHttpSink } from '../../../test/support/http-sink.ts';
import { exampleEvent } from '../../events/contract.ts';
import type { SigningSecret } from '../target.ts';
import { makeWebhookSender, signWebhook } from './send-webhook.ts';

const secretOf = (character: string) => `whsec_${Buffer.from(character.repeat(32)).toString('base64')}`;
const CURRENT: SigningSecret = { secret: secretOf('a'), expiresAt: null };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

let sink: HttpSink;
beforeEach(async () => {
  sink = await openHttpSink();
});
afterEach(() => sink.close());

const send = makeWebhookSender(sendingServices());
const sendHere = (signingSecrets: SigningSecret[] = [CURRENT]) =>
  send(channelMessage(`${sink.origin}/hook?key=hidden`, { target: { signingSecrets } }));

function verify(secret: string): unknown {
  const { body, headers } = sink.requests.at(-1) ?? { body: '', headers: {} };
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe('a webhook', () => {
  it('carries the event, signed as Standard Webhooks specifies', async () => {
    expect(await sendHere()).toEqual({ kind: 'delivered' });
    const [request] = sink.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hook?key=hidden' });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': '4f6f0c1e-6d8e-4f0f-9a3e-6b7f4c3d2a10',
    });
    const event = JSON.parse(JSON.stringify(exampleEvent));
    expect(verify(CURRENT.secret)).toEqual({ type: 'publication.new', timestamp: event.occurred_at, data: event });
    expect(() => verify(secretOf('b'))).toThrow('No matching signature found');
  });

  it('has the same id in each attempt', async () => {
    sink.answer = (response) => response.writeHead(sink.requests.length === 1 ? 500 : 204).end();
    expect((await sendHere()).kind).toBe('failed');
    expect((await sendHere()).kind).toBe('delivered');
    expect(new Set(sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('is signed with the previous secret as well until that expires', async () => {
    const previous = { secret: secretOf('b'), expiresAt: inAnHour() };
    const expired = { secret: secretOf('c'), expiresAt: anHourAgo() };
    await sendHere([CURRENT, previous, expired]);
    for (const { secret } of [CURRENT, previous]) expect(verify(secret)).toMatchObject({ type: 'publication.new' });
    expect(() => verify(expired.secret)).toThrow('No matching signature found');
  });
});

describe('an answer', () => {
  const host = () => new URL(sink.origin).host;

  it.each([
    [500, {}, { reason: 'HOST answered 500 Internal Server Error.', retryAfterSeconds: null, isFinal: false }],
    [401, {}, { reason: 'HOST answered 401 Unauthorized. Check the address and its token.', isFinal: false }],
    [404, {}, { reason: 'HOST answered 404 Not Found. Check the address.', isFinal: false }],
    [599, {}, { reason: 'HOST answered 599.', isFinal: false }],
    [410, {}, { reason: 'The receiver answered 410 Gone.', isFinal: true, isGone: true }],
    [429, { 'retry-after': '120' }, { reason: 'HOST answered 429 Too Many Requests.', retryAfterSeconds: 120 }],
    [503, { 'retry-after': 'Fri, 01 Jan 2021 00:00:00 GMT' }, { retryAfterSeconds: null, isFinal: false }],
    [503, { 'retry-after': 'soon' }, { retryAfterSeconds: null }],
    [307, { location: 'http://127.0.0.1/' }, { reason: 'HOST redirects to another address. Enter the final address.' }],
    [302, { location: 'http://169.254.169.254/latest/meta-data' }, { isFinal: false, kind: 'failed' }],
  ])('of %i %j is a failure', async (status, headers, expected) => {
    sink.answer = (response) => response.writeHead(status, headers).end();
    const outcome = await sendHere();
    const reason = 'reason' in expected ? { reason: expected.reason?.replace('HOST', host()) } : {};
    expect(outcome).toMatchObject({ kind: 'failed', ...expected, ...reason });
    expect(sink.requests).toHaveLength(1);
  });

  it('counts by its status, also if its body is 1 MB or never ends', async () => {
    sink.answer = (response) => response.writeHead(200).end('x'.repeat(1_000_000));
    expect(await sendHere()).toEqual({ kind: 'delivered' });
    sink.answer = (response) => response.writeHead(500).end('x'.repeat(1_000_000));
    expect(await sendHere()).toMatchObject({ kind: 'failed' });
    sink.answer = (response) => void response.writeHead(200).write('x');
    expect(await sendHere()).toEqual({ kind: 'delivered' });
  });

  it('that does not come is a failure, because the receiver recognizes the next attempt', async () => {
    sink.answer = (response) => response.socket?.resetAndDestroy();
    expect(await sendHere()).toMatchObject({
      kind: 'failed',
      reason: `${host()} closed the connection without an answer.`,
      isFinal: false,
    });
    const controller = new AbortController();
    sink.answer = () => controller.abort();
    const stopped = await send(channelMessage(sink.origin, { signal: controller.signal }));
    expect(stopped).toMatchObject({ kind: 'failed', reason: `Lectern stopped before ${host()} answered.` });
  });
});

describe('an address', () => {
  const reasonFor = async (url: string, outbound: Parameters<typeof sendingServices>[0]) => {
    const outcome = await makeWebhookSender(sendingServices(outbound))(channelMessage(url));
    expect(outcome).toMatchObject({ kind: 'failed', retryAfterSeconds: null, isFinal: false });
    expect(JSON.stringify(outcome)).not.toMatch(/hidden|secret/);
    return 'reason' in outcome ? outcome.reason : '';
  };

  it('that is private, or has a private address, is refused', async () => {
    const refusal = (host: string) =>
      `${host} leads to a private address. Ask the operator to add it to OUTBOUND_ALLOW_HOSTS.`;
    const { port, host } = new URL(sink.origin);
    expect(await reasonFor(`${sink.origin}/secret`, { exemptHosts: [] })).toBe(refusal(host));
    // the sources' addresses are exempt for the operator's requests only
    expect(await reasonFor(sink.origin, { exemptHosts: [], exemptOrigins: [sink.origin] })).toBe(refusal(host));
    expect(await reasonFor('http://169.254.169.254/secret', {})).toBe(refusal('169.254.169.254'));
    for (const address of ['127.0.0.1', '10.0.0.5', '169.254.169.254', '::1', 'fd00::1']) {
      const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
      expect(await reasonFor(`http://hooks.example:${port}/secret?key=hidden`, { resolve })).toBe(
        refusal(`hooks.example:${port}`),
      );
    }
    expect(sink.requests).toEqual([]);
  });

  it('that does not exist, or has no server, is named in the reason', async () => {
    const unknown = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    const resolve = () => Promise.reject(unknown);
    expect(await reasonFor('https://gone.example/secret', { resolve })).toBe(
      'The host gone.example was not found. Check the address.',
    );
    const closed = await openHttpSink();
    await closed.close();
    expect(await reasonFor(`${closed.origin}/secret`, {})).toBe(
      `${new URL(closed.origin).host} does not accept connections (ECONNREFUSED).`,
    );
    expect(await reasonFor('nonsense', {})).toBe('The address of this webhook is not valid. Enter it again.');
  });

  it('without TLS for https is named in the reason', async () => {
    const plain = sink.origin.replace('http:', 'https:');
    expect(await reasonFor(`${plain}/secret`, {})).toMatch(/^127\.0\.0\.1:\d+ does not accept an encrypted connection/);
  });
});

/** Nobody trusts it. It was made for this test with `openssl req -x509`, and is valid until 2126. */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN7adatEPT0c1wEBA
mdn8cpr5USWHhW8VceCOIsokuhahRANCAATUs4Skq/6oq68KvRwayiGNsz1aYEWd
Wd5vXRtZ9Yt74F6wIsBDIV1gvqZv3gVZS8ZI3pGlaH9h/FiaEO6RJpJN
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUPOLbXr+XfdQgqaYUoe6G599qZaswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyNTIwMTE1OVoYDzIxMjYxMTAx
MjAxMTU5WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATUs4Skq/6oq68KvRwayiGNsz1aYEWdWd5vXRtZ9Yt74F6wIsBDIV1g
vqZv3gVZS8ZI3pGlaH9h/FiaEO6RJpJNo2QwYjAdBgNVHQ4EFgQUqH8cXtfgZ+N5
nGXlnodak0rf7OowHwYDVR0jBBgwFoAUqH8cXtfgZ+N5nGXlnodak0rf7OowDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQC/XAZZbhfLHQNuw8w6BibnUbuOYUIvn1zL8fcLUzxs2gIhAMCNzlg9kE3BlMuy
l5tRz99R+Lhfm25RbqFPfq+5wXNO
-----END CERTIFICATE-----
`,
};

describe('a server with an invalid certificate', () => {
  it('gets nothing', async () => {
    let requests = 0;
    const server = createServer(SELF_SIGNED, (_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const outcome = await send(channelMessage(`https://127.0.0.1:${port}/`));
    await new Promise((done) => server.close(done));
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: `The certificate of 127.0.0.1:${port} is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    });
    expect(requests).toBe(0);
  });
});

it('signs what the independent library verifies, with each secret', () => {
  const secret = fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
  const timestampSeconds = Math.floor(Date.now() / 1000);
  fc.assert(
    fc.property(fc.array(secret, { minLength: 1, maxLength: 3 }), fc.uuid(), fc.json(), (secrets, id, body) => {
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(timestampSeconds),
        'webhook-signature': signWebhook({ id, timestampSeconds, body }, secrets),
      };
      for (const one of secrets) expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body));
    }),
  );
});

it('signs what the example in docs/webhooks.md verifies', async () => {
  const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const example = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  const { isGenuine } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(example)}`);
  const [secret = '', previous = '', other = ''] = ['a', 'b', 'c'].map((one) => `whsec_${btoa(one.repeat(32))}`);
  const headersAt = (timestampSeconds: number, body: string) => ({
    'webhook-id': 'a',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook({ id: 'a', timestampSeconds, body }, [secret, previous]),
  });
  const now = Math.floor(Date.now() / 1000);
  const headers = headersAt(now, '{"a":1}');
  for (const one of [secret, previous]) expect(isGenuine(one, headers, '{"a":1}')).toBe(true);
  expect(isGenuine(other, headers, '{"a":1}')).toBe(false);
  expect(isGenuine(secret, headers, '{"a":2}')).toBe(false);
  expect(isGenuine(secret, { ...headers, 'webhook-id': 'b' }, '{"a":1}')).toBe(false);
  expect(isGenuine(secret, headersAt(now - 400, '{"a":1}'), '{"a":1}')).toBe(false);
});

interface Vector {
  secret: string;
  id: string;
  timestamp: number;
  payload: string;
  signature: string;
}

describe.skipIf(!hasRecorded('formats/webhooks'))('the vectors of Standard Webhooks [needs ../shared/data]', () => {
  it('have our signatures', () => {
    const { sign }: { sign: Vector[] } = JSON.parse(readRecorded('formats/webhooks/vectors.json').toString());
    expect(sign.length).toBeGreaterThan(0);
    for (const { secret, id, timestamp, payload, signature } of sign)
      expect(signWebhook({ id, timestampSeconds: timestamp, body: payload }, [secret])).toBe(signature);
  });
});
