import type { Tx } from '../platform/database/database.ts';
import { compareAuthors } from './authors.ts';
import { normalizeTitle } from './fingerprint.ts';
import { isGeneric } from './generic-titles.ts';
import type { PersonEvidence, PersonRecord } from './match.ts';
import { listSisterProfiles, readRecordsOf } from './record-store.ts';
import type { RecordEvidence } from './records.ts';
import { compareNames, readPerson } from './same-person.ts';
import { splitAuthors } from './split-authors.ts';

/**
 * Evidence for records of a profile from what the same person's profiles at other sources list: the same title, and no other year. A fingerprint says
 * the same with the first author. Here the person takes that place, because ORCID names no authors, and some records have no year. Publications are
 * shared by all users, so a user's word that two profiles are one person's is not enough: their names must be compatible.
 * Returns the evidence by key of the record.
 */
export async function findPersonEvidence(
  tx: Tx,
  profileId: number,
  records: readonly RecordEvidence[],
): Promise<Map<string, PersonEvidence>> {
  if (records.length === 0) return new Map();
  const profiles = await listSisterProfiles(tx, profileId);
  const ids = profiles.flatMap(({ id, name, ownName }) => (isSameName(name, ownName) ? id : []));
  return comparePersonRecords(records, await readRecordsOf(tx, ids));
}

/** A name that is missing or in another script says nothing against what the user or a source confirmed. */
function isSameName(one: string | null, other: string | null): boolean {
  const read = (name: string | null) => readPerson({ name: name ?? '', family: null });
  return compareNames(read(one), read(other)) !== 'incompatible';
}

/** The pure part of {@link findPersonEvidence}. */
export function comparePersonRecords(
  records: readonly RecordEvidence[],
  others: readonly PersonRecord[],
): Map<string, PersonEvidence> {
  const byTitle = new Map<string, PersonRecord[]>();
  for (const other of others) {
    const title = normalizeTitle(other.title);
    const same = byTitle.get(title);
    if (same) same.push(other);
    else byTitle.set(title, [other]);
  }
  return new Map(
    records.flatMap(({ record: { key, title, authors, year } }): [string, PersonEvidence][] => {
      const normalized = normalizeTitle(title);
      if (normalized === '' || isGeneric(normalized)) return [];
      const same = (byTitle.get(normalized) ?? []).filter(
        (other) =>
          (other.year === null || year === null || other.year === year) && mayShareAuthor(other.authors, authors),
      );
      return same.length === 0 ? [] : [[key, { piece: `person:${key}`, candidates: same }]];
    }),
  );
}

/** Whether two lists name a person in common, or one of them is missing. */
function mayShareAuthor(one: string | null, other: string | null): boolean {
  const theirs = splitAuthors(other ?? '').map((name) => ({ name, family: null }));
  return compareAuthors(one, theirs) !== 'none';
}
