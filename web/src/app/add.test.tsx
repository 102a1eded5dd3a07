// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeService } from './testing/fake-service.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';

let service: FakeService;
const PAPER = {
  title: 'Silt in the estuaries',
  author_text: 'K Berg',
  venue_text: 'Rivers 12',
  year: 2021,
  pub_url: null,
};
const found = (reference: string, more: object = {}) => ({
  ...{ reference, status: 'found', publication_id: null, candidates: [], tried: [] },
  publication: { ...PAPER, doi: reference },
  ...more,
});
const says = (...results: object[]) => service.reply('POST /publications', { results });
const calls = () => service.callsTo('/publications').filter(({ method }) => method === 'POST');

beforeEach(() => {
  service = new FakeService();
});
afterEach(closeApp);

test('shows what a shared page is, and adds it only when asked', async () => {
  says(found('https://example.org/silt'));
  const { user } = renderApp('/add?url=https%3A%2F%2Fexample.org%2Fsilt&title=Silt', service);
  const results = await screen.findByRole('list', { name: 'Results' });
  expect(within(results).getByText(PAPER.title)).toBeTruthy();
  expect(calls().map(({ query, body }) => [query.get('dry_run'), body])).toEqual([
    ['true', { references: ['https://example.org/silt'] }],
  ]);
  says(found('https://example.org/silt', { status: 'added', publication_id: 7 }));
  await user.click(screen.getByRole('button', { name: 'Add 1 paper' }));
  await screen.findByText('Added');
  expect(calls().at(-1)?.query.get('dry_run')).toBeNull();
  expect(screen.getByRole('link', { name: PAPER.title }).getAttribute('href')).toMatch(/open=7/);
});

test('opens by its key, looks up each line once, and offers what words may mean', async () => {
  const { user } = renderApp('/?view=all', service);
  await screen.findByRole('link', { name: 'Add papers' });
  await user.keyboard('a');
  const field = await screen.findByRole('textbox', { name: 'Papers' });
  says(found('silt', { status: 'not_found', publication: null, candidates: [{ ...PAPER, doi: '10.5555/1' }] }));
  await user.type(field, ' silt {Enter}{Enter}silt');
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.click(await screen.findByRole('button', { name: `Use this paper: ${PAPER.title}` }));
  expect((field as HTMLTextAreaElement).value).toBe('10.5555/1');
  expect(calls().map(({ body }) => body)).toEqual([{ references: ['silt'] }, { references: ['10.5555/1'] }]);
});
