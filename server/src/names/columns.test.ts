import { expect, test } from 'vitest';
import { findColumns, type ListedTitle } from './columns.ts';

type Entry = readonly [title: string, year: number | null, venue: string | null, issue?: string | null];
const columnsIn = (...entries: readonly Entry[]) => [
  ...findColumns(entries.map(([title, year, venue, issue = null]): ListedTitle => ({ title, year, venue, issue }))),
];

test.each<[string, readonly Entry[], boolean]>([
  [
    'in two years',
    [
      ['Harbor views', 2001, 'Tidal Record'],
      ['Harbor Views', 2002, 'Tidal Record'],
    ],
    true,
  ],
  [
    'in two issues of a year',
    [
      ['Harbor views', 2001, 'Tidal Record 31 (2), 12-14'],
      ['Harbor views', 2001, 'Tidal Record 31 (3), 5-6'],
    ],
    true,
  ],
  [
    'in two issues that the source names',
    [
      ['Harbor views', 2001, 'Tidal Record', '31/2'],
      ['Harbor views', 2001, 'Tidal Record', '31/3'],
    ],
    true,
  ],
  [
    'in a third entry',
    [
      ['Harbor views', null, 'Tidal Record'],
      ['Harbor views', 2001, 'Tidal Record'],
      ['Harbor views', 2004, 'Tidal Record'],
    ],
    true,
  ],
  [
    'once',
    [
      ['Harbor views', 2001, 'Tidal Record'],
      ['Harbor walls', 2002, 'Tidal Record'],
    ],
    false,
  ],
  [
    'twice in one issue, by two spellings',
    [
      ['Harbor views', 2001, 'Tidal Record 31 (2), 12'],
      ['Harbor views', 2001, 'Tidal Record, 31(2)'],
    ],
    false,
  ],
  [
    'at a conference and in a journal',
    [
      ['Harbor views', 2001, 'Proceedings of the Harbor Conference'],
      ['Harbor views', 2002, 'Tidal Record'],
    ],
    false,
  ],
  [
    'as two versions of a preprint',
    [
      ['Harbor views', 2020, 'arXiv preprint arXiv:2001.00001'],
      ['Harbor views', 2021, 'arXiv preprint arXiv:2001.00001'],
    ],
    false,
  ],
  [
    'without a venue',
    [
      ['Harbor views', 2001, null],
      ['Harbor views', 2002, null],
    ],
    false,
  ],
  [
    'without a letter in its venue',
    [
      ['Harbor views', 2001, '31 (2)'],
      ['Harbor views', 2002, '32 (1)'],
    ],
    false,
  ],
])('a title %s', (_, entries, isColumn) => {
  expect(columnsIn(...entries)).toEqual(isColumn ? ['harbor views'] : []);
  expect(columnsIn(...entries.toReversed())).toEqual(isColumn ? ['harbor views'] : []);
});
