import { foldText } from '../library/search-words.ts';
import type { Tx } from '../platform/database/database.ts';
import { OMISSION, splitAuthors } from './authors.ts';
import { isGeneric, normalizeTitle } from './fingerprint.ts';
import type { PersonEvidence, PersonRecord } from './match.ts';
import { readPersonRecords } from './record-store.ts';
import type { RecordEvidence } from './records.ts';

/**
 * Evidence for records of a profile from what the same person's profiles at other sources list: the same title, and no other year. A fingerprint says
 * the same with the first author. Here the person takes that place, because ORCID names no authors, and some records have no year.
 * Returns the evidence by key of the record.
 */
export async function findPersonEvidence(
  tx: Tx,
  profileId: number,
  records: readonly RecordEvidence[],
): Promise<Map<string, PersonEvidence>> {
  if (records.length === 0) return new Map();
  return comparePersonRecords(records, await readPersonRecords(tx, profileId));
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

/** Whether two lists have a family name in common, or one of them is missing. A user may have given a person the profile of somebody else. */
function mayShareAuthor(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const names = familiesOf(one);
  return [...familiesOf(other)].some((name) => names.has(name));
}

/** The longest word of each name, which is the family name in most of them. */
function familiesOf(authors: string): Set<string> {
  return new Set(
    splitAuthors(authors).flatMap((name) => {
      if (OMISSION.test(name)) return [];
      const words = foldText(name).match(/[\p{L}\p{M}]{2,}/gu) ?? [];
      return words.sort((a, b) => b.length - a.length)[0] ?? [];
    }),
  );
}
