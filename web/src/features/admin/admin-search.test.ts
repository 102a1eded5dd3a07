import { expect, test } from 'vitest';
import { readAuditSearch, readDuplicatesSearch, readLibrarySearch, readPdfSearch } from './admin-search.ts';

test('reads the known search parameters of the admin pages', () => {
  expect(readLibrarySearch({ jobs: 'all' })).toEqual({ jobs: 'all' });
  expect(readDuplicatesSearch({ certainty: 80, years: 0, jobs: 'all' })).toEqual({
    certainty: 80,
    years: 0,
    jobs: 'all',
  });
  expect(readPdfSearch({ status: 'failed', page: 3 })).toEqual({ status: 'failed', page: 3 });
  expect(readAuditSearch({ repair: 7, publication: 12, page: 2 })).toEqual({ repair: 7, publication: 12, page: 2 });
});

test('ignores unknown and invalid search parameters', () => {
  expect(readLibrarySearch({ jobs: 'some' })).toEqual({});
  expect(readDuplicatesSearch({ certainty: 101, years: -1 })).toEqual({});
  expect(readDuplicatesSearch({ certainty: '80', years: 1.5 })).toEqual({});
  expect(readPdfSearch({ status: 'lost', page: 1 })).toEqual({});
  expect(readAuditSearch({ repair: 0, publication: Number.NaN, page: 2e9 })).toEqual({});
});
