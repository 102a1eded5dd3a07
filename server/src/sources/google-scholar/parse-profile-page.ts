import { type Element, isTag } from 'domhandler';
import { parseUrl } from '../../platform/parse-url.ts';
import type { SourceResponse } from '../source.ts';
import { find, type ReadDocument, readDocument, sourceOf, textOf } from './dom.ts';
import { foldText, isVisible, unwrapDirection } from './fold-text.ts';
import { PROFILE, ROW, ROWS_TEXT } from './layout.ts';
import { parseProfileRow } from './parse-profile-row.ts';
import type { KnownPage, ProfilePage, ProfileRow } from './profile-page.ts';
import { readRange } from './read-number.ts';
import { hasLegacyLayout, recognizeBlockPage } from './recognize-block-page.ts';
import { RowProblems } from './row-problems.ts';

const MAX_NAME = 500;
const MAX_AFFILIATION = 1_000;
const MAX_IMAGE_URL = 2_000;

/** The page that was requested; `startRow` is 0 for the first. */
export interface RequestedPage {
  readonly profileId: string;
  readonly startRow: number;
}

/** Thrown for a page of another layout; the message is the reason word. Caught in this file. */
class LayoutChange extends Error {}

/**
 * Reads a profile page. Returns `found` only if the page has every element of the layout and every row was read. A page
 * that is incomplete, unknown or not a profile is `changed` or `blocked`, so that no row and no field is lost silently.
 */
export function parseProfilePage(html: string, requested: RequestedPage): SourceResponse<ProfilePage> {
  const document = readDocument(html);
  const name = nameIn(document);
  const table = find(document.root, PROFILE.rows);
  if (name === null || table === null) return refuse(document, name !== null, table !== null);
  if (document.excess !== null) return { kind: 'changed', reason: document.excess };
  try {
    const page = readProfile(document, name, table, requested);
    const text = splitAtRows(html)?.text;
    const isCertain = page.warnings.length === 0 && text === sourceOf(html, table);
    return { kind: 'found', value: { ...page, rowsText: isCertain ? text : null } };
  } catch (error) {
    if (!(error instanceof LayoutChange)) throw error;
    return { kind: 'changed', reason: document.isWhole ? error.message : 'incomplete_page' };
  }
}

/**
 * Reads a profile page without its rows if their source text is known (`ProfilePage.rowsText`), because reading them
 * takes most of the time. Returns null if it is not, or if anything else is unusual.
 */
export function parseKnownPage(
  html: string,
  requested: RequestedPage,
  isKnown: (rowsText: string) => boolean,
): KnownPage | null {
  const parts = splitAtRows(html);
  if (parts === null || !isKnown(parts.text)) return null;
  const document = readDocument(parts.before, ROWS_TEXT.start, ROWS_TEXT.end, parts.after);
  const name = nameIn(document);
  // the first table on the page must be the one that was left out
  const isLeftOut = find(document.root, PROFILE.rows)?.children.length === 0;
  if (name === null || !isLeftOut || document.excess !== null) return null;
  try {
    const rowCount = parts.text.split(ROWS_TEXT.row).length - 1;
    checkCounter(document, rowCount, requested.startRow);
    const hasMore = hasMoreIn(document) ?? changed('more_button_missing');
    return { ...readHead(document, name), hasMore, rowCount, rowsText: parts.text };
  } catch (error) {
    if (!(error instanceof LayoutChange)) throw error;
    return null;
  }
}

/** The source text of the rows, and what is before and after it; null if there is no such text. */
function splitAtRows(html: string): { before: string; text: string; after: string } | null {
  const start = html.indexOf(ROWS_TEXT.start);
  const end = html.indexOf(ROWS_TEXT.end, start) + ROWS_TEXT.end.length;
  if (start < 0 || end < start) return null;
  return { before: html.slice(0, start), text: html.slice(start, end), after: html.slice(end) };
}

function nameIn({ root }: ReadDocument): string | null {
  const element = find(root, PROFILE.name);
  const name = element === null ? '' : foldName(textOf(element));
  return isVisible(name) ? name : null;
}

function foldName(text: string): string {
  return unwrapDirection(foldText(text, MAX_NAME).text);
}

