import { describe, expect, it } from 'vitest';
import type { AuthorListRecord } from '../sources/author-list.ts';
import { type FirstList, isForeign, judgeGrowth } from './implausible-list.ts';

function records(count: number): AuthorListRecord[] {
  const record = {
    clusterKey: null,
    authors: null,
    venue: null,
    year: null,
    citations: null,
    url: null,
    identifiers: [],
  };
  return Array.from({ length: count }, (_, at) => ({
    ...record,
    key: `${at}`,
    title: `${at}`,
  }));
}

const strangers = records(30).map((record) => ({
  ...record,
  authors: `A Lind, S${record.key} Tranger`,
  publicationIds: [],
}));
const known = records(30).map((record) => ({
  ...record,
  id: Number(record.key),
  title: `known ${record.key}`,
  authors: 'A Lind, N Karimi',
}));
const list: FirstList = { isAttributed: true, name: 'Ada Lind', known, records: strangers };
/** A list with records of the person, the first of which is known. */
const withOwn = (count: number) =>
  strangers.map((record, at) =>
    at < count ? { ...record, authors: 'Ada Lind, Nadia Karimi', publicationIds: at === 0 ? [7] : [] } : record,
  );

describe('the first list of an author', () => {
  it('is refused if it shares nothing with what the person has', () => {
    expect(isForeign(list)).toBe(true);
    expect(isForeign({ ...list, isAttributed: false })).toBe(true);
    expect(isForeign({ ...list, known: known.slice(0, 9) }), 'too little is known').toBe(false);
    expect(isForeign({ ...list, records: strangers.slice(0, 9) }), 'too short').toBe(false);
  });

  it('is refused if others of the same name wrote most of it', () => {
    expect(isForeign({ ...list, records: withOwn(7) })).toBe(true);
    expect(isForeign({ ...list, records: withOwn(8) })).toBe(false);
    expect(isForeign({ ...list, records: withOwn(1), isAttributed: false }), 'the person keeps the list').toBe(false);
  });
});

describe('a list that was read before', () => {
  const growth = { countBefore: 40, count: 60, name: 'Ada Lind', known, fresh: strangers };

  it('is refused if it grows suddenly', () => {
    const judge = (countBefore: number | null, count: number | null) =>
      judgeGrowth({ ...growth, fresh: [], countBefore, count });
    expect(judge(60, 180)).toBeNull();
    expect(judge(60, 181)).toBe('sudden_growth');
    expect(judge(5, 105)).toBeNull();
    const mixed = { ...growth, countBefore: 60, count: 181 };
    expect(judgeGrowth({ ...mixed, fresh: withOwn(7) })).toBe('sudden_growth');
    expect(judgeGrowth({ ...mixed, fresh: withOwn(8) }), 'by the same author').toBeNull();
    expect(judge(null, 500), 'the first look').toBeNull();
    expect(judge(5, null), 'the source does not say').toBeNull();
  });

  it('is refused if others wrote the new publications', () => {
    expect(judgeGrowth(growth)).toBe('unrelated_works');
    expect(judgeGrowth({ ...growth, fresh: withOwn(2) })).toBeNull();
    expect(judgeGrowth({ ...growth, fresh: strangers.slice(0, 19) }), 'few').toBeNull();
    expect(judgeGrowth({ ...growth, known: known.slice(0, 9) }), 'too little is known').toBeNull();
  });
});
