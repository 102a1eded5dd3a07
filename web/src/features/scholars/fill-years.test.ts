import { expect, test } from 'vitest';
import { fillYears } from './fill-years.ts';

const tally = (year: number, n = 1) => ({ year, publication_count: n, citation_count: 2 * n });

test('fills years without publications', () => {
  const { years, isCut } = fillYears([tally(2019), tally(2022, 3)]);
  expect(years.map(({ year, publication_count }) => [year, publication_count])).toEqual([
    [2019, 1],
    [2020, 0],
    [2021, 0],
    [2022, 3],
  ]);
  expect(isCut).toBe(false);
});

test('one very early year does not make all bars narrow', () => {
  const { years, isCut } = fillYears([tally(1066), tally(2026)]);
  expect(years.length).toBe(80);
  expect(years[0]?.year).toBe(1947);
  expect(isCut).toBe(true);
});
