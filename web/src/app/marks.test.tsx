// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { LIST_KEY } from '../features/publications/list-query.ts';
import { FakeService } from './testing/fake-service.ts';
import { findRow, focusedRow, isRead, unreadCount } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
});

afterEach(closeApp);

/** Opens the list and goes to the first row. */
async function openList() {
  const { user } = renderApp('/?view=all', service);
  await findRow(2);
  await user.keyboard('j');
  await waitFor(() => expect(focusedRow()).toBe('0'));
  await settled();
  return user;
}

const isFavorite = () => screen.getAllByRole('button', { pressed: true }).length > 0;
const marksSent = () => service.callsTo('/mark-read').map(({ body }) => body.is_read);
const settled = () => waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0));

test('shows a mark before the service responds', async () => {
  const user = await openList();
  const held = service.hold('/mark-read');
  await user.keyboard('m');
  expect([isRead(0), isRead(1)]).toEqual([true, false]);
  await waitFor(() => expect(unreadCount()).toBe(2));
  expect((await held.arrived).body).toEqual({ publication_ids: [1], is_read: true });
  held.respond();
  await settled();
  expect(isRead(0)).toBe(true);
  expect(service.publications.map(({ is_read }) => is_read)).toEqual([true, false, false]);
});

test('reverts a refused mark with a notice, and undo takes back the mark before it', async () => {
  const user = await openList();
  await user.keyboard('f');
  await waitFor(() => expect(isFavorite()).toBe(true));
  const held = service.hold('/mark-read');
  await user.keyboard('m');
  expect(isRead(0)).toBe(true);
  held.refuse(500);
  await screen.findByText('The service refuses.');
  expect(isRead(0)).toBe(false);
  expect(unreadCount()).toBe(3);
  await user.keyboard('u');
  await waitFor(() => expect(screen.queryAllByRole('button', { pressed: true })).toHaveLength(0));
  expect(marksSent()).toEqual([true]);
});

test('sends two marks on one publication one after another, and the later one wins', async () => {
  const user = await openList();
  const first = service.hold('/mark-read');
  const second = service.hold('/mark-read');
  await user.keyboard('m');
  await user.keyboard('m');
  expect(isRead(0)).toBe(false);
  await first.arrived;
  expect(marksSent()).toEqual([true]);
  first.respond();
  await second.arrived;
  expect(marksSent()).toEqual([true, false]);
  second.respond();
  await settled();
  expect(isRead(0)).toBe(false);
  expect(service.publications[0]?.is_read).toBe(false);
});

test('keeps a later mark if the one before it is refused', async () => {
  const user = await openList();
  const held = service.hold('/mark-read');
  for (const key of 'mmm') await user.keyboard(key);
  held.refuse(500);
  await screen.findByText('The service refuses.');
  await settled();
  expect(marksSent()).toEqual([true, false, true]);
  expect(isRead(0)).toBe(true);
});

test('shows what the service has if all of several marks are refused', async () => {
  const user = await openList();
  const held = [service.hold('/mark-read'), service.hold('/mark-read')];
  await user.keyboard('m');
  await user.keyboard('m');
  for (const request of held) request.refuse(500);
  await settled();
  expect(marksSent()).toEqual([true, false]);
  expect(isRead(0)).toBe(false);
  expect(unreadCount()).toBe(3);
});

test('undoes a mark that has not arrived yet', async () => {
  const user = await openList();
  const held = service.hold('/mark-read');
  await user.keyboard('m');
  await user.keyboard('u');
  await waitFor(() => expect(isRead(0)).toBe(false));
  held.respond();
  await settled();
  expect(marksSent()).toEqual([true, false]);
  expect(isRead(0)).toBe(false);
  expect(service.publications[0]?.is_read).toBe(false);
});

test('a list that was requested before a mark does not revert it', async () => {
  const user = await openList();
  const held = service.hold('/publications');
  void queryClient.invalidateQueries({ queryKey: LIST_KEY });
  await held.arrived;
  await user.keyboard('m');
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  held.respond();
  await settled();
  expect([isRead(0), isRead(1)]).toEqual([true, false]);
  // a list that was requested afterwards is shown as it is
  service.publications = papers(3);
  await queryClient.invalidateQueries({ queryKey: LIST_KEY });
  await waitFor(() => expect(isRead(0)).toBe(false));
});
