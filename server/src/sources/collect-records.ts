import { type Fields, isFields } from './json-fields.ts';
import type { SourceRecord } from './record.ts';
import { splitStatus } from './title-status.ts';

/** More than any request can return. */
const MAX_RECORDS = 200;
export const MAX_REFERENCES = 5000;
/** The most cited article has less than half a million citations, so a higher count than this is an error. */
export const MAX_CITATIONS = 10_000_000;

/**
 * Reads the entries of a list. A title that says so makes a record a retracted one, whatever the other fields say.
 * Returns null if there are entries but none can be read, because then the format has changed.
 */
export function collectRecords(
  entries: readonly unknown[],
  readRecord: (fields: Fields) => SourceRecord | null,
): SourceRecord[] | null {
  const records = entries.slice(0, MAX_RECORDS).flatMap((entry) => {
    const record = isFields(entry) ? readRecord(entry) : null;
    return record === null ? [] : withStatus(record);
  });
  return entries.length > 0 && records.length === 0 ? null : records;
}

/** Returns null for a record with neither a title nor an identifier. */
export function dropIfEmpty(record: SourceRecord): SourceRecord | null {
  return record.title === null && record.identifiers.length === 0 ? null : record;
}

function withStatus(record: SourceRecord): SourceRecord {
  const { title, metadata } = record;
  if (title === null || metadata === undefined || splitStatus(title).status !== 'retracted') return record;
  return { ...record, metadata: { ...metadata, isRetracted: true } };
}
