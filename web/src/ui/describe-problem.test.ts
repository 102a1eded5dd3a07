import { expect, test } from 'vitest';
import { ApiError, OfflineError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';
import { describeProblem } from './describe-problem.ts';

const refused = (code: string, details: unknown) =>
  new ApiError('A message of the service.', { status: 413, code, requestId: null, details });

test('an error about size names the limit', () => {
  expect(describeProblem(refused('payload_too_large', { most_bytes: 5_000_000 }))).toMatch(
    /too large. The limit is 5\sMB/,
  );
  expect(describeProblem(refused('payload_too_large', { most_bytes: 1, most_items: 2 }))).toBe(
    'A message of the service.',
  );
  expect(describeProblem(refused('payload_too_large', null))).toBe('A message of the service.');
  expect(describeProblem(refused('payload_too_large', { most_bytes: 'many' }))).toBe('A message of the service.');
});

test('shows messages of the service, and own texts for other errors', () => {
  expect(describeProblem(refused('invalid_scholar', { most_bytes: 1 }))).toBe('A message of the service.');
  expect(describeProblem(new OfflineError())).toBe(texts.problems.offline);
  expect(describeProblem(new Error('x is undefined'))).toBe(texts.problems.unknown);
});
