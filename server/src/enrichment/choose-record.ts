import { isPreprintRecord, isPreprintVenue, withoutVersion } from '../names/preprints.ts';
import type { SourceRecord } from '../sources/record.ts';
import { acceptsByTitle, type Comparison, type OurPublication } from './same-publication.ts';

export interface ChosenRecord {
  readonly record: SourceRecord;
  /** why the record was accepted */
  readonly comparison: Comparison;
}

/**
 * Chooses the record of a publication from the results of a search by title. Of the accepted records the best is, in
 * this order: one of the same year; one with the same title; the article, or the preprint if our venue is a preprint
 * server; one with a DOI. Returns null if no record is accepted. Also returns null if the best records have different
 * DOIs, since then two publications share the title.
 */
export function chooseRecord(publication: OurPublication, records: readonly SourceRecord[]): ChosenRecord | null {
  const accepted = records
    .map((record) => ({ record, comparison: acceptsByTitle(publication, record) }))
    .filter(({ comparison }) => comparison.verdict === 'agrees')
    .map((choice) => ({ choice, rank: rankOf(publication, choice) }))
    .sort((a, b) => b.rank - a.rank);
  const [best] = accepted;
  if (!best) return null;
  const equals = accepted.filter(({ rank }) => rank === best.rank);
  const dois = equals.flatMap(({ choice }) => doisOf(choice.record).slice(0, 1));
  return new Set(dois).size > 1 ? null : best.choice;
}

function rankOf({ venue }: OurPublication, { record, comparison }: ChosenRecord): number {
  return (
    Number(comparison.year === 'same') * 8 +
    Number(comparison.title === 'same') * 4 +
    Number(isPreprintRecord(record) === isPreprintVenue(venue)) * 2 +
    Number(doisOf(record).length > 0)
  );
}

/** All versions of a preprint count as one publication. */
const doisOf = ({ identifiers }: SourceRecord) =>
  identifiers.filter(({ kind }) => kind === 'doi').map(({ value }) => withoutVersion(value));
