// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SavedView } from '../api/shapes.ts';
import { FakeService } from './testing/fake-service.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

let service: FakeService;
const view: SavedView = { id: 7, name: 'Sediment', parameters: {}, layout: 'titles', position: 1 };

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
  service.views = [view];
});

afterEach(closeApp);

const rows = () => within(screen.getByRole('list', { name: 'Feeds' })).queryAllByRole('listitem');
const dialog = async () => within(await screen.findByRole('dialog'));

test('creates a feed of a view, copies its address, renames it, gives it a new address, and deletes it', async () => {
  const { user } = renderApp('/settings/notifications', service);
  await screen.findByText('No feeds yet.');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'What the feed has' }), 'Sediment');
  await user.click(screen.getByRole('button', { name: 'Create feed' }));
  await screen.findByText('Feed “Ada Loopback” created.');
  expect(service.callsTo('/feeds').findLast(({ method }) => method === 'POST')?.body).toEqual({
    scope: 'view',
    view_id: 7,
  });
  const [row] = rows();
  expect(row?.textContent).toContain('View “Sediment” · Last fetched');
  await user.click(screen.getByRole('button', { name: 'Copy JSON Feed address' }));
  expect(await navigator.clipboard.readText()).toBe(service.feeds[0]?.json_url);

  await user.click(screen.getByRole('button', { name: 'Rename feed Ada Loopback' }));
  const name = (await dialog()).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Mud');
  service.refuse('/feeds/1', 422, [{ path: 'name', message: 'must be cleaner' }]);
  await user.click((await dialog()).getByRole('button', { name: 'Save' }));
  await (await dialog()).findByText('must be cleaner');
  await user.click((await dialog()).getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'New address for feed Mud' }));
  service.feeds = service.feeds.map((feed) => ({ ...feed, atom_url: 'https://lectern.example/feeds/new.atom' }));
  await user.click((await dialog()).getByRole('button', { name: 'Create new address' }));
  await screen.findByText('“Mud” has a new address.');
  expect(rows()[0]?.textContent).toContain('https://lectern.example/feeds/new.atom');

  await user.click(screen.getByRole('button', { name: 'Delete feed Mud' }));
  service.refuse('/feeds/1', 500);
  await user.click((await dialog()).getByRole('button', { name: 'Delete feed' }));
  await (await dialog()).findByText(/The service refuses/);
  await user.click((await dialog()).getByRole('button', { name: 'Delete feed' }));
  await screen.findByText('Feed “Mud” deleted.');
  await waitFor(() => expect(rows()).toHaveLength(0));
  expect(document.activeElement?.textContent).toBe('Feed “Mud” deleted.');
});

test('the dialog of a view creates its feed, and then shows the address', async () => {
  const { user } = renderApp('/settings/views', service);
  await user.click(await screen.findByRole('button', { name: 'Edit view Sediment' }));
  await user.click(await (await dialog()).findByRole('button', { name: 'Create feed' }));
  await (await dialog()).findByText(/^https:.*\.atom$/);
  expect(service.feeds).toMatchObject([{ scope: 'view', view_id: 7 }]);
  await user.click((await dialog()).getByRole('link', { name: 'All feeds' }));
  await screen.findByRole('heading', { level: 1, name: 'Notifications' });
  expect(rows()).toHaveLength(1);
});
