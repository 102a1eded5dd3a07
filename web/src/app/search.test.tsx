// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeService } from './testing/fake-service.ts';
import { findRow } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
});

afterEach(closeApp);

const searches = () => [...new Set(service.callsTo('/publications').map(({ query }) => query.get('search')))];

test('the search field completes fields and values, and shows the parts that it recognizes', async () => {
  const { user } = renderApp('/?view=all', service);
  await findRow(0);
  const field = screen.getByRole('combobox', { name: 'Search publications' });
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await user.click(field);
  // the code of the language is loaded now
  const all = await screen.findAllByRole('option');
  expect(all.map(({ textContent }) => textContent)).toContain(
    'is:unread, read, favorite, new, retracted, preprint, published or now-published',
  );
  await user.keyboard('paper ha');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('paper has:'));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(5));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('paper has:pdf '));
  const parts = () => within(screen.getByRole('list', { name: 'Search parts' })).getAllByRole('listitem');
  const shown = () => parts().map(({ textContent }) => textContent);
  await waitFor(() => expect(shown()).toEqual(['has:pdf']));
  await waitFor(() => expect(searches()).toContain('paper has:pdf '));
  expect(searches(), 'a field without a value is not searched').not.toContain('paper has:');
  await user.keyboard('or -has:doi year:2020 ');
  await waitFor(() => expect(shown()).toEqual(['has:pdf', 'or not has:doi', 'year:2020']));
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(field);
});

test('an empty result says that all terms must match, and leads to the help', async () => {
  service.publications = [];
  renderApp('/?view=all&q=no+thing', service);
  const hint = await screen.findByText(/Put “or” between terms/);
  expect(within(hint).getByRole('link', { name: 'Search help' }).getAttribute('href')).toBe('/help/search');
});

test('a mistake is underlined, its suggestion is a button, and the list stays', async () => {
  const { user } = renderApp('/?view=all', service);
  await findRow(0);
  const field = screen.getByRole('combobox', { name: 'Search publications' });
  await user.click(field);
  await screen.findAllByRole('option');
  await user.keyboard('paper is:unred');
  const suggestion = await screen.findByRole('button', { name: 'Use unread' });
  expect(document.querySelector('mark')?.textContent).toBe('unred');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(searches().filter((text) => text?.includes('unred'))).toEqual([]);
  await findRow(0);
  await user.click(suggestion);
  await waitFor(() => expect(searches()).toContain('paper is:unread'));
  expect(document.activeElement).toBe(field);
});

test('an address with a mistake in its search shows the error, and nothing that looks like loading', async () => {
  // the counts beside the list come from the same path
  for (const _request of [1, 2]) service.refuse('/publications', 422);
  renderApp('/?view=all&q=is:unred', service);
  await screen.findByText('The service refuses.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(document.querySelector('[class*="waiting"]')).toBeNull();
});
