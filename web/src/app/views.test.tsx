// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import type { SavedView } from '../api/shapes.ts';
import { FakeService } from './testing/fake-service.ts';
import { findRow } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

let service: FakeService;

const view = (id: number, name: string, parameters: SavedView['parameters'] = {}): SavedView => ({
  id,
  name,
  parameters,
  layout: 'titles',
  position: id,
});

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
});

afterEach(closeApp);

const rail = () => within(screen.getByRole('navigation', { name: 'Main' }));
const settled = () => waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0));
const button = (name: string) => screen.findByRole('button', { name });

test('saves the list as a view, offers to update it when the list changes, and shows it in the rail with its count', async () => {
  const { user, router } = renderApp('/?view=unread&q=deep&sort=citations', service);
  await findRow(2);
  await user.click(await button('Save view…'));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Deep ones');
  await user.click(await button('Save'));
  await screen.findByRole('heading', { level: 1, name: 'Deep ones' });
  const parameters = { mode: 'unread', search: 'deep', sort_by: 'citations', sort_dir: 'desc', with_running: true };
  expect(service.callsTo('/views')).toContainEqual(
    expect.objectContaining({ method: 'POST', body: { name: 'Deep ones', parameters, layout: 'titles' } }),
  );
  const link = await rail().findByRole('link', { name: 'Deep ones 3', current: 'page' });
  expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'All' }));
  await user.click(await button('Update view'));
  await waitFor(() => expect(service.views).toMatchObject([{ parameters: { ...parameters, mode: 'all' } }]));
  await button('Edit view…');
  expect(router.state.location.search).toMatchObject({ view: 'all', q: 'deep', saved: 1 });
  await user.click(rail().getByRole('link', { name: 'Publications' }));
  await waitFor(() => expect(link.getAttribute('aria-current')).toBeNull());
});

test('a view opens as it was saved, and its counts follow the marks', async () => {
  service.views = [
    view(1, 'Years', { mode: 'all', favorite_only: true, year_from: 2020, scholar_profile_id: 7, sort_by: 'title' }),
    view(2, 'Unread stars', { mode: 'unread', favorite_only: true, search: 'deep' }),
  ];
  const { user, router } = renderApp('/?view=all', service);
  await findRow(2);
  await user.click(await rail().findByRole('link', { name: 'Years 3' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      view: 'favorites',
      scholar: 7,
      sort: 'title',
      from: 2020,
      saved: 1,
      layout: 'titles',
    }),
  );
  await user.click(rail().getByRole('link', { name: 'Unread stars 3' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 'unread', q: 'deep is:favorite' }));
  await findRow(2);
  await settled();
  const before = service.callsTo('/views/counts').length;
  await user.keyboard('jmjm');
  await rail().findByRole('link', { name: 'Unread stars 1' });
  await settled();
  expect(service.callsTo('/views/counts').length - before).toBe(1);
});

test('opens with the chosen view, and Today still opens Today', async () => {
  service.views = [view(4, 'First', { mode: 'latest' })];
  service.settings = { ...service.settings, start_view_id: 4 };
  const { user, router } = renderApp('/', service);
  await screen.findByRole('heading', { level: 1, name: 'First' });
  expect(router.state.location.search).toEqual({ view: 'latest', saved: 4, layout: 'titles' });
  await user.click(rail().getByRole('link', { name: /^Today/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'today' }));
  expect(
    rail()
      .getByRole('link', { name: /^Today/ })
      .getAttribute('aria-current'),
  ).toBe('page');
  await user.keyboard('gp');
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'all' }));
  await user.keyboard('gt');
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'today' }));
});

test('deletes a view and restores it, and moves views by buttons that keep the focus', async () => {
  service.views = [view(1, 'One'), view(2, 'Two'), view(3, 'Three')];
  const { user } = renderApp('/settings/views', service);
  const names = () =>
    rail()
      .queryAllByRole('link', { name: /^(One|Two|Three)/ })
      .map((link) => link.textContent?.replace(/\d/, ''));
  await user.click(await button('Move Three up'));
  await waitFor(() => expect(names()).toEqual(['One', 'Three', 'Two']));
  await settled();
  expect(service.views.map(({ id }) => id)).toEqual([1, 3, 2]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Three up');
  await screen.findByText('Three is number 2 of 3 now.');
  // steps that follow at once are all saved, and none waits for the counts
  const up = await button('Move Three up');
  act(() => up.click());
  act(() => screen.getByRole('button', { name: 'Move One down' }).click());
  await waitFor(() => expect(service.views.map(({ id }) => id)).toEqual([3, 2, 1]));
  await user.click(await button('Edit view One'));
  await user.click(await button('Delete'));
  await waitFor(() => expect(names()).toEqual(['Three', 'Two']));
  await settled();
  await user.click(await button('Undo'));
  await waitFor(() => expect(names()).toHaveLength(3));
});
