import { type AuthorRelation, compareAuthors, mayName } from '../names/authors.ts';
import { findColumns } from '../names/columns.ts';
import { normalizeTitle } from '../names/fingerprint.ts';
import { isGeneric } from '../names/generic-titles.ts';
import { isPreprintDoi } from '../names/preprints.ts';
import { compareNames, type PersonName, readPerson } from '../names/same-person.ts';
import { splitAuthors } from '../names/split-authors.ts';
import { compareVenues } from '../names/venues.ts';
import type { Tx } from '../platform/database/database.ts';
import { groupBy } from '../platform/group-by.ts';
import type { ListedRecord, PersonEvidence } from './match.ts';
import { listSisterProfiles, readRecordsOf } from './record-store.ts';
import { anyDoiOf, type RecordEvidence } from './records.ts';

/** What is known of a person beside the records of a page. */
export interface PersonLists {
  /** all that the page's profile lists: the page, and what was listed before */
  readonly own: readonly Pick<ListedRecord, 'key' | 'title' | 'year' | 'venue'>[];
  /** what the person's profiles at other sources list */
  readonly others: readonly ListedRecord[];
  /** the person's names at the profiles */
  readonly names: readonly PersonName[];
}

/** What a person's lists say about a page. */
export interface PersonFindings {
  /** by key of the record */
  readonly evidence: ReadonlyMap<string, PersonEvidence>;
  /** normalized titles of columns in a list of the person */
  readonly columns: ReadonlySet<string>;
}

/**
 * Evidence for records of a profile from what the same person's profiles at other sources list. Publications are shared
 * by all users, so a user's word that two profiles are one person's is not enough: their names must not be
 * incompatible.
 * @param own all that the profile lists
 */
export async function findPersonEvidence(
  tx: Tx,
  profileId: number,
  records: readonly RecordEvidence[],
  own: PersonLists['own'],
): Promise<PersonFindings> {
  if (records.length === 0) return { evidence: new Map(), columns: new Set() };
  const read = (name: string | null) => readPerson({ name: name ?? '', family: null });
  const profiles = (await listSisterProfiles(tx, profileId))
    .map(({ id, name, ownName }) => ({ id, names: [read(name), read(ownName)] as const }))
    // a name that is missing or in another script says nothing against what the user or a source confirmed
    .filter(({ names }) => compareNames(...names) !== 'incompatible');
  const others = await readRecordsOf(
    tx,
    profiles.map(({ id }) => id),
  );
  return comparePersonRecords(records, { own, others, names: profiles.flatMap(({ names }) => names) });
}

/**
 * The pure part of {@link findPersonEvidence}. The same title and no other year is evidence. A fingerprint says the
 * same with the first author. Here the person takes that place, because ORCID names no authors, and some records have
 * no year. One source may date an article by its publication online and the other by the printed issue, so years may be
 * one apart, if {@link isDatedApart} holds and neither list has another publication of the title.
 */
export function comparePersonRecords(
  records: readonly RecordEvidence[],
  { own, others, names }: PersonLists,
): PersonFindings {
  const lists = groupBy(others, ({ profileId }) => profileId);
  const columns = new Set([own, ...lists.values()].flatMap((list) => [...findColumns(list)]));
  const ownByTitle = groupBy(own, ({ title }) => normalizeTitle(title));
  const byTitle = groupBy(others, ({ title }) => normalizeTitle(title));
  const isOnly = (title: string, profileId: number) =>
    countPublications((byTitle.get(title) ?? []).filter((other) => other.profileId === profileId)) === 1;
  const findSame = (one: RecordEvidence, title: string) => {
    const { year, authors } = one.record;
    const akin = (byTitle.get(title) ?? [])
      .map((other) => ({ other, author: compareLists(other.authors, authors) }))
      .filter(({ author }) => author !== 'none');
    const same = akin.filter(({ other }) => other.year === null || year === null || other.year === year);
    if (same.length > 0 || (ownByTitle.get(title)?.length ?? 0) > 1) return same.map(({ other }) => other);
    return akin
      .filter(({ other, author }) => isOnly(title, other.profileId) && isDatedApart(one, other, author, names))
      .map(({ other }) => other);
  };
  const evidence = new Map<string, PersonEvidence>();
  for (const one of records) {
    const { key, title } = one.record;
    const normalized = normalizeTitle(title);
    if (normalized === '' || isGeneric(normalized) || columns.has(normalized)) continue;
    const candidates = findSame(one, normalized);
    if (candidates.length > 0) evidence.set(key, { piece: `person:${key}`, candidates });
  }
  return { evidence, columns };
}

const countPublications = (records: readonly ListedRecord[]) =>
  new Set(records.map(({ canonicalId }) => canonicalId)).size;

/**
 * Whether two records of one title with neighboring years can be one publication. A conference paper, its journal
 * version and a preprint differ in the same way, so the venues must not differ, and the authors must agree with the
 * person among them. If authors are missing, the venues must agree.
 */
function isDatedApart(
  one: RecordEvidence,
  other: ListedRecord,
  author: AuthorRelation,
  names: readonly PersonName[],
): boolean {
  const { record } = one;
  if (record.year === null || other.year === null || Math.abs(record.year - other.year) !== 1) return false;
  if (isPreprint(anyDoiOf(one)) !== isPreprint(other.doi)) return false;
  const venue = compareVenues(record.venue, other.venue);
  if (venue === 'other' || author === 'few') return false;
  if (author === 'unknown' && venue !== 'same') return false;
  return mayName(record.authors, names) && mayName(other.authors, names);
}

const isPreprint = (doi: string | null) => doi !== null && isPreprintDoi(doi);

function compareLists(one: string | null, other: string | null): AuthorRelation {
  return compareAuthors(
    one,
    splitAuthors(other ?? '').map((name) => ({ name, family: null })),
  );
}
