import { expect, test } from 'vitest';
import { readDraft, withoutSaved } from './draft.ts';

test('keeps changes made during a save, and drops what was saved', () => {
  const sent = { interval: { amount: '6', unit: 'hours' }, delay: '3', openalex_api_key: 'one' } as const;
  const typed = { ...sent, interval: { amount: '6', unit: 'hours' }, delay: '35', auto_run_enabled: true } as const;
  expect(withoutSaved(typed, sent)).toEqual({ delay: '35', auto_run_enabled: true });
  expect(withoutSaved(sent, sent)).toEqual({});
});

test('clearing a key differs from saving one', () => {
  expect(withoutSaved({ openalex_api_key: null }, { openalex_api_key: 'one' })).toEqual({ openalex_api_key: null });
  expect(withoutSaved({ openalex_api_key: null }, { openalex_api_key: null })).toEqual({});
});

test('converts a draft to the units of the service', () => {
  expect(readDraft({ interval: { amount: '1.5', unit: 'hours' }, delay: '2', unpaywall_email: 'a@b.example' })).toEqual(
    {
      run_interval_minutes: 90,
      request_delay_seconds: 2,
      unpaywall_email: 'a@b.example',
    },
  );
});
