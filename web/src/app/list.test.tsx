// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeService } from './testing/fake-service.ts';
import { findRow, focusedRow, isRead } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

const COUNT = 500;
let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(COUNT);
});

afterEach(closeApp);

/** Scrolls the list to a row. All rows have the same height here. */
async function scrollTo(row: number): Promise<void> {
  const scroller = (await screen.findByRole('feed')).parentElement as HTMLElement;
  scroller.scrollTop = row * 68;
  fireEvent.scroll(scroller);
}

test('has only the rows in view, each with its place in the whole list', async () => {
  renderApp('/?view=all', service);
  const row = await findRow(0);
  expect(row.getAttribute('aria-posinset')).toBe('1');
  expect(row.getAttribute('aria-setsize')).toBe(String(COUNT));
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(9));
  expect(screen.getAllByRole('article').length).toBeLessThan(40);
});

test('loads the pages of rows that come into view, and not the ones between', async () => {
  renderApp('/?view=all', service);
  await findRow(0);
  await scrollTo(320);
  expect((await findRow(320)).textContent).toContain('Paper 321');
  // without the requests that count arrivals
  const pages = service.callsTo('/publications').filter(({ query }) => query.get('page_size') === '100');
  expect(pages.map(({ query }) => query.get('page'))).toEqual([null, '4']);
});

test('moves by keys, one row reachable by Tab, and opens and closes a publication', async () => {
  const { user, router } = renderApp('/?view=all', service);
  await findRow(3);
  await user.keyboard('j');
  await waitFor(() => expect(focusedRow()).toBe('0'));
  await user.keyboard('j');
  await waitFor(() => expect(focusedRow()).toBe('1'));
  const reachable = screen.getAllByRole('article').filter(({ tabIndex }) => tabIndex === 0);
  expect(reachable.map((row) => row.dataset.row)).toEqual(['1']);
  await user.keyboard('k');
  await waitFor(() => expect(focusedRow()).toBe('0'));
  await user.keyboard('o');
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'all', open: 1 }));
  expect(isRead(0)).toBe(true);
  await screen.findByRole('heading', { level: 2, name: 'Paper 1' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'all' }));
});

test('returns to the row where the user left the list, but not in a new visit', async () => {
  const { user, router } = renderApp('/?view=all', service);
  await findRow(0);
  await scrollTo(320);
  await findRow(320);
  await waitFor(() => expect(router.state.location.state.row).toBe(320));
  await user.click(screen.getByRole('link', { name: 'Scholars' }));
  await screen.findByRole('heading', { level: 1, name: 'Scholars' });
  router.history.back();
  expect((await findRow(320)).textContent).toContain('Paper 321');
  await router.navigate({ to: '/scholars' });
  await screen.findByRole('heading', { level: 1, name: 'Scholars' });
  await router.navigate({ to: '/', search: { view: 'all' } });
  await findRow(0);
});

test('selects by key, extends the selection by a click with Shift, and ends it with Escape', async () => {
  const { user } = renderApp('/?view=all', service);
  await findRow(4);
  await user.keyboard('jx');
  const selected = () => screen.queryAllByRole('checkbox', { checked: true }).length;
  await waitFor(() => expect(selected()).toBe(1));
  fireEvent(
    within(await findRow(4)).getByRole('checkbox'),
    new PointerEvent('click', { bubbles: true, shiftKey: true }),
  );
  await waitFor(() => expect(selected()).toBe(5));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryAllByRole('checkbox')).toEqual([]));
});

test('ignores an order in the address that does not exist', async () => {
  renderApp('/?view=all&sort=bogus&open=abc', service);
  await findRow(0);
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

test('the details lead to the favorites that a paper cites, and to what cites it', async () => {
  const { user, router } = renderApp('/?view=all&open=3', service);
  await user.click(await screen.findByText('Cites 1 of your favorites'));
  await user.click(screen.getByRole('link', { name: 'Grain size and the age of sediment' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'all', open: 17 }));
  await screen.findByRole('heading', { level: 2, name: 'Paper 17' });
  await user.click(await screen.findByRole('link', { name: 'Cited by 2 in your library' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'all', q: 'cites:17' }));
});
