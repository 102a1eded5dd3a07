import { expect, test } from 'vitest';
import type { PersonRecord } from './match.ts';
import { comparePersonRecords } from './match-person.ts';
import { evidenceOf } from './records.ts';

const recordOf = (key: string, title: string, year: number | null) =>
  evidenceOf({
    key,
    title,
    year,
    clusterKey: null,
    authors: null,
    venue: null,
    citations: null,
    url: null,
    identifiers: [],
  });

const other = (publicationId: number, title: string, year: number | null): PersonRecord => ({
  publicationId,
  canonicalId: publicationId,
  ownerId: null,
  title,
  authors: null,
  year,
});

/** The publications that a record of a person matches by its title. */
function matches(title: string, year: number | null, others: readonly PersonRecord[]): number[] {
  const found = comparePersonRecords([recordOf('one', title, year)], others).get('one');
  return found?.candidates.map(({ publicationId }) => publicationId) ?? [];
}

test('a title of the same person matches if no year differs', () => {
  const others = [other(1, 'On lakes: a survey', 2024), other(2, 'On rivers', null)];
  expect(matches('On Lakes – A Survey', 2024, others)).toEqual([1]);
  expect(matches('On Lakes – A Survey', null, others)).toEqual([1]);
  expect(matches('On Lakes – A Survey', 2023, others)).toEqual([]);
  expect(matches('On rivers', 2001, others)).toEqual([2]);
  expect(matches('On seas', 2024, others)).toEqual([]);
});

test('generic titles and titles without letters match nothing', () => {
  const others = [other(1, 'Editorial', 2024), other(2, '…', 2024)];
  expect(matches('Editorial', 2024, others)).toEqual([]);
  expect(matches('…', 2024, others)).toEqual([]);
});
