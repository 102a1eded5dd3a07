// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { settingsTexts as texts } from '../texts/en/settings.ts';
import { FakeService } from './testing/fake-service.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';

let service: FakeService;

beforeEach(() => {
  service = new FakeService();
});

afterEach(closeApp);

const delay = () => screen.findByLabelText<HTMLInputElement>(texts.delay.label);
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });
const saved = () => service.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

/** Types a delay and follows a link to another page. */
async function typeAndLeave() {
  const { user, router } = renderApp('/settings', service);
  await user.clear(await delay());
  await user.type(await delay(), '77');
  await user.click(screen.getAllByRole('link', { name: 'Account' })[0] as HTMLElement);
  await screen.findByRole('dialog', { name: texts.leave.title });
  return { user, router, path: () => router.state.location.pathname };
}

test('leaves without a question if nothing was changed', async () => {
  const { user, router } = renderApp('/settings', service);
  await delay();
  await user.click(screen.getAllByRole('link', { name: 'Account' })[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks before unsaved changes are left, and keeps them', async () => {
  const { user, path } = await typeAndLeave();
  await user.click(inDialog(texts.leave.stay));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe('/settings');
  expect((await delay()).value).toBe('77');
  expect(saved()).toEqual([]);
});

test('discards the changes and leaves', async () => {
  const { user, router, path } = await typeAndLeave();
  await user.click(inDialog(texts.discard));
  await waitFor(() => expect(path()).toBe('/account'));
  router.history.back();
  expect((await delay()).value).toBe('10');
  expect(saved()).toEqual([]);
});

test('saves the changes and leaves', async () => {
  const { user, path } = await typeAndLeave();
  await user.click(inDialog(texts.leave.save));
  await waitFor(() => expect(path()).toBe('/account'));
  expect(saved()).toEqual([{ request_delay_seconds: 77 }]);
});

test('stays with the changes and the reason if the service refuses them', async () => {
  const { user, path } = await typeAndLeave();
  service.refuse('/settings', 422, [{ path: 'body.request_delay_seconds', message: 'must be at most 60' }]);
  await user.click(inDialog(texts.leave.save));
  await screen.findByText(texts.delay.inSeconds('must be at most 60'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe('/settings');
  expect((await delay()).value).toBe('77');
});

test('keeps what is typed while a save is under way', async () => {
  const { user } = renderApp('/settings', service);
  await user.type(await screen.findByLabelText(texts.keys.fields.unpaywall_email.label), 'ada@lectern.example');
  const saving = service.hold('/settings');
  await user.click(screen.getByRole('button', { name: texts.save }));
  await saving.arrived;
  await user.clear(await delay());
  await user.type(await delay(), '9');
  saving.respond();
  await screen.findByText(texts.changed);
  await waitFor(() => expect(service.settings.unpaywall_email).toBe('ada@lectern.example'));
  expect((await delay()).value).toBe('9');
  expect(saved()).toEqual([{ unpaywall_email: 'ada@lectern.example' }]);
});
