import { expect, test } from 'vitest';
import { fillYears } from './fill-years.ts';

const tally = (year: number, works = 1) => ({ year, publication_count: works, citation_count: 2 * works });

test('years in which nothing came out are there', () => {
  const { years, isCut } = fillYears([tally(2019), tally(2022, 3)]);
  expect(years.map(({ year, publication_count }) => [year, publication_count])).toEqual([
    [2019, 1],
    [2020, 0],
    [2021, 0],
    [2022, 3],
  ]);
  expect(isCut).toBe(false);
});

test('one early year does not squeeze the others', () => {
  const { years, isCut } = fillYears([tally(1066), tally(2026)]);
  expect(years.length).toBe(80);
  expect(years[0]?.year).toBe(1947);
  expect(isCut).toBe(true);
});
