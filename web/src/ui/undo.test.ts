import { notificationsStore } from '@mantine/notifications';
import { expect, test, vi } from 'vitest';
import { rememberUndo, tellUndo, undoLast } from './undo.ts';

const shown = () => notificationsStore.getState().notifications.length;
const waiting = () => notificationsStore.getState().queue.length;

test('what is past taking back is offered nowhere: neither by the key nor by a notice', async () => {
  const undo = vi.fn(async () => undefined);
  const before = vi.fn(async () => undefined);
  rememberUndo(before);
  const forget = tellUndo('done', undo);
  await vi.waitFor(() => expect(shown()).toBe(1));
  forget();
  expect(shown()).toBe(0);
  undoLast();
  expect(undo).not.toHaveBeenCalled();
  expect(before).toHaveBeenCalledOnce();
});

test('what was forgotten before its notice was there has none', async () => {
  tellUndo('done', async () => undefined)();
  await import('./notices.tsx');
  await Promise.resolve();
  expect(shown()).toBe(0);
});

test('the key takes back what was done last, once, and its notice goes', async () => {
  const undos = Array.from({ length: 7 }, () => vi.fn(async () => undefined));
  for (const [at, undo] of undos.entries()) tellUndo(`done ${at}`, undo);
  await vi.waitFor(() => expect(shown() + waiting()).toBe(7));
  // there is no room for all of them: the latest are shown
  expect(waiting()).toBe(2);
  undoLast();
  undoLast();
  expect(shown() + waiting()).toBe(5);
  expect(undos.map((undo) => undo.mock.calls.length)).toEqual([0, 0, 0, 0, 0, 1, 1]);
});
