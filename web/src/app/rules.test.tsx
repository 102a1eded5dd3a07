// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { FakeService } from './testing/fake-service.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers, tagOf } from './testing/samples.ts';

let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
  service.tags = ['to cite'].map(tagOf);
});

afterEach(closeApp);

const settled = () => waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0));
const lastBody = (path: string) => service.callsTo(path).findLast(({ method }) => method !== 'GET')?.body;

test('makes a rule from a search: shows what it would have acted on, and takes tags, marks and a name', async () => {
  const { user } = renderApp('/settings/rules?q=graph', service);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Would have acted on 14 publications of the last 90 days.')).toBeTruthy();
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.type(dialog.getByLabelText('Add tags'), 'TO CITE{Enter}');
  await user.type(dialog.getByLabelText('Add tags'), 'new{Enter}');
  await user.click(dialog.getByRole('checkbox', { name: 'Mark as read' }));
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastBody('/rules')).toEqual({
    name: 'graph',
    search: 'graph',
    tags: ['to cite', 'new'],
    mark_read: true,
    mark_favorite: false,
  });
  expect(await screen.findByRole('heading', { name: 'graph' })).toBeTruthy();
});

test('switches a rule at once, undoes what it did, and restores a deleted one', async () => {
  service.rules = [
    {
      id: 1,
      name: 'Read',
      search: 'graph',
      tags: [],
      mark_read: true,
      mark_favorite: false,
      is_enabled: true,
      acted_count: 14,
    },
  ];
  const { user } = renderApp('/settings/rules', service);
  const toggle = await screen.findByRole('switch', { name: 'Enable rule Read' });
  const held = service.hold('/rules/1');
  await user.click(toggle);
  expect((await held.arrived).body).toEqual({ is_enabled: false });
  expect((toggle as HTMLInputElement).checked).toBe(false);
  held.refuse(500);
  await waitFor(() => expect((toggle as HTMLInputElement).checked).toBe(true));
  service.rules = service.rules.map((rule) => ({ ...rule, acted_count: 0 }));
  await user.click(screen.getByRole('button', { name: 'Undo for 14 publications: rule Read' }));
  await screen.findByText('Undid “Read” for 14 publications.');
  await settled();
  expect(screen.queryByRole('button', { name: /Undo for/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete rule Read' }));
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('switch', { name: 'Enable rule Read' })).toBeTruthy();
});

test('shows what is wrong with a rule at its fields', async () => {
  const { user } = renderApp('/settings/rules?q=graph', service);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: 'Add to favorites' }));
  service.refuse('/rules', 422, [{ path: 'name', message: 'must be shorter' }]);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('must be shorter');
  service.refuse('/rules', 409);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('The service refuses.');
});
