// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PublicationDetail } from '../api/shapes.ts';
import { formatPartialDay } from '../ui/format.ts';
import { FakeService } from './testing/fake-service.ts';
import { findRow } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

const DAY_MS = 24 * 3600_000;
let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(5);
});

afterEach(closeApp);

/** Says of a publication in the list what it is, and when it was published, in days before now. */
function setStage(at: number, stage: 'preprint' | 'published' | 'other', daysAgo?: number): void {
  const time = daysAgo === undefined ? null : new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  service.publications = service.publications.map((one, index) =>
    index === at ? { ...one, stage, became_published_at: time } : one,
  );
}

test('a row says that a paper is a preprint, or that it was published lately', async () => {
  setStage(0, 'preprint');
  setStage(1, 'published', 13);
  setStage(2, 'published', 16);
  // the merge that made it published was undone
  setStage(3, 'preprint', 1);
  setStage(4, 'other');
  renderApp('/?view=all', service);
  await findRow(4);
  const words = screen
    .getAllByRole('article')
    .map((row) => ['Preprint', 'Now published'].filter((word) => within(row).queryByText(word)).join());
  expect(words).toEqual(['Preprint', 'Now published', '', 'Preprint', '']);
});

type Version = PublicationDetail['versions'][number];
const PREPRINT: Version = {
  stage: 'preprint',
  venue: 'arXiv',
  published_on: '2020-03',
  version_number: 3,
  url: 'https://arxiv.org/abs/2003.01234',
  source: 'arxiv',
};
const ARTICLE: Version = {
  stage: 'published',
  venue: 'Nature',
  published_on: '2020-06-05',
  version_number: null,
  url: 'https://doi.org/10.1000/xyz',
  source: 'crossref',
};

/** The lines of the versions in the details; none if they are not shown. */
async function linesOf(versions: readonly Version[]): Promise<(string | null)[]> {
  service.reply('GET /publications/{id}', { versions });
  renderApp('/?view=all&open=1', service);
  // a part of the details alone
  const identifiers = await screen.findByText('Identifiers');
  await within(identifiers.closest('div') as HTMLElement).findAllByRole('listitem');
  const lines = within(screen.getByText('Versions').closest('div') as HTMLElement).queryAllByRole('listitem');
  const shown = lines.map(({ textContent }) => textContent);
  closeApp();
  return shown;
}

test('the details list the versions with venue, date and source', async () => {
  expect(await linesOf([ARTICLE, PREPRINT])).toEqual([
    `Published · Nature · ${formatPartialDay('2020-06-05')} · Crossref`,
    `Preprint · arXiv · version 3 · ${formatPartialDay('2020-03')} · arXiv`,
  ]);
  const bare = { ...ARTICLE, stage: 'other', venue: null, published_on: '2020' } as const;
  expect(await linesOf([bare, { ...ARTICLE, url: null, published_on: null }])).toEqual([
    '10.1000/xyz · 2020 · Crossref',
    'Published · Nature · Crossref',
  ]);
  expect(await linesOf([PREPRINT]), 'a preprint with a number').toHaveLength(1);
  expect(await linesOf([ARTICLE]), 'a single version says nothing more').toEqual([]);
});

test('Today has a line for each preprint that was published, which opens it and marks nothing as read', async () => {
  const publications = [
    { publication_id: 2, title: 'Paper 2', venue: 'Nature' },
    { publication_id: 3, title: 'Paper 3', venue: null },
  ];
  service.reply('GET /publications/today', { new_count: 5, now_published: { count: 4, publications } });
  const { user, router } = renderApp('/', service);
  await screen.findByRole('heading', { level: 1, name: '5 new publications' });
  const list = within(await screen.findByRole('list', { name: 'Now published' }));
  const links = list.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Now published in Nature: Paper 2',
    'Now published: Paper 3',
    'See all 4 papers',
  ]);
  await user.click(links[0] as HTMLElement);
  await screen.findByRole('heading', { level: 2, name: 'Paper 2' });
  expect(router.state.location.search).toEqual({ open: 2 });
  expect(service.callsTo('/mark-read')).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  await user.click(list.getByRole('link', { name: 'See all 4 papers' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'all', q: 'is:now-published' }));
});
