import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { mailMessage, newsOf, newsPublication } from '../../../test/support/news.ts';
import { type Script, startScriptedMailServer } from '../../../test/support/scripted-mail-server.ts';
import { readConfig } from '../../platform/config.ts';
import { Secrets } from '../../platform/secrets.ts';
import { closeMailTransport } from './mail-transport.ts';
import { makeMailSender } from './send-mail.ts';

/** Begins a message that is longer than what a socket takes at once. */
const LONG = newsOf(
  Array.from({ length: 60 }, (_, at) => newsPublication(at, { abstract: 'of many words '.repeat(25) })),
);
const NO_USER = '550 5.1.1 no such user';
const REFUSED = {
  ...{ kind: 'failed', retryAfterSeconds: null, isFinal: true },
  reason: 'The mail server does not take mail for ada@example.org (550 5.1.1). Check the address.',
};
const UNCONFIRMED = {
  kind: 'unconfirmed',
  reason: 'The mail server did not confirm the message. It may have arrived.',
};

/** A server in order, but for what `special` says to a line. Inside a message it says nothing until the dot. */
function orderly(special: Script, extensions: readonly string[] = []): Script {
  const inData = new WeakSet<object>();
  return (line, socket) => {
    const said = special(line, socket);
    if (line === 'DATA' && said !== null && JSON.stringify(said).includes('354')) inData.add(socket);
    if (said !== 'default') return said;
    if (inData.has(socket)) {
      if (line === '.') inData.delete(socket);
      return line === '.' ? '250 2.0.0 queued' : null;
    }
    if (line === '') return '220 mail.example ESMTP';
    if (line.startsWith('EHLO'))
      return ['mail.example', ...extensions]
        .map((name, at, all) => `250${at + 1 < all.length ? '-' : ' '}${name}`)
        .join('\r\n');
    if (line === 'DATA') {
      inData.add(socket);
      return '354 go on';
    }
    return line === 'QUIT' ? { end: '221 bye' } : '250 ok';
  };
}

async function start(script: Script) {
  const server = await startScriptedMailServer(script);
  const config = readConfig({ SMTP_URL: server.url, MAIL_FROM: 'lectern@example.org' });
  onTestFinished(() => void (config.mail && closeMailTransport(config.mail)));
  const secrets = new Secrets('a key for tests, of forty characters all');
  return { server, send: makeMailSender({ config, secrets, log: pino({ level: 'silent' }) }) };
}

test.each([
  ['replies to the dot', '554 no valid recipients'],
  ['accepts the empty message', '250 queued'],
  ['ends the connection at the dot', { end: '' }],
  ['ends the connection at DATA', 'end'],
] as const)(
  'a server that refuses the only recipient, takes DATA all the same, and %s: its refusal counts',
  async (_what, atDot) => {
    for (const extensions of [[], ['PIPELINING']]) {
      const special: Script = (line) => {
        if (line.startsWith('RCPT')) return NO_USER;
        if (line === 'DATA') return atDot === 'end' ? { end: '' } : '354 go on';
        return line === '.' && atDot !== 'end' ? atDot : 'default';
      };
      const { server, send } = await start(orderly(special, extensions));
      expect(await send(mailMessage())).toEqual(REFUSED);
      // RFC 2920, section 3.1: it gets the dot, and nothing of the message
      const [lines = []] = server.sessions;
      expect(lines.filter((line) => !/^(EHLO|MAIL|RCPT|DATA|RSET|QUIT)/.test(line))).toEqual(
        extensions.length > 0 && atDot !== 'end' ? ['.'] : [],
      );
    }
  },
);

test.each([
  ['never replies to the dot', '354 go on', null],
  ['takes 4xx for an answer and never replies', '354 go on', '451 4.2.0 greylisted'],
] as const)(
  'a server that refuses the only recipient and %s: its refusal counts when the claim ends',
  async (_what, toData, toRecipient) => {
    const giveUp = new AbortController();
    const special: Script = (line) => {
      if (line.startsWith('RCPT')) return toRecipient ?? NO_USER;
      if (line === 'DATA') return toData;
      if (line !== '.') return 'default';
      giveUp.abort();
      return null;
    };
    const { send } = await start(orderly(special, ['PIPELINING']));
    const outcome = await send(mailMessage({ signal: giveUp.signal }));
    if (toRecipient === null) expect(outcome).toEqual(REFUSED);
    else
      expect(outcome).toMatchObject({
        reason: 'The mail server does not take mail for ada@example.org at the moment (451 4.2.0).',
        isFinal: false,
      });
  },
);

