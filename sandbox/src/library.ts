import { completePublication, doiMark, generatePublication } from './generate-publication.ts';
import { changeHistory, changeKinds } from './history.ts';
import { BoundedCache, type Listing, listPublications, type PublicationRef, refAt } from './listing.ts';
import { firstAddedNumber, type Publication } from './publication.ts';
import { makeScholar, type ScholarOptions, type ScholarRecord } from './scholar.ts';

/**
 * All scholars and publications of a sandbox. Publications are generated on each access; only added publications are
 * stored.
 */
export interface Library {
  list(): readonly ScholarRecord[];
  find(id: string): ScholarRecord | undefined;
  /** Throws if the scholar does not exist. */
  get(id: string): ScholarRecord;
  addScholar(id: string, publications: number, options?: ScholarOptions): ScholarRecord;
  addPublication(id: string, publication?: Partial<Publication>): Publication;
  /** Changes what became of an added publication. Returns it, or undefined if that cannot become of it. */
  changePublication(ref: PublicationRef, change: string): Publication | undefined;
  hidePublications(id: string, count: number): void;
  /** Lists all publications of a scholar on the Google Scholar profile. */
  listAtGoogleScholar(id: string): void;
  /** OpenAlex merges an author into another one, deletes it (`null`), or has it again (`undefined`). */
  moveAuthor(id: string, into?: string | null): void;
  listing(record: ScholarRecord): Listing;
  refAt(record: ScholarRecord, position: number): PublicationRef;
  publication(ref: PublicationRef): Publication;
  publicationByDoi(doi: string): Publication | undefined;
  /** The publication with this suffix of a generated DOI. */
  publicationBySuffix(doiSuffix: string): Publication | undefined;
  /** Grows with each added scholar and publication. */
  readonly changes: number;
}

/** The added publications of all scholars. */
export function listAdded(library: Pick<Library, 'list'>): readonly Publication[] {
  return library.list().flatMap(({ added }) => added);
}

export function createLibrary(): Library {
  const records = new Map<string, ScholarRecord>();
  const ownersByMark = new Map<string, string>();
  const addedByDoi = new Map<string, PublicationRef>();
  const listings = new BoundedCache<Listing>(2_000);

  const get = (id: string): ScholarRecord => {
    const record = records.get(id);
    if (record === undefined) throw new Error(`the sandbox has no scholar ${id}`);
    return record;
  };

  const publication = ({ owner, n }: PublicationRef): Publication => {
    const record = get(owner);
    return record.added[n - firstAddedNumber] ?? generatePublication(record, n);
  };

  const publicationBySuffix = (suffix: string): Publication | undefined => {
    const [mark, number] = suffix.split('.');
    const owner = records.get(ownersByMark.get(mark ?? '') ?? '');
    const n = Number.parseInt(number ?? '', 36);
    const isThere = owner !== undefined && n >= 0 && (n < owner.ownPublications || n - firstAddedNumber in owner.added);
    return isThere ? publication({ owner: owner.id, n }) : undefined;
  };
  let changes = 0;

  return {
    get,
    publication,
    publicationBySuffix,
    get changes() {
      return changes;
    },
    refAt,
    list: () => [...records.values()],
    find: (id) => records.get(id),
    addScholar(id, publications, options = {}) {
      if (records.has(id)) throw new Error(`the sandbox already has a scholar ${id}`);
      const record = makeScholar(id, publications, options);
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
    addPublication(id, given = {}) {
      const record = get(id);
      const n = firstAddedNumber + record.added.length;
      const added = completePublication(generatePublication(record, n), given);
      if (added.doi !== null) addedByDoi.set(added.doi.toLowerCase(), { owner: id, n });
      records.set(id, {
        ...record,
        publications: record.publications + 1,
        added: [...record.added, added],
        version: record.version + 1,
      });
      changes += 1;
      return added;
    },
    changePublication({ owner, n }, change) {
      const record = records.get(owner);
      const before = record?.added[n - firstAddedNumber];
      if (record === undefined || before === undefined) return undefined;
      const kind = changeKinds.find((one) => one === change);
      const after = kind && changeHistory(before, record, kind);
      if (after === undefined) return undefined;
      const added = record.added.with(n - firstAddedNumber, after);
      records.set(owner, { ...record, added, version: record.version + 1 });
      return after;
    },
    hidePublications(id, count) {
      const record = get(id);
      records.set(id, { ...record, hidden: count, version: record.version + 1 });
      changes += 1;
    },
    listAtGoogleScholar(id) {
      const record = get(id);
      const added = record.added.map(({ isMissingAtGoogleScholar: _, ...publication }) => publication);
      records.set(id, { ...record, added, version: record.version + 1 });
      changes += 1;
    },
    moveAuthor(id, into) {
      const { movedTo: _, ...record } = get(id);
      records.set(id, into === undefined ? record : { ...record, movedTo: into });
      changes += 1;
    },
    listing: (record) => listings.get(`${record.id}/${record.version}`, () => listPublications(record, get)),
    publicationByDoi(doi) {
      const wanted = doi.toLowerCase();
      const added = addedByDoi.get(wanted);
      if (added !== undefined) return publication(added);
      const found = publicationBySuffix(wanted.split('.').slice(-2).join('.'));
      return found?.doi?.toLowerCase() === wanted ? found : undefined;
    },
  };
}
