import { expect, test } from 'vitest';
import { OperatorError } from '../platform/errors.ts';
import { printDuplicates } from './print-duplicates.ts';

test.each([
  [['--threshold', '2']],
  [['--threshold', 'x']],
  [['--threshold', '']],
  [['--max-year-delta', '-1']],
  [['--max-year-delta', '0.5']],
  [['--max-clusters', '0']],
  [['--max-clusters', '1001']],
  [['--nonsense']],
  [['a word']],
])('options that are none are refused before anything is opened: %j', async (args) => {
  const lines: string[] = [];
  const open = () => Promise.reject(new Error('opened'));
  const printed = printDuplicates({ args, print: (line) => void lines.push(line), open });
  await expect(printed).rejects.toThrow(OperatorError);
  await expect(printed).rejects.toThrow('near-duplicates [--threshold');
  expect(lines).toEqual([]);
});
