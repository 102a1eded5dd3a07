// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readingTexts as texts } from '../texts/en/reading.ts';
import { settingsTexts } from '../texts/en/settings.ts';
import { FakeService } from './testing/fake-service.ts';
import { findRow, focusedRow } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
});

afterEach(closeApp);

const interestsSent = () => service.callsTo('/1/interest').map(({ method, body }) => [method, body.mark]);

test('a row in reading order says its reasons, and other orders say none', async () => {
  const facts = { value: 0.2, favorite_count: 3, read_count: 1 };
  const reasons = [
    { ...facts, part: 'people', names: ['Ł Wójcik'] },
    { ...facts, part: 'words', names: ['lattice', 'qubit'] },
  ] as const;
  service.publications = papers(2).map((paper, at) => ({
    ...paper,
    ...(at === 0 ? { reading_reasons: reasons.map((one) => ({ ...one, names: [...one.names] })) } : {}),
  }));
  renderApp('/?view=all&sort=reading', service);
  expect((await findRow(0)).textContent).toContain('You starred 3 papers by Ł Wójcik · Words: lattice, qubit');
  expect((await findRow(1)).textContent).not.toContain('Words');
  expect(service.callsTo('/publications').map(({ query }) => query.get('sort_by'))).toContain('reading');
});

test('each part has a sentence, in singular and plural', () => {
  const facts = { names: ['Nature'], favorite_count: 0, read_count: 1 };
  const { people, venues, references, freshness } = texts.reasons;
  expect(people(facts)).toBe('You read 1 paper by Nature');
  expect(venues({ ...facts, favorite_count: 1 })).toBe('You starred 1 paper in Nature');
  expect(references({ ...facts, read_count: 2 })).toBe('Linked by references to 2 papers that you read');
  expect(freshness()).toBe('First seen recently');
});

test('the keys + and - say more and less like this, an undo takes it back, and the details show it', async () => {
  const { user } = renderApp('/?view=all', service);
  await findRow(2);
  await user.keyboard('j');
  await waitFor(() => expect(focusedRow()).toBe('0'));
  await user.keyboard('+');
  await screen.findByText(texts.saved.more);
  await user.keyboard('-');
  await screen.findByText(texts.saved.less);
  await user.keyboard('u');
  await waitFor(() =>
    expect(interestsSent()).toEqual([
      ['PUT', 'more'],
      ['PUT', 'less'],
      ['DELETE', undefined],
    ]),
  );
});

test('the details say more like this, show it as pressed, and take it back', async () => {
  const { user } = renderApp('/?view=all&open=1', service);
  const more = () => screen.findByRole('button', { name: texts.more });
  await user.click(await more());
  await waitFor(async () => expect((await more()).getAttribute('aria-pressed')).toBe('true'));
  await user.click(await more());
  await waitFor(async () => expect((await more()).getAttribute('aria-pressed')).toBe('false'));
  expect(interestsSent()).toEqual([
    ['PUT', 'more'],
    ['DELETE', undefined],
  ]);
});

test('the settings switch a part off', async () => {
  const { user } = renderApp('/settings', service);
  await user.click(await screen.findByLabelText(settingsTexts.readingOrder.parts.venues));
  await user.click(screen.getByRole('button', { name: settingsTexts.save }));
  await waitFor(() =>
    expect(service.settings.reading_order_parts).toEqual(['people', 'words', 'references', 'freshness']),
  );
});