test.each([
  ['confirms a message with the reply to DATA', '354 go on\r\n250 2.0.0 queued'],
  ['refuses a message with the reply to DATA', '354 go on\r\n552 5.2.3 too large'],
] as const)(
  'a server that %s confirms nothing, and gets no other message on that connection',
  async (_what, toData) => {
    const { server, send } = await start(orderly((line) => (line === 'DATA' ? toData : 'default')));
    for (const news of [undefined, LONG]) {
      const message = () => mailMessage(news ? { news } : {});
      const expected = toData.includes('250') ? UNCONFIRMED : { kind: 'failed' };
      expect(await send(message())).toMatchObject(expected);
      for (const { kind } of await Promise.all(Array.from({ length: 8 }, () => send(message()))))
        expect(kind).not.toBe('delivered');
    }
    for (const lines of server.sessions)
      expect(lines.filter((line) => line.startsWith('MAIL FROM')).length).toBeLessThan(2);
  },
);

test('a reply in advance, of a server that talks to itself, confirms nothing', async () => {
  const early = '250 a\r\n250 b\r\n250 c\r\n354 d\r\n250 e';
  for (const place of ['EHLO', 'MAIL', 'RCPT']) {
    const special: Script = (line) => (line.startsWith(place) ? `250 mail.example\r\n${early}` : 'default');
    const { server, send } = await start(orderly(special));
    expect((await send(mailMessage({ news: LONG }))).kind, place).not.toBe('delivered');
    expect((await send(mailMessage())).kind, place).not.toBe('delivered');
    expect(server.sessions.length).toBeGreaterThan(1);
  }
});

test('a refusal of several lines is read whole, and a server that ends the connection at DATA has neither refused nor confirmed', async () => {
  const lines = '550-5.1.1 There is\r\n550-5.1.1 no such\r\n550 5.1.1 user';
  const several = await start(orderly((line) => (line.startsWith('RCPT') ? lines : 'default'), ['PIPELINING']));
  expect(await several.send(mailMessage())).toEqual(REFUSED);
  const ends = await start(orderly((line) => (line === 'DATA' ? { end: '354 go on' } : 'default')));
  expect(await ends.send(mailMessage({ news: LONG }))).toEqual(UNCONFIRMED);
});

test('a reply too many is not taken for a reply to the next mail', async () => {
  let mails = 0;
  const special: Script = (line) => {
    if (!line.startsWith('RCPT')) return 'default';
    mails += 1;
    return mails === 1 ? '250 ok\r\n250 and another' : NO_USER;
  };
  const { server, send } = await start(orderly(special));
  expect(await send(mailMessage({ news: LONG }))).toEqual(UNCONFIRMED);
  expect(await send(mailMessage())).toEqual(REFUSED);
  expect(server.sessions).toHaveLength(2);
});

test('mails that wait for a connection are sent on new ones if the connections are closed', async () => {
  let count = 0;
  const special: Script = (line) => (line === 'DATA' && ++count === 2 ? '354 go on\r\n250 early' : 'default');
  const { send } = await start(orderly(special));
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => send(mailMessage({ news: LONG }))));
  expect(outcomes.filter(({ kind }) => kind === 'delivered')).toHaveLength(11);
  expect(outcomes).toContainEqual(UNCONFIRMED);
});

test.each(['250-2.0.0 queued\r\n550 5.0.0 refused', '550-5.0.0 refused\r\n250 2.0.0 queued', 'hello'])(
  'a reply to the message that both confirms and refuses it, or neither, does neither: %j',
  async (atDot) => {
    const { send } = await start(orderly((line) => (line === '.' ? atDot : 'default')));
    expect(await send(mailMessage())).toEqual(UNCONFIRMED);
  },
);

test('a reply that is longer than any in order is not called an outage', async () => {
  const { send } = await start(
    orderly((line) => (line.startsWith('RCPT') ? `550-${'x'.repeat(3_000_000)}` : 'default')),
  );
  expect(await send(mailMessage())).toMatchObject({
    reason: 'The mail server broke the rules of SMTP. The operator can find out why.',
    isFinal: false,
  });
});
