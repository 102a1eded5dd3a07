import { expect, test } from 'vitest';
import { readOptions, WrongOption } from '../platform/command-options.ts';
import { NEAR_DUPLICATES_OPTIONS, readDuplicatesOptions } from './print-duplicates.ts';

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
])('wrong options are refused: %j', (args) => {
  expect(() => readDuplicatesOptions(readOptions(args, NEAR_DUPLICATES_OPTIONS))).toThrow(WrongOption);
});
