import { expect, test } from 'vitest';
import type { Publication } from '../../api/shapes.ts';
import { rememberMarks, withRecentMarks } from './recent-marks.ts';

const unread = (publication_id: number) =>
  ({ publication_id, is_read: false, is_favorite: false }) as Partial<Publication> as Publication;

test('a response that was requested before a mark does not revert it', () => {
  const requestedAt = performance.now();
  const settle = rememberMarks([1], { is_read: true });
  const requestedBeforeSettled = performance.now();
  expect(withRecentMarks(unread(1), requestedAt).is_read).toBe(true);
  settle();
  expect(withRecentMarks(unread(1), requestedAt).is_read).toBe(true);
  expect(withRecentMarks(unread(1), requestedBeforeSettled).is_read).toBe(true);
  expect(withRecentMarks(unread(2), requestedAt).is_read).toBe(false);
});

test('a response to a later request is used as it is', () => {
  rememberMarks([3], { is_read: true })();
  expect(withRecentMarks(unread(3), performance.now() + 1).is_read).toBe(false);
});

test('marks of both kinds are kept, and a later mark of one kind wins', () => {
  const requestedAt = performance.now();
  const settle = rememberMarks([4], { is_read: true });
  rememberMarks([4], { is_favorite: true });
  settle();
  rememberMarks([4], { is_read: false });
  expect(withRecentMarks({ ...unread(4), is_read: true }, requestedAt)).toMatchObject({
    is_read: false,
    is_favorite: true,
  });
});
