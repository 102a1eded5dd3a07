import { expect, test } from 'vitest';
import type { Publication } from '../../api/shapes.ts';
import { rememberMarks, withRecentMarks } from './recent-marks.ts';

const unread = (publication_id: number) =>
  ({ publication_id, is_read: false, is_favorite: false }) as Partial<Publication> as Publication;

test('an answer that was under way while one marked does not take the mark away', () => {
  const asked = performance.now();
  const settle = rememberMarks([1], { is_read: true });
  const askedBeforeTheServiceKnew = performance.now();
  expect(withRecentMarks(unread(1), asked).is_read).toBe(true);
  settle();
  expect(withRecentMarks(unread(1), asked).is_read).toBe(true);
  expect(withRecentMarks(unread(1), askedBeforeTheServiceKnew).is_read).toBe(true);
  expect(withRecentMarks(unread(2), asked).is_read).toBe(false);
});

test('what is asked later is what the service says', () => {
  rememberMarks([3], { is_read: true })();
  expect(withRecentMarks(unread(3), performance.now() + 1).is_read).toBe(false);
});

test('marks of both kinds hold together, the later one of a kind over the earlier', () => {
  const asked = performance.now();
  const settle = rememberMarks([4], { is_read: true });
  rememberMarks([4], { is_favorite: true });
  settle();
  rememberMarks([4], { is_read: false });
  expect(withRecentMarks({ ...unread(4), is_read: true }, asked)).toMatchObject({ is_read: false, is_favorite: true });
});
