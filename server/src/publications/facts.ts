import type { DiscoveredRow } from './match-rows.ts';

/** What a work's row shows. */
export interface Facts {
  readonly title: string;
  readonly author_text: string | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly citation_count: number;
  readonly origin_key: string | null;
}

/** A row of a page, and the known work that it is. */
export interface KnownRow {
  readonly row: DiscoveredRow;
  readonly publicationId: number;
}

export function originKey(source: string, row: DiscoveredRow): string {
  return `${source}:${row.key}`;
}

/**
 * The works whose facts a page changes, with their new facts. A work's text is that of the row which made it; other rows fill what it
 * lacks, so that two profiles never fight over a title.
 */
export function findChanges(
  source: string,
  rows: readonly KnownRow[],
  facts: ReadonlyMap<number, Facts>,
): Map<number, Facts> {
  const changed = new Map<number, Facts>();
  for (const { row, publicationId } of rows) {
    const old = changed.get(publicationId) ?? facts.get(publicationId);
    if (!old) continue;
    const isOrigin = old.origin_key === originKey(source, row);
    const now: Facts = {
      title: isOrigin ? row.title : old.title,
      author_text: isOrigin ? (row.authors ?? old.author_text) : (old.author_text ?? row.authors),
      venue_text: isOrigin ? (row.venue ?? old.venue_text) : (old.venue_text ?? row.venue),
      year: isOrigin ? (row.year ?? old.year) : (old.year ?? row.year),
      citation_count: isOrigin
        ? (row.citations ?? old.citation_count)
        : Math.max(old.citation_count, row.citations ?? 0),
      origin_key: old.origin_key,
    };
    const same = (Object.keys(now) as (keyof Facts)[]).every((key) => now[key] === old[key]);
    if (!same) changed.set(publicationId, now);
  }
  return changed;
}
