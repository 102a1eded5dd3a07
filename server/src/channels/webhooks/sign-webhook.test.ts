import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { hasRecorded, readRecorded } from '../../../test/fixtures/read-fixture.ts';
import { signWebhook } from './sign-webhook.ts';

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
