import { describe, expect, it } from 'vitest';
import { prepareVenue } from './compare-venues.ts';

describe('the series of a venue', () => {
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
    expect(prepareVenue(venue).series).toBe(series);
  });
});

describe('the year of a venue', () => {
  it.each([
    ['Proceedings of the 29th VLDB Conference', 2003],
    ['ACM Transactions on Database Systems, vol. 22', 1997],
    ['SIGMOD Record, volume 26 (4)', 1997],
    ["Proc. VLDB '96", 1996],
    ['Proceedings of the 1999 ACM SIGMOD conference', 1999],
    ['Journal of Sleep, vol. 22', 0],
    ['Proceedings of the 29th workshop on sleep', 0],
    [null, 0],
  ])('%s: %i', (venue, year) => {
    expect(prepareVenue(venue).year).toBe(year);
  });
});
