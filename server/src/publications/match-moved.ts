import { normalizeTitle } from '../names/fingerprint.ts';
import { isPreprintDoi, isPreprintVenue } from '../names/preprints.ts';
import { groupBy } from '../platform/group-by.ts';
import type { ListedRecord, PersonEvidence } from './match.ts';
import { anyDoiOf, type RecordEvidence } from './records.ts';

/** How many years a preprint may be older than the article. */
const MAX_YEARS_BEFORE = 2;

/**
 * Finds the records of a whole list that have a new key. DBLP replaces `journals/corr/…` by the key of the conference
 * or the journal when a preprint is published. A record moved if the list no longer has a key of the same title and
 * authors, and if there is only one such record on both sides. The year and the DOI may be others only if the old
 * record is a preprint. Returns the evidence by key of the record.
 * @param records the records with new keys
 * @param gone what the profile listed before with keys that the list no longer has
 */
export function findMoved(
  records: readonly RecordEvidence[],
  gone: readonly ListedRecord[],
): ReadonlyMap<string, PersonEvidence> {
  const before = groupBy(gone, identityOf);
  const now = groupBy(records, ({ record }) => identityOf(record));
  const moved = new Map<string, PersonEvidence>();
  for (const [identity, [one, ...rest]] of now) {
    const [old, ...others] = before.get(identity) ?? [];
    if (!one || !old || rest.length > 0 || others.length > 0 || !canBecome(old, one)) continue;
    moved.set(one.record.key, { piece: `moved:${one.record.key}`, candidates: [old] });
  }
  return moved;
}

const identityOf = ({ title, authors }: { title: string; authors: string | null }) =>
  `${normalizeTitle(title)}\n${normalizeTitle(authors ?? '')}`;

function canBecome(old: ListedRecord, one: RecordEvidence): boolean {
  const { record } = one;
  const doi = anyDoiOf(one);
  if (normalizeTitle(record.title) === '' || record.authors === null) return false;
  const isPreprint = old.doi === null ? isPreprintVenue(old.venue) : isPreprintDoi(old.doi);
  const later = old.year === null || record.year === null ? 0 : record.year - old.year;
  if (!isPreprint) return later === 0 && (old.doi === null || doi === null || old.doi === doi);
  return later >= -1 && later <= MAX_YEARS_BEFORE;
}
