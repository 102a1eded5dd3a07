import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelMessage, sendingServices } from '../../../test/support/channel-message.ts';
import { type HttpSink, openHttpSink } from '../../../test/support/http-sink.ts';
import type { Message } from '../message.ts';
import type { ChatKind } from '../target.ts';
import { makeChatSender } from './send-chat.ts';

let sink: HttpSink;
beforeEach(async () => {
  sink = await openHttpSink();
});
afterEach(() => sink.close());

const services = sendingServices();
const KINDS: ChatKind[] = ['slack', 'mattermost', 'discord', 'zulip', 'ntfy'];
const send = (kind: ChatKind, over: Partial<Message> = {}) =>
  makeChatSender(services, kind)(channelMessage(`${sink.origin}/hidden-topic?key=hidden`, over));

describe.each(KINDS)('a message to %s', (kind) => {
  it('is sent once', async () => {
    expect(await send(kind)).toEqual({ kind: 'delivered' });
    expect(sink.requests).toHaveLength(1);
    expect(sink.requests[0]?.headers['content-type']).toBe('application/json');
    expect(sink.requests[0]?.body).toContain('Grain size and the age of sediment');
  });

  it('that got no answer is unconfirmed', async () => {
    const { host } = new URL(sink.origin);
    sink.answer = (response) => response.socket?.resetAndDestroy();
    const lost = { kind: 'unconfirmed', reason: `${host} closed the connection without an answer.` };
    expect(await send(kind)).toEqual(lost);
    const controller = new AbortController();
    sink.answer = () => controller.abort();
    expect((await send(kind, { signal: controller.signal })).kind).toBe('unconfirmed');
  });

  it('that could not be sent has failed', async () => {
    const url = `${sink.origin}/hidden`;
    await sink.close();
    const refused = await makeChatSender(services, kind)(channelMessage(url));
    const resolve = async () => [{ address: '10.0.0.5', family: 4 }];
    const sender = makeChatSender(sendingServices({ resolve }), kind);
    const inside = await sender(channelMessage('https://chat.example/hidden'));
    for (const outcome of [refused, inside]) expect(outcome).toMatchObject({ kind: 'failed', isFinal: false });
    expect(JSON.stringify([refused, inside])).not.toContain('hidden');
    sink = await openHttpSink();
  });

  it('that is refused has failed', async () => {
    const answers: [(response: ServerResponse) => void, object][] = [
      [(response) => response.writeHead(500).end(), { isFinal: false }],
      [(response) => response.writeHead(404).end('x'.repeat(1_000_000)), { isFinal: false }],
      [(response) => response.writeHead(410).end(), { isFinal: true, isGone: true }],
      [(response) => response.writeHead(429, { 'retry-after': '7' }).end(), { retryAfterSeconds: 7 }],
      [(response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), { isFinal: false }],
    ];
    for (const [answer, expected] of answers) {
      sink.answer = answer;
      expect(await send(kind)).toMatchObject({ kind: 'failed', ...expected });
    }
    expect(sink.requests).toHaveLength(answers.length);
  });
});

describe('what a service says in the body of a refusal', () => {
  const refuse = (status: number, body: string) => {
    sink.answer = (response) => response.writeHead(status).end(body);
  };

  it('a deleted webhook is final, for Slack and Discord', async () => {
    refuse(404, 'no_service');
    expect(await send('slack')).toMatchObject({ isFinal: true, reason: expect.stringContaining('(no_service)') });
    expect(await send('mattermost')).toMatchObject({ isFinal: false });
    refuse(404, '{"message": "Unknown Webhook", "code": 10015}');
    expect(await send('discord')).toMatchObject({ isFinal: true, reason: expect.stringContaining('Discord') });
    refuse(404, '{"message": "Unknown Channel", "code": 10003}');
    expect(await send('discord')).toMatchObject({ isFinal: false });
  });

  it("Discord's wait is honored", async () => {
    refuse(429, '{"message": "You are being rate limited.", "retry_after": 64.57, "global": false}');
    expect(await send('discord')).toMatchObject({ retryAfterSeconds: 65, isFinal: false });
    for (const body of ['', 'null', '[1]', '{"retry_after": "x"}', '{"retry_after": -1}']) {
      refuse(429, body);
      expect(await send('discord')).toMatchObject({ retryAfterSeconds: null });
    }
  });
});

it('an address of ntfy needs a topic', async () => {
  const outcome = await makeChatSender(services, 'ntfy')(channelMessage(sink.origin));
  expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('has no topic') });
});
