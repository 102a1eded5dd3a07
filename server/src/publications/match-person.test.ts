import { describe, expect, it, test } from 'vitest';
import { readPerson } from '../names/same-person.ts';
import type { ListedRecord } from './match.ts';
import { comparePersonRecords } from './match-person.ts';
import { evidenceOf, type NewRecord } from './records.ts';

type Fields = Partial<Pick<NewRecord, 'title' | 'authors' | 'venue' | 'year' | 'identifiers'>>;

const recordOf = (key: string, fields: Fields) =>
  evidenceOf({
    ...{ key, title: '', authors: null, venue: null, year: null, clusterKey: null, citations: null, url: null },
    ...{ identifiers: [], ...fields },
  });

const other = (publicationId: number, { title = '', ...fields }: Partial<ListedRecord>): ListedRecord => ({
  ...{ publicationId, canonicalId: publicationId, ownerId: null, profileId: 2, key: `other ${publicationId}`, title },
  ...{ authors: null, venue: null, year: null, doi: null, ...fields },
});

/** The publications that the first record of a person's list matches. */
function matches([one = {}, ...rest]: readonly Fields[], others: readonly ListedRecord[], name = 'Na Li'): number[] {
  const own = [one, ...rest].map((fields, at) => recordOf(`own ${at}`, fields));
  const lists = { own: own.map(({ record }) => record), others, names: [readPerson({ name, family: null })] };
  const found = comparePersonRecords(own, lists).evidence.get('own 0');
  return found?.candidates.map(({ publicationId }) => publicationId) ?? [];
}

test('a title of the same person matches if no year differs', () => {
  const others = [other(1, { title: 'On lakes: a survey', year: 2024 }), other(2, { title: 'On rivers' })];
  expect(matches([{ title: 'On Lakes – A Survey', year: 2024 }], others)).toEqual([1]);
  expect(matches([{ title: 'On Lakes – A Survey' }], others)).toEqual([1]);
  expect(matches([{ title: 'On Lakes – A Survey', year: 2022 }], others)).toEqual([]);
  expect(matches([{ title: 'On rivers', year: 2001 }], others)).toEqual([2]);
  expect(matches([{ title: 'On seas', year: 2024 }], others)).toEqual([]);
});

test('generic titles and titles without letters match nothing', () => {
  const others = [other(1, { title: 'Editorial', year: 2024 }), other(2, { title: '…', year: 2024 })];
  expect(matches([{ title: 'Editorial', year: 2024 }], others)).toEqual([]);
  expect(matches([{ title: '…', year: 2024 }], others)).toEqual([]);
});

test('authors in another script do not prevent a match, and other authors do', () => {
  const title = 'Slow tides of narrow straits';
  const others = [other(1, { title, year: 2024, authors: '李娜, 王磊' })];
  expect(matches([{ title, year: 2024, authors: 'N Li, L Wang' }], others)).toEqual([1]);
  expect(matches([{ title, year: 2024, authors: '李娜' }], others)).toEqual([1]);
  expect(matches([{ title, year: 2024, authors: '张伟' }], others)).toEqual([]);
});

describe('neighboring years', () => {
  const title = 'Slow tides of narrow straits';
  const printed = { title, year: 2021, authors: 'N Li, O Dahl, ...', venue: 'Journal of Tides 12 (3), 4-9' };
  const online = { title, year: 2020, authors: 'Na Li, Ola Dahl, Kim Berg', venue: 'Journal of Tides' };

  it.each<[why: string, own: Fields, listed: Partial<ListedRecord>]>([
    ['printed later', printed, online],
    ['printed earlier', { ...printed, year: 2019 }, online],
    ['an abbreviated venue', { ...printed, venue: 'J. Tides 12' }, online],
    ['a venue that was cut off', { ...printed, venue: 'Journal of …' }, online],
    ['no venue', { ...printed, venue: null }, online],
    ['no authors, and the same venue', { ...printed, authors: null }, online],
    ['authors in another script, and the same venue', { ...printed, authors: '李娜, 达尔' }, online],
    [
      'a book series for a conference',
      { ...printed, venue: 'Conference on Tides, 1-9' },
      { ...online, venue: 'Lecture Notes in Computer Science' },
    ],
    ['a DOI on one side', printed, { ...online, doi: '10.5555/tides.1' }],
  ])('match: %s', (_, own, listed) => {
    expect(matches([own], [other(1, listed)])).toEqual([1]);
  });

  it.each<[why: string, own: Fields, listed: Partial<ListedRecord>]>([
    ['two years apart', { ...printed, year: 2022 }, online],
    ['another venue', { ...printed, venue: 'Annals of Straits 3' }, online],
    ['a conference and its journal', { ...printed, venue: 'TIDES' }, { ...online, venue: 'The TIDES Journal' }],
    ['a preprint and its article', { ...printed, venue: 'arXiv preprint arXiv:2001.00001' }, online],
    [
      'a preprint by its DOI',
      { ...printed, venue: null },
      { ...online, venue: null, doi: '10.48550/arxiv.2001.00001' },
    ],
    [
      'few authors in common',
      { ...printed, authors: 'T Vik, N Li, P Soto' },
      { ...online, authors: 'Ola Dahl, Na Li, Kim Berg, Jo Lie' },
    ],
    ['the person is not an author', { ...printed, authors: 'O Dahl' }, { ...online, authors: 'Ola Dahl' }],
    ['no authors and no venue', { ...printed, authors: null, venue: null }, online],
  ])('do not match: %s', (_, own, listed) => {
    expect(matches([own], [other(1, listed)])).toEqual([]);
  });

  it('do not match if a list has a second publication of the title', () => {
    expect(matches([printed, { ...printed, year: 2018, venue: 'Tides 2018' }], [other(1, online)])).toEqual([]);
    expect(matches([printed], [other(1, online), other(2, { ...online, year: 2016, venue: null })])).toEqual([]);
    // a publication of the same year is found as before
    expect(matches([printed], [other(1, { ...online, venue: 'TIDES' }), other(2, { ...online, year: 2021 })])).toEqual([
      2,
    ]);
  });
});

test('a title that one list repeats in several years is a column', () => {
  const title = 'Reading the tide tables';
  const entry = (year: number) => ({ title, year, authors: 'N Li', venue: 'Tidal Record' });
  expect(matches([entry(2020)], [other(1, entry(2020))])).toEqual([1]);
  expect(matches([entry(2020), entry(2021)], [other(1, entry(2020))])).toEqual([]);
  expect(matches([entry(2020)], [other(1, entry(2020)), other(2, entry(2021))])).toEqual([]);
});
