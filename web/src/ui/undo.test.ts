import { expect, test, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { offerUndo, rememberUndo, undoLast } from './undo.ts';

const shown = () => queryClient.getQueryData<unknown[]>(['notices'])?.length ?? 0;

test('a forgotten undo is offered neither by shortcut nor by notice', async () => {
  const undo = vi.fn(async () => undefined);
  const before = vi.fn(async () => undefined);
  rememberUndo(before);
  const forget = offerUndo('done', undo);
  expect(shown()).toBe(1);
  forget();
  expect(shown()).toBe(0);
  undoLast();
  await expect.poll(() => before.mock.calls.length).toBe(1);
  expect(undo).not.toHaveBeenCalled();
});

test('the shortcut undoes the last action once and hides its notice', async () => {
  const undos = Array.from({ length: 7 }, () => vi.fn(async () => undefined));
  for (const [at, undo] of undos.entries()) offerUndo(`done ${at}`, undo);
  expect(shown()).toBe(7);
  undoLast();
  undoLast();
  expect(shown()).toBe(5);
  await expect.poll(() => undos.map((undo) => undo.mock.calls.length)).toEqual([0, 0, 0, 0, 0, 1, 1]);
});
