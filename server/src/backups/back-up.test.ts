import { expect, test } from 'vitest';
import { isBackupDue, nextBackupAt } from './back-up.ts';

const DAILY = '15 3 * * *';
const at = (text: string) => new Date(`2026-11-${text}`);

test('a backup is due if none has started since the latest scheduled time', () => {
  expect(isBackupDue(DAILY, { now: at('23T12:00:00'), startedAt: null })).toBe(true);
  expect(isBackupDue(DAILY, { now: at('23T03:14:59'), startedAt: at('22T03:15:20') })).toBe(false);
  expect(isBackupDue(DAILY, { now: at('23T03:15:00'), startedAt: at('22T03:15:20') })).toBe(true);
  expect(isBackupDue(DAILY, { now: at('23T03:16:00'), startedAt: at('23T03:15:00') })).toBe(false);
  expect(isBackupDue(DAILY, { now: at('28T12:00:00'), startedAt: at('22T03:15:20') })).toBe(true);
});

test('the next backup is at the next scheduled time, or now if it is due', () => {
  const now = at('23T12:00:00');
  expect(nextBackupAt(DAILY, { now, startedAt: at('23T03:15:20') })).toEqual(at('24T03:15:00'));
  expect(nextBackupAt('0 4 * * sun', { now, startedAt: at('22T04:00:01') })).toEqual(at('29T04:00:00'));
  expect(nextBackupAt(DAILY, { now, startedAt: null })).toEqual(now);
});
