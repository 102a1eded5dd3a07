import { notificationsStore } from '@mantine/notifications';
import { expect, test, vi } from 'vitest';
import { offerUndo, rememberUndo, undoLast } from './undo.ts';

const shown = () => notificationsStore.getState().notifications.length;
const waiting = () => notificationsStore.getState().queue.length;

test('a forgotten undo is offered neither by shortcut nor by notice', async () => {
  const undo = vi.fn(async () => undefined);
  const before = vi.fn(async () => undefined);
  rememberUndo(before);
  const forget = offerUndo('done', undo);
  await expect.poll(shown).toBe(1);
  forget();
  expect(shown()).toBe(0);
  undoLast();
  await expect.poll(() => before.mock.calls.length).toBe(1);
  expect(undo).not.toHaveBeenCalled();
});

test('an undo that is forgotten before its notice loads shows none', async () => {
  offerUndo('done', async () => undefined)();
  await import('./notices.tsx');
  await Promise.resolve();
  expect(shown()).toBe(0);
});

test('the shortcut undoes the last action once and hides its notice', async () => {
  const undos = Array.from({ length: 7 }, () => vi.fn(async () => undefined));
  for (const [at, undo] of undos.entries()) offerUndo(`done ${at}`, undo);
  await expect.poll(() => shown() + waiting()).toBe(7);
  // only the latest notices have room
  expect(waiting()).toBe(2);
  undoLast();
  undoLast();
  expect(shown() + waiting()).toBe(5);
  await expect.poll(() => undos.map((undo) => undo.mock.calls.length)).toEqual([0, 0, 0, 0, 0, 1, 1]);
});
