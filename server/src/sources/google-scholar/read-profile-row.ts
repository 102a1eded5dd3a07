import { MOST_CITATIONS } from '../most-citations.ts';
import { foldText, isVisible } from './fold-text.ts';
import type { LineParts, RowParts } from './page-parts.ts';
import type { ProfileRow } from './profile-page.ts';
import { readCount, readYear } from './read-number.ts';

const MAX_TITLE = 2_000;
const MAX_LINE = 4_000;
const KEY = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9_-]{1,64})$/;

/**
 * Reads one row; null when it has no key or no title. `warn` hears of everything that was lost: an unreadable count becomes 0
 * and an unreadable year null, so that a bad cell never costs more than itself.
 */
export function readProfileRow(parts: RowParts, warn: (problem: string) => void): ProfileRow | null {
  const key = keyIn(parts.titleLinks);
  if (key === null) {
    warn('skipped, no citation id');
    return null;
  }
  const title = bounded(parts.title ?? '', MAX_TITLE, 'title', warn);
  if (!isVisible(title)) {
    warn('skipped, no title');
    return null;
  }
  const { authorLine, venueLine } = namedLines(parts.lines);
  const year = yearOf(parts.year, venueLine?.suffix ?? null, warn);
  return {
    key,
    title,
    authors: bounded(authorLine?.text ?? '', MAX_LINE, 'authors', warn) || null,
    venue: bounded(venueLine === null ? '' : venueText(venueLine, year), MAX_LINE, 'venue', warn) || null,
    year,
    citations: citationsOf(parts, warn),
    clusterId: clusterIn(parts.citationLink ?? ''),
    detailPath: `/citations?view_op=view_citation&hl=en&user=${key.slice(0, key.indexOf(':'))}&citation_for_view=${key}`,
  };
}

function bounded(raw: string, maxLength: number, field: string, warn: (problem: string) => void): string {
  const { text, mended } = foldText(raw, maxLength);
  if (mended === 'cut') warn(`${field} cut to ${maxLength} characters`);
  if (mended === 'cleaned') warn(`unreadable characters in the ${field}`);
  return text;
}

function keyIn(links: readonly string[]): string | null {
  for (const link of links) {
    const value = parameterIn(link, /[?&]citation_for_view=/);
    if (value !== null && KEY.test(value)) return value;
  }
  return null;
}

function clusterIn(link: string): string | null {
  const first = parameterIn(link, /[?&]cites=/)?.split(',', 1)[0] ?? '';
  return /^\d{1,20}$/.test(first) ? first : null;
}

/** The parameter of a link's query that `name` matches, decoded; by hand, because URLSearchParams took a sixth of a page's time. */
function parameterIn(link: string, name: RegExp): string | null {
  const start = link.search(name);
  if (start === -1) return null;
  const rest = link.slice(link.indexOf('=', start) + 1);
  const end = rest.search(/[&#]/);
  const value = end === -1 ? rest : rest.slice(0, end);
  try {
    return value.includes('%') ? decodeURIComponent(value) : value;
  } catch {
    return null;
  }
}

/** The first line holds the authors, the second the venue; a single one that ends in a year is the venue. */
function namedLines(lines: readonly LineParts[]): { authorLine: LineParts | null; venueLine: LineParts | null } {
  const [first = null, second = null] = lines;
  if (second === null && first?.suffix != null) return { authorLine: null, venueLine: first };
  return { authorLine: first, venueLine: second };
}

function suffixYear(suffix: string): number | null {
  return readYear(suffix.replace(/^[\s,،]+/, ''));
}

function venueText(line: LineParts, year: number | null): string {
  if (line.suffix !== null) {
    const isYear = suffixYear(line.suffix) !== null || !/[\p{L}\p{N}]/u.test(line.suffix);
    return isYear ? line.text : line.text + line.suffix;
  }
  const text = line.text.trimEnd();
  return year !== null && text.endsWith(`, ${year}`) ? text.slice(0, -`, ${year}`.length) : text;
}

function yearOf(cell: string | null, suffix: string | null, warn: (problem: string) => void): number | null {
  if (cell === null) warn('no year cell');
  if (cell !== null && isVisible(cell)) {
    const year = readYear(cell);
    if (year === null) warn('unreadable year');
    return year;
  }
  return suffix === null ? null : suffixYear(suffix);
}

function citationsOf(parts: RowParts, warn: (problem: string) => void): number | null {
  if (parts.citations === null && parts.citationCell === null) {
    warn('no citation cell, count unknown');
    return null;
  }
  // An asterisk beside the count marks a row that was merged from several.
  const text = (parts.citations ?? parts.citationCell ?? '').replaceAll('*', '');
  if (!isVisible(text)) return 0;
  const told = readCount(text);
  const count = told !== null && told <= MOST_CITATIONS ? told : null;
  if (count === null) warn('unreadable citation count, count unknown');
  return count;
}
