import { isOnlyImported } from './imported.ts';
import type { DiscoveredRow } from './match-rows.ts';

/** What a work's row shows. */
export interface Facts {
  readonly title: string;
  readonly author_text: string | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly citation_count: number;
  readonly origin_key: string | null;
  /** the row whose count is shown; null: that of `origin_key` */
  readonly citation_key: string | null;
  /** what nobody but an import has said */
  readonly imported_fields: readonly string[];
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
 * lacks, so that two profiles never fight over a title. Its count is that of the row which counts most: of two rows that count
 * differently the work would else show now this, now that. What an import said counts as a gap; a work that nothing but imports knew is the
 * row's altogether, but for what the row leaves open.
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
    const rowKey = originKey(source, row);
    if (isOnlyImported(old)) {
      changed.set(publicationId, takeOver(row, rowKey, old));
      continue;
    }
    const isOrigin = old.origin_key === rowKey;
    const isCounted = (old.citation_key ?? old.origin_key) === rowKey;
    const countsMore = row.citations !== null && row.citations > old.citation_count;
    const isOpen = (field: 'author_text' | 'venue_text' | 'year') =>
      isOrigin || old[field] === null || old.imported_fields.includes(field);
    const said = { author_text: row.authors, venue_text: row.venue, year: row.year };
    const stillImported = old.imported_fields.filter((field) => (said[field as keyof typeof said] ?? null) === null);
    const now: Facts = {
      title: isOrigin ? row.title : old.title,
      author_text: isOpen('author_text') ? (row.authors ?? old.author_text) : old.author_text,
      venue_text: isOpen('venue_text') ? (row.venue ?? old.venue_text) : old.venue_text,
      year: isOpen('year') ? (row.year ?? old.year) : old.year,
      citation_count: isCounted || countsMore ? (row.citations ?? old.citation_count) : old.citation_count,
      origin_key: old.origin_key,
      citation_key: countsMore && !isCounted ? rowKey : old.citation_key,
      imported_fields: stillImported.length < old.imported_fields.length ? stillImported : old.imported_fields,
    };
    const same = (Object.keys(now) as (keyof Facts)[]).every((key) => now[key] === old[key]);
    if (!same) changed.set(publicationId, now);
  }
  return changed;
}

/** What a work shows that nothing but imports knew: as if the row had made it, and the import had then filled its gaps. */
function takeOver(row: DiscoveredRow, rowKey: string, old: Facts): Facts {
  const said: Readonly<Record<string, unknown>> = {
    title: row.title,
    author_text: row.authors,
    venue_text: row.venue,
    year: row.year,
    citation_count: row.citations ?? 0,
    pub_url: row.url,
  };
  return {
    title: row.title,
    author_text: row.authors ?? old.author_text,
    venue_text: row.venue ?? old.venue_text,
    year: row.year ?? old.year,
    citation_count: row.citations ?? 0,
    origin_key: rowKey,
    citation_key: null,
    imported_fields: old.imported_fields.filter((field) => (said[field] ?? null) === null),
  };
}
