// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { LIST_KEY } from '../features/publications/list-query.ts';
import { sendMarks, watchMarks } from '../features/publications/send-marks.ts';
import { FakeService } from './testing/fake-service.ts';
import { findRow, focusedRow, isRead, unreadCount } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

let service: FakeService;

beforeAll(watchMarks);

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

const isFavorite = () => screen.queryAllByRole('button', { pressed: true }).length > 0;
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
  await screen.findByText(/^Cannot mark “Paper 1” as read\. The service refuses\.$/);
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
  await screen.findByText(/^Cannot mark “Paper 1” as read\. The service refuses\.$/);
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

const PREFIX = 'lectern-mark:1:';
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('lectern-mark:'));
const marksOf = () => service.calls.filter(({ method }) => method !== 'GET').map(({ path }) => path.split('/').at(-1));
const hear = (key: string, newValue: string | null) =>
  act(async () => void dispatchEvent(new StorageEvent('storage', { key, newValue })));
/** What another page of the user, or this one before, has left in the storage. */
const left = (id: string, isSet = true) => ({
  ...{ id, kind: 'read', isSet, publicationIds: [1], title: 'Paper 1' },
  counts: { unread_count: isSet ? -1 : 1 },
});

test('keeps marks without a connection, undoes one, and sends all in order after the next response', async () => {
  const user = await openList();
  service.isDown = true;
  await user.keyboard('m');
  await user.keyboard('f');
  await user.keyboard('u');
  expect([isRead(0), isFavorite()]).toEqual([true, false]);
  await waitFor(() => expect(unreadCount()).toBe(2));
  await screen.findByText(/3 changes are not sent yet\./);
  expect(screen.queryAllByRole('alert')).toEqual([]);
  expect(kept()).toHaveLength(3);
  service.isDown = false;
  service.calls.splice(0);
  // any response shows that the service is there
  await queryClient.refetchQueries({ queryKey: ['runs'] });
  await waitFor(() => expect(kept()).toEqual([]));
  expect(marksOf()).toEqual(['mark-read', 'favorite', 'favorite']);
  expect(service.publications[0]).toMatchObject({ is_read: true, is_favorite: false });
  await settled();
  expect([isRead(0), isFavorite(), unreadCount()]).toEqual([true, false, 2]);
  expect(screen.queryByText(/not sent yet/)).toBeNull();
});

test.each([503, 401])('a mark waits if the service cannot take it now: %i', async (status) => {
  const user = await openList();
  service.refuse('/mark-read', status);
  await user.keyboard('m');
  await screen.findByText('1 change is not sent yet.');
  expect(isRead(0)).toBe(true);
  await user.keyboard('f');
  await settled();
  expect(marksOf()).toEqual(['mark-read', 'mark-read', 'favorite']);
  expect(kept()).toEqual([]);
});

test('does not try again at once if only marks fail', async () => {
  const user = await openList();
  for (const held of [service.hold('/mark-read'), service.hold('/mark-read')]) held.lose();
  await user.keyboard('m');
  await screen.findByText(/1 change is not sent yet\./);
  for (const _ of 'abc') await queryClient.refetchQueries({ queryKey: ['runs'] });
  expect(marksSent()).toEqual([true]);
});

test('shows and sends what an earlier page has left, and nothing of another user', async () => {
  service.isDown = false;
  renderApp('/?view=all', service);
  for (const prefix of [PREFIX, 'lectern-mark:2:'])
    localStorage.setItem(
      `${prefix}2-a`,
      JSON.stringify({ ...left('2-a'), publicationIds: prefix === PREFIX ? [2] : [3] }),
    );
  localStorage.setItem(`${PREFIX}1-a`, JSON.stringify(left('1-a')));
  const held = service.hold('/mark-read');
  await findRow(2);
  await held.arrived;
  expect([isRead(0), isRead(1), isRead(2)]).toEqual([true, true, false]);
  await waitFor(() => expect(unreadCount()).toBe(1));
  held.respond();
  await waitFor(() => expect(kept()).toEqual(['lectern-mark:2:2-a']));
  expect(service.callsTo('/mark-read').map(({ body }) => body.publication_ids)).toEqual([[1], [2]]);
});

test('shows what another page of the user marks, has sent, or was refused, without a request', async () => {
  await openList();
  service.calls.splice(0);
  await hear(`${PREFIX}1-a`, JSON.stringify(left('1-a')));
  await waitFor(() => expect([isRead(0), unreadCount()]).toEqual([true, 2]));
  await hear(`${PREFIX}1-a`, JSON.stringify({ ...left('1-a'), refusal: null }));
  await hear(`${PREFIX}1-a`, null);
  expect([isRead(0), unreadCount()]).toEqual([true, 2]);
  await hear(`${PREFIX}2-a`, JSON.stringify(left('2-a', false)));
  await waitFor(() => expect([isRead(0), unreadCount()]).toEqual([false, 3]));
  const refusal = { message: 'Cannot mark “Paper 1” as unread.', requestId: null };
  await hear(`${PREFIX}2-a`, JSON.stringify({ ...left('2-a', false), refusal }));
  await screen.findByText(refusal.message);
  await waitFor(() => expect([isRead(0), unreadCount()]).toEqual([true, 2]));
  await hear('lectern-mark:2:3-a', JSON.stringify(left('3-a', false)));
  expect(isRead(0)).toBe(true);
  expect(service.calls.filter(({ path }) => path.endsWith('/publications') || path.endsWith('/mark-read'))).toEqual([]);
});

test('does not send what another page has sent while this one did not run', async () => {
  const user = await openList();
  service.isDown = true;
  await user.keyboard('m');
  await screen.findByText(/1 change is not sent yet\./);
  for (const key of kept()) localStorage.removeItem(key);
  service.isDown = false;
  service.calls.splice(0);
  await sendMarks();
  expect(marksOf()).toEqual([]);
  expect(isRead(0)).toBe(true);
});

test('a publication is not by a scholar at once, and leaves the list when the service has responded', async () => {
  const user = await openList();
  const held = service.hold(/rejected-publications/);
  await user.keyboard('r');
  expect((await held.arrived).method).toBe('PUT');
  expect(await screen.findByText('Not by Ada Loopback')).toBeTruthy();
  const rejected = service.publications.slice(1);
  service.publications = rejected;
  held.respond();
  await waitFor(() => expect(screen.queryByText('Paper 1')).toBeNull());
  expect(screen.queryByText('Not by Ada Loopback')).toBeNull();
});
