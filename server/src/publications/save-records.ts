import { lockIdentity } from '../library/canonical-store.ts';
import { normalizeTitle } from '../names/fingerprint.ts';
import type { Tx } from '../platform/database/database.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { describe, refreshDisplays } from './display.ts';
import { type FirstDisplay, insertPublications, lockPublications } from './display-store.ts';
import { type FoundIdentifier, saveIdentifiers } from './identifier-store.ts';
import type { Identifier } from './identifiers.ts';
import { matchPrivate, matchRecords, type PersonEvidence, type PrivateMatch } from './match.ts';
import { findMoved } from './match-moved.ts';
import { findPersonEvidence } from './match-person.ts';
import * as store from './record-store.ts';
import { evidenceOf, type NewRecord, type RecordEvidence, storableRecord } from './records.ts';
import { summarize } from './summarize.ts';
import { stageOf, versionsOf } from './versions.ts';

/** A page of a profile. The caller has locked the profile's row. */
export interface ProfileRecords {
  readonly source: string;
  readonly profileId: number;
  /** the number of the profile's newest listing */
  readonly lastNumber: number;
  readonly records: readonly NewRecord[];
  /** the number of the crawl if it is a full crawl; else null */
  readonly fullCrawl: number | null;
  /** the records are all that the profile lists */
  readonly isWhole?: boolean;
}

export interface CreatedPublication {
  readonly id: number;
  readonly title: string;
  readonly year: number | null;
  readonly authorText: string | null;
  readonly identifiers: readonly Identifier[];
}

export interface SavedRecords {
  /** the number of the profile's newest listing now */
  readonly lastNumber: number;
  /** the highest number among the listings of these records */
  readonly highestNumber: number;
  /** publications that this page created */
  readonly created: readonly CreatedPublication[];
  /** private publications to merge into public ones after the caller has locked their owners' libraries (merge.ts) */
  readonly privateMatches: readonly PrivateMatch[];
}

/**
 * Saves a page of a profile in the caller's transaction: new and changed records, a publication for each record that
 * matches none, and the profile's listings. A page without changes writes nothing and takes no lock, unless it belongs
 * to a full crawl, which notes that it saw the listings.
 */
export async function saveRecords(tx: Tx, page: ProfileRecords): Promise<SavedRecords> {
  // a row that the page shows twice is listed once, at its first place
  const byKey = new Map(
    page.records
      .map(storableRecord)
      .reverse()
      .map((record) => [record.key, record]),
  );
  const stated = [...byKey.values()].reverse();
  const allKeys = stated.map(({ key }) => key);
  const read = () => store.readKnownRecords(tx, page.source, page.profileId, allKeys);
  const complete = () => stated.map((record) => evidenceOf(keepKnown(record, known.get(record.key))));
  // a profile without listings has news, so the first read would only find out that the lock is needed
  let known = page.lastNumber === 0 ? new Map<string, store.KnownRecord>() : await read();
  let records = complete();
  if (records.some((one) => mustBeSaved(one, known.get(one.record.key)))) {
    await lockIdentity(tx);
    known = await read();
    records = complete();
  } else if (page.fullCrawl !== null) {
    // a full crawl writes to its listings, and merges write to all listings of their publications
    await lockIdentity(tx, 'shared');
  }
  const unknown = records.filter(({ record }) => !known.has(record.key));
  const changed = records.filter((one) => isChanged(one, known.get(one.record.key)));
  const listed = unknown.length === 0 || page.lastNumber === 0 ? [] : await store.readRecordsOf(tx, [page.profileId]);
  const gone = listed.filter(({ key }) => !byKey.has(key));
  const own = [...gone, ...records.map(({ record }) => record)];
  const { evidence: ofPerson, columns } = await findPersonEvidence(tx, page.profileId, unknown, own);
  const moved = page.isWhole ? findMoved(unknown, gone) : new Map<string, PersonEvidence>();
  const distinct = unknown.map((one) =>
    columns.has(normalizeTitle(one.record.title)) ? withoutFingerprint(one) : one,
  );
  const evidence = await store.findCandidates(
    tx,
    page,
    [...distinct, ...changed].flatMap((one) => newEvidence(one, known.get(one.record.key))),
    [...ofPerson.values(), ...moved.values()],
  );
  const found = matchRecords(
    distinct.map((one) => withPieces(one, [ofPerson, moved])),
    evidence,
    (key) => page.source !== GOOGLE_SCHOLAR && !byKey.has(key),
  );
  const isKept = unknown.map((one, at) => found[at] !== null || !isUndecided(one, ofPerson.get(one.record.key)));
  const fresh = unknown.filter((_, at) => isKept[at]);
  const matches = found.filter((_, at) => isKept[at]);
  const undecided = new Set(unknown.filter((_, at) => !isKept[at]).map(({ record }) => record.key));
  const keys = allKeys.filter((key) => !undecided.has(key));
  const unmatched = fresh.filter((_, at) => matches[at] === null);
  const createdIds = await insertPublications(
    tx,
    unmatched.map((one) => describeFirst(page.source, one)),
  );
  const idOf = new Map(unmatched.map((one, at) => [one, createdIds[at] ?? 0]));
  const inserted = fresh.map((one, at) => ({ ...one, publicationId: matches[at] ?? idOf.get(one) ?? 0 }));
  const updated = changed.map((one) => ({ ...one, publicationId: known.get(one.record.key)?.publicationId ?? 0 }));
  const matched = inserted.filter((_, at) => (matches[at] ?? null) !== null);
  const touched = [...new Set([...matched, ...updated].map(({ publicationId }) => publicationId))];
  await lockPublications(tx, touched);
  const insertedIds = await store.insertRecords(tx, page.source, inserted);
  await store.updateRecords(tx, page.source, updated);
  await saveIdentifiers(tx, identifiersOf(page.source, [...inserted, ...updated]));
  await refreshDisplays(tx, touched);

  const recordIds = new Map(inserted.map(({ record }, at) => [record.key, insertedIds[at] ?? 0]));
  const unlisted = keys.filter((key) => (known.get(key)?.number ?? null) === null);
  const idsOf = (some: readonly string[]) => some.map((key) => recordIds.get(key) ?? known.get(key)?.id ?? 0);
  await store.saveListings(tx, page.profileId, page.lastNumber, idsOf(unlisted), page.fullCrawl ?? 0);
  if (page.fullCrawl !== null) {
    const seenBefore = keys.filter((key) => (known.get(key)?.number ?? null) !== null);
    await store.saveSeen(tx, page.profileId, idsOf(seenBefore), page.fullCrawl);
  }
  const lastNumber = page.lastNumber + unlisted.length;
  return {
    lastNumber,
    highestNumber:
      unlisted.length > 0 ? lastNumber : Math.max(0, ...[...known.values()].map(({ number }) => number ?? 0)),
    created: unmatched.map(({ record, identifiers }, at) => ({
      id: createdIds[at] ?? 0,
      title: record.title,
      year: record.year,
      authorText: record.authors,
      identifiers,
    })),
    privateMatches: matchPrivate([...inserted, ...updated], evidence),
  };
}

