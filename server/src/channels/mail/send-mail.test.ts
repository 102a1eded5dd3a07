import { createServer } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type MailServer, type MailServerOptions, startMailServer } from '../../../test/support/mail-server.ts';
import { mailMessage } from '../../../test/support/news.ts';
import { until } from '../../../test/support/wait.ts';
import { readConfig } from '../../platform/config.ts';
import { Secrets } from '../../platform/secrets.ts';
import type { Send } from '../message.ts';
import { closeMailTransport } from './mail-transport.ts';
import { makeMailSender } from './send-mail.ts';

const secrets = new Secrets('a key for tests, of forty characters all');
const log = pino({ level: 'silent' });
const FROM = 'Lectern <lectern@example.org>';

function senderTo(smtpUrl: string): Send {
  const config = readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: FROM });
  onTestFinished(() => {
    if (config.mail) closeMailTransport(config.mail);
  });
  return makeMailSender({ config, secrets, log });
}

async function start(options: MailServerOptions = {}): Promise<{ server: MailServer; send: Send }> {
  const server = await startMailServer(options);
  return { server, send: senderTo(server.url) };
}

const failed = (reason: string, isFinal = false) => ({ kind: 'failed', reason, retryAfterSeconds: null, isFinal });

test('a message arrives with the headers of a list that can be unsubscribed from', async () => {
  const { server, send } = await start({ user: { name: 'lectern', password: 'a p@ss/word' } });
  expect(await send(mailMessage())).toEqual({ kind: 'delivered' });
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: 'lectern@example.org', to: ['ada@example.org'] });
  expect(mail?.parsed).toMatchObject({
    from: { name: 'Lectern', address: 'lectern@example.org' },
    to: [{ address: 'ada@example.org' }],
    subject: '1 new paper: Ada Lovelace',
    messageId: '<0c0f1f6e-6d8e-4f0f-9a3e-6b7f4c3d2a10@lectern.example>',
  });
  const header = (name: string) => mail?.parsed.headers.find((one) => one.key === name)?.value;
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/lectern\.example\/mail\/unsubscribe-3-[\w-]{22}>$/);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(header('list-id')).toBe('"Morning mail" <channel-3.lectern.example>');
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(Date.parse(header('date') ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(mail?.parsed.text).toContain('https://lectern.example/mail/read-88-');
  expect(mail?.parsed.html).toContain('https://lectern.example/mail/read-88-');
});

test.each([
  [
    550,
    '5.1.1 no such user',
    failed('The mail server does not take mail for ada@example.org (550 5.1.1). Check the address.', true),
  ],
  [
    554,
    '5.7.1 relay access denied by mail-7.internal',
    failed('The mail server may not send to ada@example.org (554 5.7.1). The operator can find out why.'),
  ],
  [
    450,
    '4.2.0 greylisted',
    failed('The mail server does not take mail for ada@example.org at the moment (450 4.2.0).'),
  ],
])('a recipient refused with %s', async (code, text, outcome) => {
  const { server, send } = await start({ refuseRecipient: () => ({ code, text }) });
  expect(await send(mailMessage())).toEqual(outcome);
  expect(server.arrived.bytes).toBe(0);
});

test.each([
  [452, 'too many mails', failed('The mail server refused the message (452).')],
  [554, '5.6.0 it looks like spam', failed('The mail server refused the message (554 5.6.0).')],
  [
    552,
    '5.2.2 mailbox full',
    failed('The mail server refused the message for ada@example.org (552 5.2.2). Check the address.', true),
  ],
])('a message refused with %s', async (code, text, outcome) => {
  const { send } = await start({ afterEnd: { code, text } });
  expect(await send(mailMessage())).toEqual(outcome);
});

test('a wrong password is a matter of the operator, and is not shown', async () => {
  const server = await startMailServer({ user: { name: 'lectern', password: 'right' } });
  const send = senderTo(server.url.replace('right', 'sesame'));
  expect(await send(mailMessage())).toEqual(
    failed('The mail server refused the login (535). The operator has to check SMTP_URL.'),
  );
});

test.each([
  ['dies', 'cut'],
  ['sends a reply to another command', { code: 354, text: 'go on' }],
] as const)('whether a message arrived is not known if the server %s after its end', async (_what, afterEnd) => {
  const { send } = await start({ afterEnd });
  const reason = 'The mail server did not confirm the message. It may have arrived.';
  expect(await send(mailMessage())).toEqual({ kind: 'unconfirmed', reason });
});

test('a server that hangs is given up when the claim ends', async () => {
  const { send, server } = await start({ afterEnd: 'hang' });
  const hanging = new AbortController();
  const sent = send(mailMessage({ signal: hanging.signal }));
  await until(async () => expect(server.arrived.bytes).toBeGreaterThan(0));
  hanging.abort();
  expect(await sent).toMatchObject({ kind: 'unconfirmed' });
  const silent = createServer();
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as { port: number };
  const waiting = new AbortController();
  silent.once('connection', (socket) => {
    onTestFinished(() => void socket.destroy());
    waiting.abort();
  });
  const toSilent = senderTo(`smtp://127.0.0.1:${port}`);
  expect(await toSilent(mailMessage({ signal: waiting.signal }))).toEqual(
    failed('The mail server did not answer in time.'),
  );
});

test('a connection that the server ended in the meantime is replaced', async () => {
  const { server, send } = await start();
  expect(await send(mailMessage())).toEqual({ kind: 'delivered' });
  server.cut();
  expect(await send(mailMessage())).toEqual({ kind: 'delivered' });
  expect(server.mails).toHaveLength(2);
});

test('what cannot be sent says why', async () => {
  const { send, server } = await start();
  const target = {
    address: 'ada@example.org\r\nRCPT TO:<eve@example.org>',
    url: null,
    token: null,
    signingSecrets: [],
  };
  expect(await send(mailMessage({ target }))).toMatchObject({ kind: 'failed', isFinal: true });
  expect(server.mails).toHaveLength(0);
  const unreachable = senderTo('smtp://127.0.0.1:9');
  expect(await unreachable(mailMessage())).toEqual(failed('The mail server cannot be reached at the moment.'));
  const none = makeMailSender({ config: readConfig({}), secrets, log });
  expect(await none(mailMessage())).toEqual(failed('Mail is not set up. The operator sets SMTP_URL and MAIL_FROM.'));
});
