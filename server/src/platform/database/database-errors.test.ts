import { expect, test } from 'vitest';
import { isDatabaseUnavailable, isOverloaded } from './database-errors.ts';

function errorOf(facts: { code?: string; syscall?: string; message?: string }): Error {
  return Object.assign(new Error(facts.message ?? 'said'), facts);
}

test.each([
  { code: '57P01' },
  { code: '57P03' },
  { code: '08006' },
  { code: '25P03' },
  { code: '3D000' },
  { code: '28P01' },
  { code: '53300' },
  { code: 'ECONNREFUSED' },
  { code: 'ENOENT', syscall: 'connect' },
  { message: 'Connection terminated unexpectedly' },
  { message: 'timeout exceeded when trying to connect' },
])('%o means that the database is unavailable', (facts) => {
  expect(isDatabaseUnavailable(errorOf(facts))).toBe(true);
});

test.each([
  { code: '42P01' },
  { code: '23505' },
  { code: '57014' },
  { code: '53100' },
  { code: 'ENOENT', syscall: 'open' },
  { message: 'anything else' },
])('%o does not mean that', (facts) => {
  expect(isDatabaseUnavailable(errorOf(facts))).toBe(false);
});

test.each([
  ['55P03', true],
  ['57014', true],
  ['40P01', true],
  ['40001', true],
  ['23505', false],
  ['57P01', false],
])('%s means that a retry may succeed: %s', (code, isExpected) => {
  expect(isOverloaded(errorOf({ code }))).toBe(isExpected);
});
