import { describe, expect, it } from 'vitest';
import type { ListedWork } from '../sources/author-list.ts';
import { judgeList, type ListFacts } from './implausible-list.ts';

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

const facts: ListFacts = {
  isAttributed: true,
  isConfirmed: false,
  listedBefore: 0,
  knownElsewhere: 30,
  shared: 0,
  old: [],
  fresh: works(30),
};
const judge = (change: Partial<ListFacts>) => judgeList({ ...facts, ...change });

describe('the list of an author', () => {
  it('is refused if it shares nothing with what the person has', () => {
    expect(judge({})).toBe('no_overlap');
    expect(judge({ shared: 1 })).toBeNull();
    expect(judge({ knownElsewhere: 9 }), 'too little is known').toBeNull();
    expect(judge({ fresh: works(9) }), 'too short').toBeNull();
    expect(judge({ isConfirmed: true }), 'the user knows better').toBeNull();
  });

  it('is refused if it grows suddenly', () => {
    const known = { listedBefore: 40, old: works(40) };
    expect(judge({ ...known, fresh: works(80) })).toBeNull();
    expect(judge({ ...known, fresh: works(81) })).toBe('sudden_growth');
    expect(judge({ ...known, listedBefore: 5, fresh: works(50) })).toBeNull();
    expect(judge({ ...known, fresh: works(81), isConfirmed: true })).toBeNull();
  });

  it('is refused if many works of another field arrive', () => {
    const known = { listedBefore: 40, old: works(40, 'Medicine') };
    expect(judge({ ...known, fresh: works(20, 'Physics') })).toBe('disjoint_fields');
    expect(judge({ ...known, fresh: [...works(19, 'Physics'), ...works(1, 'Medicine')] })).toBeNull();
    expect(judge({ ...known, fresh: works(19, 'Physics') })).toBeNull();
    expect(judge({ ...known, fresh: works(20) }), 'the source does not say').toBeNull();
  });
});
