import type { Tx } from '../platform/database/database.ts';
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
    records.flatMap(({ record: { key, title, year } }): [string, PersonEvidence][] => {
      const normalized = normalizeTitle(title);
      if (normalized === '' || isGeneric(normalized)) return [];
      const same = (byTitle.get(normalized) ?? []).filter(
        (other) => other.year === null || year === null || other.year === year,
      );
      return same.length === 0 ? [] : [[key, { piece: `person:${key}`, candidates: same }]];
    }),
  );
}
