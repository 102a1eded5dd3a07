import { figuresOf } from './figures.ts';
import { type Figures, firstAddedNumber } from './publication.ts';
import type { ScholarRecord } from './scholar.ts';

export type Order = 'citations' | 'pubdate';

/** A publication, by its owner's id and its number there. */
export interface PublicationRef {
  readonly owner: string;
  readonly n: number;
}

/** A profile's rows in both orders, as positions for `refAt`, and the year and citations of each. */
export interface Listing {
  readonly citations: Uint32Array;
  readonly pubdate: Uint32Array;
  readonly figures: readonly Figures[];
}

/**
 * The publication at a position: generated publications come first, then publications of others, then added
 * publications.
 */
export function refAt(record: ScholarRecord, position: number): PublicationRef {
  if (position < record.ownPublications) return { owner: record.id, n: position };
  let rest = position - record.ownPublications;
  for (const share of record.shares) {
    if (rest < share.count) return { owner: share.id, n: share.first + rest };
    rest -= share.count;
  }
  return { owner: record.id, n: firstAddedNumber + rest };
}

/**
 * Sorts a profile by citations, and by year with undated publications last. Among equals, the latest added come first.
 */
export function listPublications(record: ScholarRecord, find: (id: string) => ScholarRecord): Listing {
  const figures = Array.from({ length: record.publications }, (_, position): Figures => {
    const ref = refAt(record, position);
    const owner = find(ref.owner);
    return owner.added[ref.n - firstAddedNumber] ?? figuresOf(owner, ref.n);
  });
  const latest = record.publications - record.added.length;
  const age = (position: number) => (position >= latest ? -position : position);
  const citationsOf = (position: number) => figures[position]?.citations ?? 0;
  const yearOf = (position: number) => figures[position]?.year ?? 0;
  const isListed = (position: number) =>
    record.added[refAt(record, position).n - firstAddedNumber]?.isMissingAtGoogleScholar !== true;
  const sorted = (value: (position: number) => number) =>
    Uint32Array.from([...figures.keys()].slice(record.hidden).filter(isListed)).sort(
      (a, b) => value(b) - value(a) || age(a) - age(b),
    );
  return { citations: sorted(citationsOf), pubdate: sorted(yearOf), figures };
}

/** A cache that drops its oldest entry when it is full. */
export class BoundedCache<V> {
  readonly #limit: number;
  readonly #values = new Map<string, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of the key. `make` makes a missing value. */
  get(key: string, make: () => V): V {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.#values.set(key, value);
    if (this.#values.size > this.#limit) this.#forgetOldest();
    return value;
  }

  #forgetOldest(): void {
    const oldest = this.#values.keys().next();
    if (!oldest.done) this.#values.delete(oldest.value);
  }
}
