import { describe, expect, it } from 'vitest';
import type { ListedWork } from '../sources/author-list.ts';
import { type FirstList, isForeign, judgeGrowth } from './implausible-list.ts';

function works(count: number): ListedWork[] {
  const work = {
    clusterKey: null,
    authors: null,
    venue: null,
    year: null,
    citations: null,
    url: null,
    identifiers: [],
  };
  return Array.from({ length: count }, (_, at) => ({
    ...work,
    key: `${at}`,
    title: `${at}`,
  }));
}

const strangers = works(30).map((work) => ({ ...work, authors: `A Lind, S${work.key} Tranger`, publicationIds: [] }));
const known = works(30).map((work) => ({
  ...work,
  id: Number(work.key),
  title: `known ${work.key}`,
  authors: 'A Lind, N Karimi',
}));
const list: FirstList = { isAttributed: true, name: 'Ada Lind', known, works: strangers };
/** A list with works of the person, the first of which is known. */
const withOwn = (count: number) =>
  strangers.map((work, at) =>
    at < count ? { ...work, authors: 'Ada Lind, Nadia Karimi', publicationIds: at === 0 ? [7] : [] } : work,
  );

describe('the first list of an author', () => {
  it('is refused if it shares nothing with what the person has', () => {
    expect(isForeign(list)).toBe(true);
    expect(isForeign({ ...list, isAttributed: false })).toBe(true);
    expect(isForeign({ ...list, known: known.slice(0, 9) }), 'too little is known').toBe(false);
    expect(isForeign({ ...list, works: strangers.slice(0, 9) }), 'too short').toBe(false);
  });

  it('is refused if others of the same name wrote most of it', () => {
    expect(isForeign({ ...list, works: withOwn(7) })).toBe(true);
    expect(isForeign({ ...list, works: withOwn(8) })).toBe(false);
    expect(isForeign({ ...list, works: withOwn(1), isAttributed: false }), 'the person keeps the list').toBe(false);
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

  it('is refused if others wrote the new works', () => {
    expect(judgeGrowth(growth)).toBe('unrelated_works');
    expect(judgeGrowth({ ...growth, fresh: withOwn(2) })).toBeNull();
    expect(judgeGrowth({ ...growth, fresh: strangers.slice(0, 19) }), 'few').toBeNull();
    expect(judgeGrowth({ ...growth, known: known.slice(0, 9) }), 'too little is known').toBeNull();
  });
});
