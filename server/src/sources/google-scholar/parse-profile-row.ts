import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { MAX_CITATIONS } from '../collect-records.ts';
import { readTitle } from '../record-text.ts';
import { find, textOf } from './dom.ts';
import { foldText, isVisible } from './fold-text.ts';
import { ROW } from './layout.ts';
import type { ProfileRow } from './profile-page.ts';
import { readCount, readYear } from './read-number.ts';
import type { RowProblems } from './row-problems.ts';

const MAX_TITLE = 2_000;
const MAX_LINE = 4_000;
const UNTITLED = 'Untitled';
const KEY = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9_-]{1,64})$/;

/**
 * Reads one row and reports its missing elements to `problems`. Empty elements are not problems. Returns null if the
 * row has no citation id.
 */
export function parseProfileRow(element: ParentNode, problems: RowProblems): ProfileRow | null {
  const { titleLink, lines, citations, year: yearCell } = elementsOf(element);
  const yearInFirst = lines[0] === undefined ? null : find(lines[0], ROW.yearInLine);
  // A single line that ends in a year is the venue.
  const isVenueAlone = lines.length === 1 && yearInFirst !== null;
  const [authors = null, venue = null] = isVenueAlone ? [null, lines[0]] : lines;
  const yearInLine = isVenueAlone ? yearInFirst : venue && find(venue, ROW.yearInLine);
  problems.check('title_link_missing', titleLink === null);
  problems.check('authors_and_venue_swapped', !isVenueAlone && yearInFirst !== null);
  problems.check('authors_missing', authors === null);
  problems.check('venue_missing', venue === null);
  problems.check('citation_cell_missing', citations === null);
  problems.check('year_cell_missing', yearCell === null);

  const key = titleLink === null ? null : keyOf(titleLink);
  problems.check('citation_id_missing', key === null);
  if (titleLink === null || key === null) return null;
  const lineOf = (raw: string, maxLength: number, field: string) => {
    const { text, mended } = foldText(raw, maxLength);
    if (mended === 'cut') problems.warn(`${field} cut to ${maxLength} characters`);
    if (mended === 'cleaned') problems.warn(`unreadable characters in the ${field}`);
    return text;
  };
  const title = lineOf(titleOf(titleLink), MAX_TITLE, 'title');
  problems.check('title_empty', !isVisible(title));
  const suffix = yearInLine === null ? '' : textOf(yearInLine);
  const year = yearOf(yearCell === null ? '' : textOf(yearCell), suffix, problems);
  return {
    key,
    title: isVisible(title) ? title : UNTITLED,
    authors: authors === null ? null : lineOf(textOf(authors), MAX_LINE, 'authors') || null,
    venue: venue === null ? null : lineOf(venueText(venue, yearInLine, suffix, year), MAX_LINE, 'venue') || null,
    year,
    ...citationsOf(citations, problems),
    detailPath: `/citations?view_op=view_citation&hl=en&user=${key.slice(0, key.indexOf(':'))}&citation_for_view=${key}`,
  };
}

/** Superscripts, commands of TeX, and words in braces. Other markup in the text of a page is text. */
const MARKED = /<\/?su[bp]>|\\["'`^~=.a-z&%#_]|\{\p{L}+\}/iu;

/**
 * The text of a title, in which superscripts and subscripts have a meaning. Owners also paste markup and TeX as text.
 */
function titleOf(link: Element): string {
  const isScript = ({ name }: Element) => name === 'sub' || name === 'sup';
  const markup = link.children.some((child) => isTag(child) && isScript(child))
    ? link.children.map((child) => {
        if (isText(child)) return child.data;
        if (!isTag(child) || /^(?:div|script|style)$/.test(child.name)) return '';
        return isScript(child) ? `<${child.name}>${textOf(child)}</${child.name}>` : textOf(child);
      })
    : [textOf(link)];
  const title = markup.join('');
  // `lineOf` cuts it, with a warning
  return MARKED.test(title) ? (readTitle(title, title.length) ?? '') : title;
}

interface RowElements {
  titleLink: Element | null;
  lines: Element[];
  citations: Element | null;
  year: Element | null;
}

function elementsOf(row: ParentNode): RowElements {
  const found: RowElements = { titleLink: null, lines: [], citations: null, year: null };
  const collect = (within: ParentNode) => {
    for (const child of within.children) {
      if (!isTag(child)) continue;
      if (ROW.grayLine.matches(child)) found.lines.push(child);
      else if (ROW.titleLink.matches(child)) found.titleLink ??= child;
      else if (ROW.citations.matches(child)) found.citations ??= child;
      else if (ROW.year.matches(child)) found.year ??= child;
      collect(child);
    }
  };
  collect(row);
  return found;
}

function keyOf({ attribs }: Element): string | null {
  // Pages for signed-in users have the address in `data-href`.
  for (const link of [attribs.href, attribs['data-href']]) {
    const value = parameterIn(link ?? '', /[?&]citation_for_view=/);
    if (value !== null && KEY.test(value)) return value;
  }
  return null;
}

function clusterIn(link: string): string | null {
  const first = parameterIn(link, /[?&]cites=/)?.split(',', 1)[0] ?? '';
  return /^\d{1,20}$/.test(first) ? first : null;
}

/**
 * The decoded query parameter that `name` matches. URLSearchParams would take a sixth of the time of parsing a page.
 */
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

/** The year from the year cell, or from the venue's line if the cell is empty. */
function yearOf(cell: string, suffix: string, problems: RowProblems): number | null {
  if (!isVisible(cell)) return yearIn(suffix);
  const year = readYear(cell);
  problems.check('year_unreadable', year === null);
  return year;
}

function yearIn(suffix: string): number | null {
  return readYear(suffix.replace(/^[\s,،]+/, ''));
}

function venueText(line: Element, yearInLine: Element | null, suffix: string, year: number | null): string {
  const text = textOf(line, yearInLine);
  if (yearInLine !== null) {
    const isYear = yearIn(suffix) !== null || !/[\p{L}\p{N}]/u.test(suffix);
    return isYear ? text : text + suffix;
  }
  return year === null ? text : text.replace(new RegExp(`(^|, )${year}\\s*$`), '');
}

/** The citation count: 0 if the cell is empty, null if the count is unknown. */
function citationsOf(
  cell: Element | null,
  problems: RowProblems,
): { citations: number | null; clusterId: string | null } {
  if (cell === null) return { citations: null, clusterId: null };
  const clusterId = clusterIn(cell.attribs.href ?? '');
  // An asterisk marks a row that the owner merged from several.
  const text = textOf(cell).replaceAll('*', '');
  if (!isVisible(text)) {
    // A link to citing articles means that the count is not 0.
    if (clusterId !== null) problems.check('citation_count_missing', true);
    return { citations: clusterId === null ? 0 : null, clusterId };
  }
  const count = readCount(text);
  problems.check('citation_count_missing', false);
  problems.check('citation_count_unreadable', count === null);
  if (count !== 0) problems.check('cluster_id_missing', clusterId === null);
  if (count === null || count <= MAX_CITATIONS) return { citations: count, clusterId };
  problems.warn('implausible citation count, count unknown');
  return { citations: null, clusterId };
}
