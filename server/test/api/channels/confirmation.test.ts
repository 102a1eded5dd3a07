import { expect, test } from 'vitest';
import { startMailServer } from '../../support/mail-server.ts';
import { startService } from '../../support/service.ts';

const CHANNEL = {
  kind: 'mail',
  name: 'For my group. Buy pills at https://pills.example',
  target: { address: 'group@example.org' },
  filter: { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] },
  schedule: { frequency: 'daily', hour: 7, weekdays: [1, 2, 3, 4, 5], time_zone: 'Europe/Berlin' },
};

test('mail to another address waits until its owner agreed, and asks only a few times a day', async () => {
  const server = await startMailServer();
  const env = {
    SMTP_URL: server.url,
    MAIL_FROM: 'Lectern <lectern@example.org>',
    PUBLIC_URL: 'https://lectern.example',
  };
  const service = await startService({ env });
  const user = await service.newUser('ada');
  const own = { ...CHANNEL, target: { address: 'ada@lectern.example' } };
  expect((await user.ok('POST', '/channels', { body: own })).channel.is_confirmed).toBe(true);
  expect(server.mails).toHaveLength(0);
  const { channel } = await user.ok('POST', '/channels', { body: CHANNEL });
  expect(channel.is_confirmed).toBe(false);
  const [mail] = server.mails;
  expect(mail?.to).toEqual(['group@example.org']);
  expect(mail?.parsed.text).toContain('ada@lectern.example');
  expect(mail?.source.toString()).not.toContain('pills');
  const [, token = ''] = /https:\/\/lectern\.example\/mail\/(confirm-[\w-]+)/.exec(mail?.parsed.text ?? '') ?? [];
  expect(mail?.parsed.html).toContain(token);

  const ask = (id: number) => user.call('POST', `/channels/${id}/confirmation`);
  expect(await ask(channel.id)).toMatchObject({ status: 200 });
  expect(await ask(channel.id)).toMatchObject({ status: 200 });
  expect(await ask(channel.id)).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
  // another user may not go on writing to this address, and this user may write to few others
  const other = await service.newUser('eve');
  await other.ok('POST', '/channels', { body: CHANNEL });
  expect(server.mails).toHaveLength(3);
  for (const name of ['one', 'two', 'three'])
    await user.ok('POST', '/channels', { body: { ...CHANNEL, target: { address: `${name}@example.org` } } });
  expect(server.mails.map(({ to }) => to[0])).toEqual([
    ...['group@example.org', 'group@example.org', 'group@example.org', 'one@example.org', 'two@example.org'],
  ]);

  expect((await user.raw('POST', `/mail/${token}`)).status).toBe(200);
  const { channels } = await user.ok('GET', '/channels');
  expect(channels[1]).toMatchObject({ id: channel.id, is_confirmed: true });
  expect(await ask(channel.id)).toMatchObject({ status: 200 });
  expect(await user.call('POST', '/channels/999999/confirmation')).toMatchObject({ status: 404 });
  expect(server.mails).toHaveLength(5);
});

test('a channel is added although the mail server refuses to ask, and says why when asked again', async () => {
  const server = await startMailServer({ refuseRecipient: () => ({ code: 550, text: '5.1.1 no such user' }) });
  const service = await startService({
    env: { SMTP_URL: server.url, MAIL_FROM: 'lectern@example.org', PUBLIC_URL: 'https://lectern.example' },
  });
  const { channel } = await service.admin.ok('POST', '/channels', { body: CHANNEL });
  const asked = await service.admin.fails(409, 'mail_not_sent', 'POST', `/channels/${channel.id}/confirmation`);
  expect(asked.error.message).toBe(
    'The mail server does not take mail for group@example.org (550 5.1.1). Check the address.',
  );
});
