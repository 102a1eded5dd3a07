import { completeWork } from './add-work.ts';
import { BoundedCache } from './bounded-cache.ts';
import { type Listing, listWorks, refAt, type WorkRef } from './list-works.ts';
import { makeScholar } from './make-scholar.ts';
import type { ScholarOptions, ScholarRecord } from './scholar.ts';
import { firstAddedNumber, type Work } from './work.ts';
import { doiMark, writeWork } from './write-work.ts';

/** All scholars and works of a sandbox. A work is written when it is asked for; nothing is stored but what was added. */
export interface Library {
  readonly seed: number;
  list(): readonly ScholarRecord[];
  find(id: string): ScholarRecord | undefined;
  /** Throws when there is none. */
  get(id: string): ScholarRecord;
  addScholar(id: string, works: number, options?: ScholarOptions): ScholarRecord;
  addWork(id: string, work?: Partial<Work>): Work;
  hideWorks(id: string, count: number): void;
  listing(record: ScholarRecord): Listing;
  refAt(record: ScholarRecord, position: number): WorkRef;
  work(ref: WorkRef): Work;
  workByDoi(doi: string): Work | undefined;
  /** The work that the end of a DOI of the sandbox's leads to. */
  workBySuffix(doiSuffix: string): Work | undefined;
  /** Grows with each scholar and work that is added. */
  readonly changes: number;
}

export function createLibrary(seed: number): Library {
  const records = new Map<string, ScholarRecord>();
  const ownersByMark = new Map<string, string>();
  const addedByDoi = new Map<string, Work>();
  const listings = new BoundedCache<Listing>(2_000);

  const get = (id: string): ScholarRecord => {
    const record = records.get(id);
    if (record === undefined) throw new Error(`the sandbox has no scholar ${id}`);
    return record;
  };

  const work = ({ owner, n }: WorkRef): Work => {
    const record = get(owner);
    return record.added[n - firstAddedNumber] ?? writeWork(seed, record, n);
  };

  const workBySuffix = (suffix: string): Work | undefined => {
    const [mark, number] = suffix.split('.');
    const owner = records.get(ownersByMark.get(mark ?? '') ?? '');
    const n = Number.parseInt(number ?? '', 36);
    const isThere = owner !== undefined && n >= 0 && (n < owner.ownWorks || n - firstAddedNumber in owner.added);
    return isThere ? work({ owner: owner.id, n }) : undefined;
  };
  let changes = 0;

  return {
    seed,
    get,
    work,
    workBySuffix,
    get changes() {
      return changes;
    },
    refAt,
    list: () => [...records.values()],
    find: (id) => records.get(id),
    addScholar(id, works, options = {}) {
      if (records.has(id)) throw new Error(`the sandbox has a scholar ${id} already`);
      const record = makeScholar(id, works, options);
      for (const share of record.shares) {
        const other = get(share.id);
        const coAuthors = [...other.coAuthors, { name: record.shortName, first: share.first, count: share.count }];
        records.set(share.id, { ...other, coAuthors, version: other.version + 1 });
      }
      records.set(id, record);
      ownersByMark.set(doiMark(id), id);
      changes += 1;
      return record;
    },
    addWork(id, given = {}) {
      const record = get(id);
      const n = firstAddedNumber + record.added.length;
      const added = completeWork(writeWork(seed, record, n), given);
      if (added.doi !== null) addedByDoi.set(added.doi.toLowerCase(), added);
      records.set(id, {
        ...record,
        works: record.works + 1,
        added: [...record.added, added],
        version: record.version + 1,
      });
      changes += 1;
      return added;
    },
    hideWorks(id, count) {
      const record = get(id);
      records.set(id, { ...record, hidden: count, version: record.version + 1 });
      changes += 1;
    },
    listing: (record) => listings.get(`${record.id}/${record.version}`, () => listWorks(seed, record, get)),
    workByDoi(doi) {
      const wanted = doi.toLowerCase();
      const added = addedByDoi.get(wanted);
      if (added !== undefined) return added;
      const found = workBySuffix(wanted.split('.').slice(-2).join('.'));
      return found?.doi?.toLowerCase() === wanted ? found : undefined;
    },
  };
}