/** Explains a page without a name or without a table of publications. */
function refuse({ root, isWhole, excess }: ReadDocument, hasName: boolean, hasTable: boolean): SourceResponse<never> {
  const block = recognizeBlockPage(root);
  if (block !== null) return { kind: 'blocked', reason: block, retryAfterSeconds: null };
  const changed = (reason: string) => ({ kind: 'changed', reason }) as const;
  if (excess !== null) return changed(excess);
  if (hasLegacyLayout(root)) return changed('legacy_layout');
  if (!hasName && !hasTable) return changed('no_profile_landmarks');
  if (!hasName) return changed('no_profile_name');
  return changed(isWhole ? 'no_publication_table' : 'incomplete_page');
}

function readProfile(document: ReadDocument, name: string, table: Element, requested: RequestedPage) {
  const head = readHead(document, name);
  const hasMore = hasMoreIn(document);
  const elements = rowElementsIn(table);
  if (hasMore === null && elements.length > 0) return changed('more_button_missing');
  const { rows, warnings } = readRows(elements, requested.profileId);
  checkCounter(document, rows.length, requested.startRow);
  return { ...head, rows, warnings, hasMore: rows.length > 0 && hasMore === true };
}

function readHead({ root }: ReadDocument, name: string) {
  const photo = find(root, PROFILE.photo) ?? changed('photo_missing');
  const affiliation = find(root, PROFILE.affiliation);
  // Only the lines below the affiliation have ids.
  if (affiliation === null || affiliation.attribs.id !== undefined) return changed('affiliation_missing');
  const title = find(root, PROFILE.title);
  const otherNames = [title === null ? '' : textOf(title), photo.attribs.alt ?? ''];
  if (!otherNames.some((text) => foldText(text, Number.POSITIVE_INFINITY).text.includes(name)))
    return changed('name_not_confirmed');
  return {
    name,
    affiliation: foldText(textOf(affiliation), MAX_AFFILIATION).text || null,
    imageUrl: imageUrlOf(photo.attribs.src ?? ''),
  };
}

/** Whether the button for more rows is enabled; null if it is missing. */
function hasMoreIn({ root }: ReadDocument): boolean | null {
  const more = find(root, PROFILE.more);
  return more && more.attribs.disabled === undefined;
}

function changed(reason: string): never {
  throw new LayoutChange(reason);
}

/** The rows of a page. The list is empty only if the page says that there are no articles. */
function rowElementsIn(table: Element): Element[] {
  const elements = table.children.filter(isTag);
  const [first] = elements;
  if (first === undefined) return changed('table_empty');
  return elements.length === 1 && find(first, ROW.emptyNotice) !== null ? [] : elements;
}

function readRows(elements: readonly Element[], profileId: string): { rows: ProfileRow[]; warnings: string[] } {
  const problems = new RowProblems();
  const rows = new Map<string, ProfileRow>();
  let foreign = 0;
  for (const element of elements) {
    const row = parseProfileRow(element, problems);
    if (row !== null) rows.set(row.key, row);
    if (row?.key.startsWith(`${profileId}:`) === false) foreign += 1;
    problems.nextRow();
  }
  const change = problems.layoutChange();
  if (change !== null) return changed(change);
  if (rows.size < elements.length) return changed('citation_id_repeated');
  const { warnings } = problems;
  if (foreign > 0) warnings.push(`${foreign} rows have another profile's id`);
  return { rows: [...rows.values()], warnings };
}

/** "Articles 21–40" must match the request and the rows. */
function checkCounter({ root }: ReadDocument, rowCount: number, startRow: number): void {
  const counter = find(root, PROFILE.counter);
  const range = counter === null ? null : readRange(textOf(counter));
  if (range === null && rowCount > 0) changed('row_counter_missing');
  if (range === null) return;
  if (range.last - range.first + 1 !== rowCount) changed('row_count_differs');
  if (range.first !== startRow + 1) changed('other_rows_than_requested');
}

/** The address of the photo; null for the placeholder of a profile without one. */
function imageUrlOf(source: string): string | null {
  const url = source === '' ? null : parseUrl(source, 'https://scholar.google.com/citations');
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const isPlaceholder = /\/avatar_scholar[^/]*$/.test(url.pathname);
  return isPlaceholder || url.href.length > MAX_IMAGE_URL ? null : url.href;
}
