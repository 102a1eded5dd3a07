import { describe, expect, it } from 'vitest';
import type { ListedWork } from '../sources/author-list.ts';
import { type FirstList, isForeign, judgeGrowth } from './implausible-list.ts';

function works(count: number, field?: string): ListedWork[] {
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
    ...(field ? { field } : {}),
  }));
}

const strangers = works(30).map((work) => ({ ...work, authors: `A Lind, S${work.key} Tranger`, publicationIds: [] }));
const known = works(30).map((work) => ({
  ...work,
  id: Number(work.key),
  title: `known ${work.key}`,
  authors: 'A Lind, B Ore',
}));
const list: FirstList = { isAttributed: true, name: 'Ada Lind', known, works: strangers };
/** A list with works of the person, the first of which is known. */
const withOwn = (count: number) =>
  strangers.map((work, at) =>
    at < count ? { ...work, authors: 'Ada Lind, Bo Ore', publicationIds: at === 0 ? [7] : [] } : work,
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
  it('is refused if it grows suddenly', () => {
    const before = { listedBefore: 40, old: works(40) };
    expect(judgeGrowth({ ...before, fresh: works(80) })).toBeNull();
    expect(judgeGrowth({ ...before, fresh: works(81) })).toBe('sudden_growth');
    expect(judgeGrowth({ ...before, listedBefore: 5, fresh: works(50) })).toBeNull();
  });

  it('is refused if many works of another field arrive', () => {
    const before = { listedBefore: 40, old: works(40, 'Medicine') };
    expect(judgeGrowth({ ...before, fresh: works(20, 'Physics') })).toBe('disjoint_fields');
    expect(judgeGrowth({ ...before, fresh: [...works(19, 'Physics'), ...works(1, 'Medicine')] })).toBeNull();
    expect(judgeGrowth({ ...before, fresh: works(19, 'Physics') })).toBeNull();
    expect(judgeGrowth({ ...before, fresh: works(20) }), 'the source does not say').toBeNull();
  });
});
