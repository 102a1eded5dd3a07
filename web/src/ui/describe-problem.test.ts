import { expect, test } from 'vitest';
import { ApiError, OfflineError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';
import { describeProblem } from './describe-problem.ts';

const refused = (code: string, details: unknown) =>
  new ApiError('As the service says it.', { status: 413, code, requestId: null, details });

test('of what is too large the limit is said', () => {
  expect(describeProblem(refused('payload_too_large', { most_bytes: 5_000_000 }))).toMatch(/too large: 5\sMB at most/);
  expect(describeProblem(refused('payload_too_large', null))).toBe('As the service says it.');
  expect(describeProblem(refused('payload_too_large', { most_bytes: 'many' }))).toBe('As the service says it.');
});

test('what the service says is said as it says it, and what it does not say in words of the page', () => {
  expect(describeProblem(refused('invalid_scholar', { most_bytes: 1 }))).toBe('As the service says it.');
  expect(describeProblem(new OfflineError())).toBe(texts.problems.offline);
  expect(describeProblem(new Error('x is undefined'))).toBe(texts.problems.unknown);
});
