import { type Fields, isFields } from './json-fields.ts';
import type { SourceRecord } from './record.ts';

/** More than any request can return. */
const MAX_RECORDS = 200;
export const MAX_REFERENCES = 5000;
/** The most cited article has less than half a million citations, so a higher count than this is an error. */
export const MAX_CITATIONS = 10_000_000;

/** Reads the entries of a list. Returns null if there are entries but none can be read, because then the format has changed. */
export function collectRecords(
  entries: readonly unknown[],
  readRecord: (fields: Fields) => SourceRecord | null,
): SourceRecord[] | null {
  const records = entries.slice(0, MAX_RECORDS).flatMap((entry) => (isFields(entry) ? (readRecord(entry) ?? []) : []));
  return entries.length > 0 && records.length === 0 ? null : records;
}

/** Returns null for a record with neither a title nor an identifier. */
export function dropIfEmpty(record: SourceRecord): SourceRecord | null {
  return record.title === null && record.identifiers.length === 0 ? null : record;
}
