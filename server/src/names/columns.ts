import { normalizeTitle } from './fingerprint.ts';
import { isPreprintVenue } from './preprints.ts';
import { nameOfVenue } from './venues.ts';

/** An entry of one list: of one author's publications, or of one venue's. */
export interface ListedTitle {
  readonly title: string;
  readonly year: number | null;
  /** as the source writes it, perhaps with volume and issue: "Tidal Record 31 (2), 12-14" */
  readonly venue: string | null;
  /** volume and issue in any form; absent or null: read from the venue if it names them as "31 (2)" */
  readonly issue?: string | null;
}

/**
 * Finds columns among the titles of one list. A title that the list has in one venue in several years or issues is that
 * of a column, such as "Chair's message", whatever its words: each entry is a publication of its own. Two versions on a
 * preprint server are not a column, and neither are a conference paper and its journal article, because their venues
 * differ. Returns the titles as `normalizeTitle` writes them.
 */
export function findColumns(entries: readonly ListedTitle[]): ReadonlySet<string> {
  const columns = new Set<string>();
  const firsts = new Map<string, Appearance>();
  for (const { title, year, venue, issue } of entries) {
    const normalized = normalizeTitle(title);
    const place = placeOf(venue);
    if (normalized === '' || place === null) continue;
    const key = `${normalized}\n${place}`;
    const appearance = { year, issue: issue ?? issueIn(venue) };
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, appearance);
    else if (areApart(first, appearance)) columns.add(normalized);
    else firsts.set(key, { year: first.year ?? year, issue: first.issue ?? appearance.issue });
  }
  return columns;
}

interface Appearance {
  readonly year: number | null;
  readonly issue: string | null;
}

const areApart = (a: Appearance, b: Appearance) => differ(a.year, b.year) || differ(a.issue, b.issue);
const differ = <Value>(a: Value | null, b: Value | null) => a !== null && b !== null && a !== b;

/** The name of a venue, if that is not a preprint server. */
const placeOf = (venue: string | null) => (isPreprintVenue(venue) ? null : nameOfVenue(venue ?? '') || null);

/** "31 2" in "Tidal Record 31 (2), 12-14"; null without both numbers, because a number alone may be a page. */
export function issueIn(venue: string | null): string | null {
  const [, volume, issue] = /(\d+)\s*\(\s*(\d[^()]*)\)/.exec(venue ?? '') ?? [];
  return volume === undefined || issue === undefined ? null : `${volume} ${issue.trim()}`;
}
