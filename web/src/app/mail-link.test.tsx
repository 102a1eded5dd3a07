// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FakeService } from './testing/fake-service.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';

const LINK = { channel_name: 'Morning mail', address: 'ada@example.org', is_done: false };
const READ = { ...LINK, action: 'mark_read', count: 3 };

afterEach(closeApp);

/** A service that nobody is signed in to, and that knows these links. */
function serviceOf(responses: Record<string, object>) {
  const calls: string[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const { method, url } = new Request(input, init);
    const call = `${method} ${new URL(url).pathname}`;
    calls.push(call);
    const data = responses[call];
    const meta = { request_id: 'a-request' };
    if (data) return Response.json({ data, meta });
    const error = { code: 'mail_link_not_found', message: 'This link does not work.', details: null };
    return Response.json({ error, meta }, { status: 404 });
  };
  return { calls, service: { fetch } as FakeService };
}

test('a link does nothing before its button is pressed, and can be undone', async () => {
  const { calls, service } = serviceOf({
    'GET /mail/read-1': READ,
    'POST /mail/read-1': { ...READ, is_done: true, undo_token: 'unread-1' },
    'POST /mail/unread-1': { ...READ, action: 'undo_mark_read', is_done: true, undo_token: null },
  });
  const { user } = renderApp('/mail/read-1', service);
  await screen.findByText('3 papers of this mail are unread.');
  expect(calls).toEqual(['GET /mail/read-1']);
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect((await screen.findByRole('status')).textContent).toBe('Marked 3 papers as read.');
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Marked 3 papers as unread again.');
  expect(calls).toEqual(['GET /mail/read-1', 'POST /mail/read-1', 'POST /mail/unread-1']);
});

test('a link asks before it does something', async () => {
  const { service } = serviceOf({
    'GET /mail/unsubscribe-1': { ...LINK, action: 'unsubscribe', count: 0 },
    'GET /mail/confirm-1': { ...LINK, action: 'confirm', count: 0 },
  });
  const { router } = renderApp('/mail/unsubscribe-1', service);
  await screen.findByText('Stop the mail of the channel “Morning mail” to ada@example.org?');
  await router.navigate({ to: '/mail/$token', params: { token: 'confirm-1' } });
  await screen.findByText(/^Do you want news about papers at ada@example\.org, from the channel “Morning mail”\?/);
});

test('a link that was used says so, and one that does not work says why', async () => {
  const { service } = serviceOf({
    'GET /mail/unsubscribe-1': { ...LINK, action: 'unsubscribe', count: 0, is_done: true },
  });
  const { router } = renderApp('/mail/unsubscribe-1', service);
  await screen.findByText(/^Unsubscribed\. Lectern sends no more mail of the channel “Morning mail”/);
  expect(screen.queryByRole('button')).toBeNull();
  await router.navigate({ to: '/mail/$token', params: { token: 'unsubscribe-2' } });
  expect((await screen.findByRole('alert')).textContent).toContain('This link does not work.');
});
