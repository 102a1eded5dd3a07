import { type Fields, isFields } from './json-fields.ts';
import type { SourceRecord } from './record.ts';

/** More than any request asks for. */
const MOST_RECORDS = 200;
/** A paper of a large collaboration names some thousands. */
export const MOST_AUTHORS = 3000;
export const MOST_REFERENCES = 5000;

/** The records of a list; null when there are entries and none of them can be read: then the form of answers has changed. */
export function collectRecords(
  entries: readonly unknown[],
  readRecord: (fields: Fields) => SourceRecord | null,
): SourceRecord[] | null {
  const records = entries.slice(0, MOST_RECORDS).flatMap((entry) => (isFields(entry) ? (readRecord(entry) ?? []) : []));
  return entries.length > 0 && records.length === 0 ? null : records;
}

/** A record that says something: a title or an identifier; null for any other. */
export function keepTelling(record: SourceRecord): SourceRecord | null {
  return record.title === null && record.identifiers.length === 0 ? null : record;
}
