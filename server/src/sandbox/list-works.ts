import { drawFigures } from './draw-figures.ts';
import type { ScholarRecord } from './scholar.ts';
import { type Figures, firstAddedNumber } from './work.ts';

export type Order = 'citations' | 'pubdate';

/** Names a work by its owner and its number there. */
export interface WorkRef {
  readonly owner: string;
  readonly n: number;
}

/** A profile's rows in both orders, as positions for `refAt`, and the figures of each. */
export interface Listing {
  readonly citations: Uint32Array;
  readonly pubdate: Uint32Array;
  readonly figures: readonly Figures[];
}

/** The row at a position: the scholar's own works, then those shared with it, then those added since the start. */
export function refAt(record: ScholarRecord, position: number): WorkRef {
  if (position < record.ownWorks) return { owner: record.id, n: position };
  let rest = position - record.ownWorks;
  for (const share of record.shares) {
    if (rest < share.count) return { owner: share.id, n: share.first + rest };
    rest -= share.count;
  }
  return { owner: record.id, n: firstAddedNumber + rest };
}

/** Sorts a profile: by citations, or by year with the undated last; the latest added come first among equals. */
export function listWorks(seed: number, record: ScholarRecord, find: (id: string) => ScholarRecord): Listing {
  const figures = Array.from({ length: record.works }, (_, position): Figures => {
    const ref = refAt(record, position);
    const owner = find(ref.owner);
    return owner.added[ref.n - firstAddedNumber] ?? drawFigures(seed, owner, ref.n);
  });
  const latest = record.works - record.added.length;
  const age = (position: number) => (position >= latest ? -position : position);
  const citationsOf = (position: number) => figures[position]?.citations ?? 0;
  const yearOf = (position: number) => figures[position]?.year ?? 0;
  const sorted = (value: (position: number) => number) =>
    Uint32Array.from([...figures.keys()].slice(record.hidden)).sort((a, b) => value(b) - value(a) || age(a) - age(b));
  return { citations: sorted(citationsOf), pubdate: sorted(yearOf), figures };
}
