import { MOST_CITATIONS } from '../sources/most-citations.ts';
import type { DiscoveredRow } from './match-rows.ts';

const MAX_TITLE = 2_000;
const MAX_LINE = 4_000;

/** A row with nothing in it that PostgreSQL refuses: one bad value must not keep the rest of its page from being saved. */
export function storableRow(row: DiscoveredRow): DiscoveredRow {
  const { year, citations } = row;
  return {
    ...row,
    title: storableText(row.title, MAX_TITLE),
    authors: row.authors === null ? null : storableText(row.authors, MAX_LINE),
    venue: row.venue === null ? null : storableText(row.venue, MAX_LINE),
    year: year !== null && Number.isInteger(year) && year > 0 && year <= 9999 ? year : null,
    citations: citations === null ? null : storableCount(citations),
    url: row.url === null ? null : storableText(row.url, MAX_LINE),
  };
}

function storableCount(count: number): number {
  return count > 0 ? Math.min(Math.trunc(count), MOST_CITATIONS) : 0;
}

/** No NUL and no half of a surrogate pair, neither of which UTF-8 text in PostgreSQL can hold. */
function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}
