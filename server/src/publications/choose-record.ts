import type { SourceRecord } from '../sources/record.ts';
import { isPreprintRecord, isPreprintVenue } from './preprints.ts';
import { acceptsByTitle, type Comparison, type OurWork } from './same-work.ts';

export interface ChosenRecord {
  readonly record: SourceRecord;
  /** why it was accepted */
  readonly comparison: Comparison;
}

/**
 * The record of our work among the answers of a search by title; null when none is accepted, or when several are and nothing tells them apart.
 * Of several the better one is, in this order: of our year; with our title to the letter; of our kind, which is the article unless our venue
 * is a preprint server; with a DOI. If the two best are equal in all this and bear different DOIs, they are two works with one title.
 */
export function chooseRecord(work: OurWork, records: readonly SourceRecord[]): ChosenRecord | null {
  const accepted = records
    .map((record) => ({ record, comparison: acceptsByTitle(work, record) }))
    .filter(({ comparison }) => comparison.verdict === 'agrees')
    .map((choice) => ({ choice, rank: rankOf(work, choice) }))
    .sort((a, b) => b.rank - a.rank);
  const [best] = accepted;
  if (!best) return null;
  const equals = accepted.filter(({ rank }) => rank === best.rank);
  const dois = equals.flatMap(({ choice }) => doisOf(choice.record).slice(0, 1));
  return new Set(dois).size > 1 ? null : best.choice;
}

function rankOf({ venue }: OurWork, { record, comparison }: ChosenRecord): number {
  return (
    Number(comparison.year === 'same') * 8 +
    Number(comparison.title === 'same') * 4 +
    Number(isPreprintRecord(record) === isPreprintVenue(venue)) * 2 +
    Number(doisOf(record).length > 0)
  );
}

/** Versions of a preprint, `…/v1` and `…/v2`, count as one. */
const doisOf = ({ identifiers }: SourceRecord) =>
  identifiers.filter(({ kind }) => kind === 'doi').map(({ value }) => value.replace(/[./]?v\d+$/, ''));
