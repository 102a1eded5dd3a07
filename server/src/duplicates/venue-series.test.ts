import { expect, it } from 'vitest';
import { readVenue } from './comparable-venue.ts';

it.each([
  ['Proceedings of the 26th International Conference on Very …', 'vldb'],
  ['The VLDB Journal - The International Journal on Very Large Data Bases', 'vldb journal'],
  ['Proceedings, International Conference on Management of', 'sigmod'],
  ['ACM SIGMOD Record', 'sigmod record'],
  ['ACM Transactions on Database', 'tods'],
  ['ACM Trans. Database Syst.', 'tods'],
  ['Conference on Management of Change', ''],
  ['Journal of Management', ''],
])('%s: "%s"', (venue, series) => {
  expect(readVenue(venue).series).toBe(series);
});
