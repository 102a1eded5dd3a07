import { expect, test } from 'vitest';
import { readOptions } from '../platform/command-options.ts';
import { REPAIR_OPTIONS, readRepairOptions } from './commands.ts';

const read = (args: readonly string[]) => readRepairOptions(readOptions(args, REPAIR_OPTIONS));

test('the options of the script become a request', () => {
  expect(read(['--user-id', '5'])).toEqual({
    scope_mode: 'single_user',
    user_id: 5,
    scholar_profile_ids: [],
    dry_run: true,
    gc_orphan_publications: false,
    requested_by: null,
  });
  const all = [
    '--user-id=5',
    '--scholar-profile-id=1',
    '--scholar-profile-id',
    '2',
    '--apply',
    '--gc-orphan-publications',
  ];
  expect(read([...all, '--requested-by= Op '])).toMatchObject({
    scholar_profile_ids: [1, 2],
    dry_run: false,
    gc_orphan_publications: true,
    requested_by: 'Op',
  });
});

test.each([
  [['--apply'], '--user-id is missing'],
  [['--user-id'], '--user-id'],
  [['--user-id', '0'], 'not "0"'],
  [['--user-id=-1'], 'not "-1"'],
  [['--user-id=1', '--scholar-profile-id=x'], '--scholar-profile-id takes a number'],
  [['--user-id=1', 'more'], "'more'"],
  [['--user-id=1', '--apply=no'], 'does not take an argument'],
  [['--user-id=1', `--requested-by=${'x'.repeat(201)}`], '200 characters'],
])('%j is rejected with an explanation', (args, words) => {
  expect(() => read(args)).toThrow(words);
});
