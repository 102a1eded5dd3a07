// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scholarsTexts } from '../texts/en/scholars.ts';
import { FakeService } from './testing/fake-service.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';

const texts = scholarsTexts.add;
let service: FakeService;

beforeEach(() => {
  service = new FakeService();
});

afterEach(closeApp);

const field = () => screen.findByLabelText<HTMLTextAreaElement>(texts.label);

async function add(typed: string) {
  const { user } = renderApp('/scholars', service);
  await user.type(await field(), typed);
  await user.click(screen.getByRole('button', { name: texts.add }));
  return user;
}

test('adds all lines in one request, and only the invalid ones stay in the field', async () => {
  const results = [1, 2, 3].map((line) => ({ line, status: line < 3 ? 'added' : 'invalid', scholar_profile_id: null }));
  service.reply('POST /scholars/batch', { added_count: 2, results });
  await add('sandbx01AAAJ\nsandbx02AAAJ\nnobody');
  await screen.findByText(texts.added(2));
  await screen.findByText(texts.notAdded(1));
  expect((await field()).value).toBe('nobody');
  expect(service.callsTo('/batch').map(({ body }) => body)).toEqual([
    { lines: ['sandbx01AAAJ', 'sandbx02AAAJ', 'nobody'], unread_past: 'recent' },
  ]);
});

test('keeps the text of a refused request, and drops the error when the text changes', async () => {
  service.refuse('/batch', 500);
  const user = await add('sandbx01AAAJ');
  await screen.findByText('The service refuses.');
  expect((await field()).value).toBe('sandbx01AAAJ');
  await user.type(await field(), '\nsandbx02AAAJ');
  await waitFor(() => expect(screen.queryByText('The service refuses.')).toBeNull());
});
