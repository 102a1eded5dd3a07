// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeService } from './testing/fake-service.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { channelOf, deliveryOf } from './testing/samples.ts';

const NEWS = [
  'publication.new',
  'publication.published',
  'publication.revised',
  'publication.notice',
  'publication.cites_retracted',
];
const PAGE = '/settings/notifications';
let service: FakeService;

beforeEach(() => {
  service = new FakeService();
});

afterEach(closeApp);

const lastBody = (path: string) => service.callsTo(path).findLast(({ method }) => method !== 'GET')?.body;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a daily mail to the own address takes one button and a confirmation', async () => {
  const { user } = renderApp(PAGE, service);
  await screen.findByText('No channels yet');
  await user.click(screen.getByRole('button', { name: 'Add channel' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(document.activeElement).toBe(dialog.getByLabelText('Send to'));
  await user.click(dialog.getByRole('button', { name: 'Add channel' }));
  await closed();
  expect(lastBody('/channels')).toEqual({
    kind: 'mail',
    name: 'Mail',
    target: { address: 'ada@lectern.example' },
    filter: { event_kinds: NEWS, scholar_profile_ids: [], view_ids: [] },
    schedule: {
      frequency: 'daily',
      hour: 7,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });
  expect(await screen.findByText(/Everything · Every day at 07:00/)).toBeTruthy();
});

test('a channel without a name gets one that no other has', async () => {
  service.channels = [channelOf({ id: 1, name: 'Mail' }), channelOf({ id: 2, name: 'Mail 2' })];
  const { user } = renderApp(PAGE, service);
  await user.click(await screen.findByRole('button', { name: 'Add channel' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Name').placeholder).toBe('Mail 3');
  await user.click(dialog.getByRole('button', { name: 'Add channel' }));
  await closed();
  expect(lastBody('/channels')).toMatchObject({ name: 'Mail 3' });
});

test('says that nothing is found by itself if scheduled runs are off', async () => {
  service.channels = [channelOf({})];
  service.settings = { ...service.settings, auto_run_enabled: false };
  renderApp(PAGE, service);
  await screen.findByText(/Lectern finds new papers only when you start a run/);
  const link = screen.getByRole('link', { name: 'Turn on scheduled runs' });
  expect(link.getAttribute('href')).toBe('/settings');
  closeApp();
  service.settings = { ...service.settings, auto_run_enabled: true };
  renderApp(PAGE, service);
  await screen.findByRole('button', { name: 'Pause: Mail' });
  expect(screen.queryByText(/only when you start a run/)).toBeNull();
});

test('chooses scholars, events and a weekly schedule, and shows a mistake at its field', async () => {
  service.views = [
    { id: 7, name: 'Thesis', parameters: {}, layout: 'titles', position: 1 },
    { id: 8, name: 'Lab', parameters: {}, layout: 'titles', position: 2 },
  ];
  const { user } = renderApp(PAGE, service);
  await user.click(await screen.findByRole('button', { name: 'Add channel' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('When'), 'At once');
  dialog.getByText('What is found within some minutes is one message.');
  await user.selectOptions(dialog.getByLabelText('Send to'), 'Webhook');
  expect(dialog.queryByText(/is one message/), 'a webhook gets each event').toBeNull();
  await user.type(dialog.getByLabelText('URL'), 'https://10.0.0.5/hook');
  await user.selectOptions(dialog.getByLabelText('What'), 'Only some scholars or views');
  const save = dialog.getByRole('button', { name: 'Add channel' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(await dialog.findByRole('checkbox', { name: 'Lab' }));
  await user.click(dialog.getByText('Kinds of news'));
  await user.click(dialog.getByRole('checkbox', { name: 'Publications marked as read' }));
  await user.selectOptions(dialog.getByLabelText('When'), 'Weekly');
  await user.selectOptions(dialog.getByLabelText('Day'), 'Friday');
  const message = 'leads to a private address';
  service.refuse('/channels', 422, [{ path: 'target.url', message }]);
  await user.click(save);
  await dialog.findByText('The URL leads to a private address.');
  service.reply('POST /channels', { signing_secret: 'whsec_first' });
  await user.click(save);
  // the secret is shown once, and only its button closes it
  const secret = within(await screen.findByRole('dialog', { name: 'Signing secret' }));
  secret.getByText('whsec_first');
  expect(lastBody('/channels')).toMatchObject({
    kind: 'webhook',
    name: 'Webhook',
    target: { url: 'https://10.0.0.5/hook' },
    filter: {
      event_kinds: [...NEWS, 'publication.read'],
      scholar_profile_ids: [],
      view_ids: [8],
    },
    schedule: { frequency: 'weekly', weekdays: [5] },
  });
  await user.click(secret.getByRole('button', { name: 'Done' }));
  await closed();
  service.reply('POST /channels/{id}/secret', { signing_secret: 'whsec_second' });
  await user.click(screen.getByRole('button', { name: 'New signing secret: Webhook' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make new secret' }));
  const second = within(await screen.findByRole('dialog', { name: 'Signing secret' }));
  second.getByText('whsec_second');
  await user.click(second.getByRole('button', { name: 'Done' }));
  await closed();
  expect(document.body.textContent).not.toContain('whsec_');
});

test('changes a channel without its URL, which the service never sends', async () => {
  service.channels = [channelOf({ kind: 'slack', name: 'Lab', shown_target: 'hooks.slack.com…abcd' })];
  const { user } = renderApp(PAGE, service);
  await user.click(await screen.findByRole('button', { name: 'Change: Lab' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Now hooks.slack.com…abcd. Leave it empty to keep it.');
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'));
  await user.clear(dialog.getByLabelText('Name'));
  await user.type(dialog.getByLabelText('Name'), 'Our lab');
  await user.click(dialog.getByRole('checkbox', { name: 'Friday' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await closed();
  expect(lastBody('/channels/1')).not.toHaveProperty('target');
  expect(lastBody('/channels/1')).toMatchObject({ name: 'Our lab', schedule: { weekdays: [1, 2, 3, 4] } });
  expect(await screen.findByRole('heading', { name: 'Our lab' })).toBeTruthy();
});

test('says why a channel stopped, also outside of the settings, and resumes it', async () => {
  const last_error = 'The server answered 500.';
  service.channels = [channelOf({ is_paused: true, pause_reason: 'failures', last_error })];
  const { user } = renderApp('/scholars', service);
  await user.click(await screen.findByRole('link', { name: '1 channel is paused.' }));
  await screen.findByText(/Paused after repeated failures/);
  await screen.findByText('The last attempt failed: The server answered 500.');
  const held = service.hold('/channels/1');
  await user.click(screen.getByRole('button', { name: 'Resume: Mail' }));
  expect((await held.arrived).body).toEqual({ is_paused: false });
  // shown at once
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Pause: Mail' }));
  expect(screen.queryByRole('link', { name: /channel is paused/ })).toBeNull();
  held.refuse(500);
  await screen.findByRole('button', { name: 'Resume: Mail' });
  await user.click(screen.getByRole('button', { name: 'Delete: Mail' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No channels yet')).toBeTruthy();
});

test('shows what a channel sends after it was resumed', async () => {
  const [next_at, last_error] = ['2020-01-01T10:00:00.000Z', 'The server answered 500.'];
  service.channels = [channelOf({ is_paused: true, pause_reason: 'failures', last_error, next_at })];
  service.deliveries = [deliveryOf({ status: 'waiting', error: last_error, ended_at: null })];
  const { user } = renderApp(PAGE, service);
  await user.click(await screen.findByRole('button', { name: 'Messages: Mail' }));
  const log = within(await screen.findByRole('region', { name: 'Messages of Mail' }));
  await log.findByText('Waiting');
  service.deliveries = [deliveryOf({})];
  await user.click(screen.getByRole('button', { name: 'Resume: Mail' }));
  await log.findByText('Delivered');
  service.channels = [channelOf({ next_at: null })];
  await waitFor(() => expect(screen.queryByText(/The last attempt failed/)).toBeNull());
});

test('shows what became of a test message, and sends a message again', async () => {
  service.channels = [channelOf({})];
  const error = 'The connection broke.';
  service.deliveries = [deliveryOf({ id: 1, status: 'unconfirmed', error })];
  const { user } = renderApp(PAGE, service);
  const test = await screen.findByRole('button', { name: 'Send test message: Mail' });
  service.deliveries = [deliveryOf({ is_test: true, titles: [] }), ...service.deliveries];
  await user.click(test);
  await screen.findByText('Delivered.');
  await user.click(screen.getByRole('button', { name: 'Messages: Mail' }));
  const log = within(await screen.findByRole('region', { name: 'Messages of Mail' }));
  await log.findByText('Not confirmed');
  log.getByText('The connection broke.');
  log.getByText(/Grain size/);
  expect(log.getAllByRole('listitem')).toHaveLength(2);
  service.deliveries = [deliveryOf({ id: 89 }), ...service.deliveries];
  await user.click(log.getByRole('button', { name: /Send again: message of/ }));
  await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(3));
});

test('says once why a test message failed', async () => {
  service.channels = [channelOf({ last_error: 'The server answered 404.' })];
  const { user } = renderApp(PAGE, service);
  await screen.findByText('The last attempt failed: The server answered 404.');
  const error = 'The server answered 500.';
  service.deliveries = [deliveryOf({ is_test: true, status: 'failed', error })];
  service.channels = [channelOf({ last_error: error })];
  await user.click(screen.getByRole('button', { name: 'Send test message: Mail' }));
  await screen.findByText(error);
  await waitFor(() => expect(screen.queryByText(/The last attempt failed/)).toBeNull());
});

test('asks the owner of another address again', async () => {
  service.channels = [channelOf({ name: 'Grace', shown_target: 'grace@navy.example', is_confirmed: false })];
  const { user } = renderApp(PAGE, service);
  await screen.findByText(/Waiting for the owner of this address/);
  expect(screen.queryByRole('button', { name: /Send test message/ })).toBeNull();
  service.refuse('/channels/1/confirmation', 409);
  const again = screen.getByRole('button', { name: 'Send the link again: Grace' });
  await user.click(again);
  await screen.findByText('The service refuses.');
  await user.click(again);
  await screen.findByText('Link sent to grace@navy.example.');
});

test('without mail of the operator it says so, and mail is not what a new channel begins with', async () => {
  service.reply('GET /channels', { mail_is_set_up: false });
  const { user } = renderApp(PAGE, service);
  await user.click(await screen.findByRole('button', { name: 'Add channel' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLSelectElement>('Send to').value).toBe('slack');
  await user.selectOptions(dialog.getByLabelText('Send to'), 'Mail');
  dialog.getByText('Mail is not set up. The operator sets SMTP_URL and MAIL_FROM.');
  expect(dialog.getByRole('button', { name: 'Add channel' }).getAttribute('aria-disabled')).toBe('true');
});
