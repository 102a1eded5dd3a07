import { expect, test } from 'vitest';
import { writeMailLink } from '../../../src/channels/mail/mail-links.ts';
import { Client } from '../../support/client.ts';
import { makeRows, savePageOf, track } from '../../support/library.ts';
import { addDelivery, addMailChannel } from '../../support/mail-channels.ts';
import { merge } from '../../support/merges.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const DAY_MS = 86_400_000;

/** A user with four unread publications and a mail channel. */
async function startRead() {
  const service = await openService();
  const user = await service.newUser('ada');
  const scholar = await track(service.db, user.userId, 'AAAAAAAAAAAA');
  await savePageOf(service.db, scholar, makeRows('A', [0, 4]));
  const { publications } = await user.ok('GET', '/publications?mode=all');
  const ids: number[] = publications.map((one: { publication_id: number }) => one.publication_id);
  const unreadIds = async () => {
    const { publications: unread } = await user.ok('GET', '/publications?mode=unread');
    return unread.map((one: { publication_id: number }) => one.publication_id).sort();
  };
  const channelId = await addMailChannel(service, user.userId);
  return { service, user, ids, unreadIds, channelId };
}

/** A mail program or a scanner, which has no session. */
function visitor({ url, services }: Service) {
  const nobody = new Client(url);
  const link = (purpose: 'unsubscribe' | 'confirm' | 'read' | 'unread', numbers: number[], boundTo?: string) =>
    writeMailLink(services.secrets, { purpose, numbers }, boundTo);
  const ask = async (method: string, token: string, headers: Record<string, string> = {}, body?: string) => {
    const response = await nobody.raw(method, `/mail/${token}`, { headers, ...(body === undefined ? {} : { body }) });
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
    const { data, error }: any = await response.json();
    return { status: response.status, data, code: error?.code };
  };
  return { link, look: (token: string) => ask('GET', token), use: (token: string) => ask('POST', token), ask };
}

test('"mark all in this mail as read" marks the canonical publications of the delivery, once, and can be undone', async () => {
  const { service, ids, unreadIds, channelId } = await startRead();
  const { link, look, use } = visitor(service);
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  await merge(service.db, first, second);
  const token = link('read', [await addDelivery(service, channelId, [second, third, 999_999]), Date.now() + DAY_MS]);
  // what a mail scanner does
  for (let opened = 0; opened < 3; opened += 1)
    expect((await look(token)).data).toEqual({
      ...{ action: 'mark_read', channel_name: 'Morning mail', address: 'ada@example.org', count: 2, is_done: false },
    });
  expect(await unreadIds()).toEqual([first, third, fourth].sort());
  const used = await use(token);
  expect(used).toMatchObject({ status: 200, data: { count: 2, is_done: true, undo_token: expect.any(String) } });
  expect(await unreadIds()).toEqual([fourth]);
  expect((await look(token)).data).toMatchObject({ count: 0, is_done: true });
  expect((await use(token)).data).toMatchObject({ count: 0, undo_token: null });
  expect((await use(used.data.undo_token)).data).toMatchObject({ action: 'undo_mark_read', count: 2 });
  expect(await unreadIds()).toEqual([first, third, fourth].sort());
  expect(await use(used.data.undo_token)).toMatchObject({ status: 409, code: 'nothing_to_undo' });
  // the reading order learned nothing
  expect(await service.db.selectFrom('single_reads').selectAll().execute()).toEqual([]);
});

test('a browser gets the page of a link, which does nothing by itself', async () => {
  const { service, user, channelId } = await startRead();
  const { link } = visitor(service);
  const address = `${service.url}/mail/${link('unsubscribe', [channelId])}`;
  const page = await fetch(address, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('<div id="root">');
  expect((await user.ok('GET', '/channels')).channels[0].is_paused).toBe(false);
  expect(service.log()).not.toContain('already sent');
});

test('one click unsubscribes, as mail programs post it', async () => {
  const { service, user, channelId } = await startRead();
  const { link, look, ask } = visitor(service);
  const token = link('unsubscribe', [channelId]);
  expect((await look(token)).data).toMatchObject({ action: 'unsubscribe', is_done: false });
  const channel = async () => (await user.ok('GET', '/channels')).channels[0];
  expect(await channel()).toMatchObject({ is_paused: false });
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' };
  expect(await ask('POST', token, form, 'List-Unsubscribe=One-Click')).toMatchObject({ status: 200 });
  expect(await channel()).toMatchObject({ is_paused: true, pause_reason: 'unsubscribed' });
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await ask('POST', token, multipart, parts)).toMatchObject({ status: 200, data: { is_done: true } });
  expect(await ask('POST', token, { 'content-type': 'application/json' }, '{}')).toMatchObject({ status: 415 });
  expect((await look(token)).data).toMatchObject({ is_done: true });
});

test('a confirmation is valid for the address that it was sent to, for a while', async () => {
  const { service, user } = await startRead();
  const { link, look, use } = visitor(service);
  const id = await addMailChannel(service, user.userId, { isConfirmed: false });
  const isConfirmed = async () => (await user.ok('GET', '/channels')).channels[1].is_confirmed;
  const later = Date.now() + DAY_MS;
  expect(await use(link('confirm', [id, later], 'eve@example.org'))).toMatchObject({ status: 404 });
  expect(await use(link('confirm', [id, Date.now() - 60_000], 'ada@example.org'))).toMatchObject({
    ...{ status: 410, code: 'mail_link_expired' },
  });
  const token = link('confirm', [id, later], 'ada@example.org');
  expect((await look(token)).data).toMatchObject({ action: 'confirm', is_done: false });
  expect(await isConfirmed()).toBe(false);
  expect((await use(token)).data).toMatchObject({ action: 'confirm', is_done: true });
  expect(await isConfirmed()).toBe(true);
  expect((await use(token)).data).toMatchObject({ is_done: true });
});

test('a link that is wrong, of something else or of something deleted does nothing', async () => {
  const { service, ids, unreadIds, channelId } = await startRead();
  const { link, look, use } = visitor(service);
  const deliveryId = await addDelivery(service, channelId, ids);
  const token = link('read', [deliveryId, Date.now() + DAY_MS]);
  const wrong = [
    'read',
    token.slice(0, -1),
    token.replace(`read-${deliveryId}`, `read-${deliveryId + 1}`),
    // a signature for one purpose is not valid for another, also with the same numbers
    link('read', [deliveryId, Date.now() + DAY_MS]).replace('read', 'confirm'),
    link('unsubscribe', [channelId]).replace(/^unsubscribe-\d+/, `read-${deliveryId}-${Date.now() + DAY_MS}`),
    link('unsubscribe', [channelId + 100]),
    link('read', [deliveryId + 100, Date.now() + DAY_MS]),
  ];
  for (const each of wrong) {
    expect(await look(each), each).toMatchObject({ status: 404, code: 'mail_link_not_found' });
    expect(await use(each), each).toMatchObject({ status: 404, code: 'mail_link_not_found' });
  }
  const expired = link('read', [deliveryId, Date.now() - 60_000]);
  expect(await use(expired)).toMatchObject({ status: 410, code: 'mail_link_expired' });
  expect(await unreadIds()).toEqual([...ids].sort());
  await service.db.deleteFrom('channels').where('id', '=', channelId).execute();
  expect(await use(token)).toMatchObject({ status: 404 });
});