/**
 * The record with the stored values where the source says nothing now. A value that is missing was seldom taken back;
 * more often its field was left out.
 */
function keepKnown(record: NewRecord, known: store.KnownRecord | undefined): NewRecord {
  if (known === undefined) return record;
  const { authorList, ...rest } = record;
  return {
    ...rest,
    ...(authorList !== undefined && authorList.authors.length > 0 ? { authorList } : {}),
    clusterKey: record.clusterKey ?? known.clusterKey,
    authors: record.authors ?? known.authors,
    venue: record.venue ?? known.venue,
    year: record.year ?? known.year,
    citations: record.citations ?? known.citations,
    url: record.url ?? known.url,
  };
}

function mustBeSaved(one: RecordEvidence, known: store.KnownRecord | undefined): boolean {
  return known === undefined || known.number === null || isChanged(one, known);
}

function isChanged({ record, evidence }: RecordEvidence, known: store.KnownRecord | undefined): boolean {
  if (known === undefined) return false;
  return (
    !known.isStated ||
    record.title !== known.title ||
    record.authors !== known.authors ||
    (record.authorList !== undefined && record.authorList.authors.length !== known.authorCount) ||
    record.venue !== known.venue ||
    record.year !== known.year ||
    record.url !== known.url ||
    record.citations !== known.citations ||
    !evidence.every((piece) => known.evidence.includes(piece))
  );
}

/**
 * Whether a record without authors (ORCID) could be one of several publications of the person, of one title. It is left
 * out until an identifier decides, because it is more likely one of these than another one.
 */
function isUndecided({ record }: RecordEvidence, ofPerson: PersonEvidence | undefined): boolean {
  return record.authors === null && new Set(ofPerson?.candidates.map(({ canonicalId }) => canonicalId)).size > 1;
}

/** The entries of a column are different publications, even if two of a year have the same fingerprint. */
function withoutFingerprint(one: RecordEvidence): RecordEvidence {
  return { ...one, evidence: one.evidence.filter((piece) => !piece.startsWith('fp:')) };
}

/** The record with evidence that is not stored. */
function withPieces(one: RecordEvidence, found: readonly ReadonlyMap<string, PersonEvidence>[]): RecordEvidence {
  const pieces = found.flatMap((evidence) => evidence.get(one.record.key)?.piece ?? []);
  return { ...one, evidence: [...one.evidence, ...pieces] };
}

function newEvidence({ evidence }: RecordEvidence, known: store.KnownRecord | undefined): readonly string[] {
  return known ? evidence.filter((piece) => !known.evidence.includes(piece)) : evidence;
}

/** The display of a new publication with only this record. */
function describeFirst(source: string, { record, identifiers, doi }: RecordEvidence): FirstDisplay {
  const summary = summarize([{ ...record, source, ownerId: null, isStated: true, isLive: true }]);
  const versions = versionsOf({ records: [{ ...record, source, doi }], registered: [], identifiers });
  return { ...describe(summary, identifiers), stage: stageOf(versions) };
}

function identifiersOf(source: string, records: readonly store.SavedRecord[]): FoundIdentifier[] {
  return records.flatMap(({ record, identifiers, publicationId }) =>
    identifiers.map((identifier) => ({ ...identifier, publicationId, source, evidenceUrl: record.url })),
  );
}
