// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { FakeService } from './testing/fake-service.ts';
import { findRow, focusedRow } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers, tagOf } from './testing/samples.ts';

let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
  service.tags = ['to cite', 'to read'].map(tagOf);
});

afterEach(closeApp);

/** Opens the list and goes to the first row. */
async function openList() {
  const { user } = renderApp('/?view=all', service);
  await findRow(2);
  await user.keyboard('j');
  await waitFor(() => expect(focusedRow()).toBe('0'));
  return user;
}

const settled = () => waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0));
const sent = () => service.callsTo('/publications/tag').map(({ body }) => body);
const chipsOf = async (at: number) => within(await findRow(at)).queryByText('Tags:')?.parentElement?.textContent ?? '';

test('adds a tag by key before the service responds, and the undo removes it', async () => {
  const user = await openList();
  await user.keyboard('t');
  const field = await screen.findByRole('combobox', { name: 'Find or create a tag' });
  await screen.findByRole('option', { name: /to read/ });
  const held = service.hold('/publications/tag');
  await user.type(field, 'rea{Enter}');
  expect((await held.arrived).body).toEqual({ publication_ids: [1], add: ['to read'] });
  expect(await chipsOf(0)).toBe('Tags: to read');
  expect(screen.getByRole('option', { name: /to read/, selected: true })).toBeTruthy();
  expect((field as HTMLInputElement).value).toBe('');
  held.respond();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await settled();
  expect(service.publications[0]?.tags).toMatchObject([{ name: 'to read' }]);
  await user.keyboard('u');
  await settled();
  expect(await chipsOf(0)).toBe('');
  expect(service.publications[0]?.tags).toEqual([]);
});

test('creates a tag, and shows its color when the service has chosen one', async () => {
  const user = await openList();
  await user.keyboard('t');
  const held = service.hold('/publications/tag');
  await user.type(await screen.findByRole('combobox', { name: 'Find or create a tag' }), 'New  tag{Enter}');
  expect((await held.arrived).body).toEqual({ publication_ids: [1], add: ['New tag'] });
  const chip = within(await findRow(0)).getByText('New tag');
  expect(chip.dataset.color).toBe('gray');
  held.respond();
  await waitFor(() => expect(chip.dataset.color).toBe('teal'));
});

test('reverts a refused tag with a notice', async () => {
  const user = await openList();
  await user.keyboard('t');
  service.refuse('/publications/tag', 500);
  await user.type(await screen.findByRole('combobox', { name: 'Find or create a tag' }), 'new{Enter}');
  await screen.findByText('Cannot add “new” to “Paper 1”. The service refuses.');
  await settled();
  expect(await chipsOf(0)).toBe('');
});

test('tags those of a selection that do not have the tag, and the undo leaves the others as they were', async () => {
  service.publications = papers(3).map((one, at) =>
    at === 1 ? { ...one, tags: [{ id: 1, name: 'to cite', color: 'teal' }] } : one,
  );
  const user = await openList();
  await user.keyboard('JJ');
  await user.keyboard('t');
  expect(await screen.findByRole('heading', { name: 'Tags of 3 publications' })).toBeTruthy();
  expect(await screen.findByRole('option', { name: /to cite.*on 1 of 3/, selected: false })).toBeTruthy();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /to cite/, selected: true });
  await settled();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await settled();
  expect(sent()).toEqual([
    { publication_ids: [1, 3], add: ['to cite'] },
    { publication_ids: [1, 3], remove: ['to cite'] },
  ]);
  expect([await chipsOf(0), await chipsOf(1)]).toEqual(['', 'Tags: to cite']);
});

test('a tag in the details leads to the publications with it', async () => {
  const [first, ...others] = papers(3);
  const tags = ['to read', 'ice'].map((name, id) => ({ id, name, color: 'teal' as const }));
  service.publications = first ? [{ ...first, tags }, ...others] : [];
  const { user, router } = renderApp('/?view=unread&open=1', service);
  for (const [name, q] of [
    ['to read', 'tag:"to read"'],
    ['ice', 'tag:ice'],
  ] as const) {
    await user.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 'all', q }));
    expect(await screen.findByDisplayValue(q)).toBeTruthy();
    await router.navigate({ href: '/?view=unread&open=1' });
  }
});
