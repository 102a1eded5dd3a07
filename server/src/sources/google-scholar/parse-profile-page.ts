import type { SourceAnswer } from '../source.ts';
import { collectPageParts } from './collect-page-parts.ts';
import { foldText, isVisible, unwrapDirection } from './fold-text.ts';
import type { PageParts } from './page-parts.ts';
import type { ProfilePage, ProfileRow } from './profile-page.ts';
import { readRange } from './read-number.ts';
import { readProfileRow } from './read-profile-row.ts';
import { recognizeBlockPage } from './recognize-block-page.ts';

const MAX_NAME = 500;
const MAX_AFFILIATION = 1_000;
const MAX_IMAGE_URL = 2_000;

/**
 * Reads a profile page. `found` only when the whole table was there and could be read: a page that is cut off, of another
 * layout or no profile at all is `changed` or `blocked`, so that nobody takes it for a scholar without works.
 */
export function parseProfilePage(html: string, profileId: string): SourceAnswer<ProfilePage> {
  const parts = collectPageParts(html);
  const name = unwrapDirection(foldText(parts.name ?? '', MAX_NAME).text);
  if (!isVisible(name) || !parts.hasTable) {
    const block = recognizeBlockPage(parts);
    if (block !== null) return { kind: 'blocked', reason: block, retryAfterSeconds: null };
    return { kind: 'changed', reason: missingLandmark(parts, isVisible(name)) };
  }
  if (parts.excess !== null) return { kind: 'changed', reason: parts.excess };
  const range = readRange(parts.range ?? '');
  const isEmpty = parts.rows.length === 0 && parts.saysEmpty;
  if (parts.moreButton === null && !(isEmpty && parts.tableClosed))
    return { kind: 'changed', reason: 'incomplete_page' };
  if (parts.rows.length === 0 && !isEmpty && (parts.strayInTable || range !== null))
    return { kind: 'changed', reason: 'rows_unreadable' };
  const { rows, warnings } = readRows(parts, profileId);
  if (parts.rows.length > 0 && rows.length === 0) return { kind: 'changed', reason: 'rows_unreadable' };
  if (range !== null && range.last - range.first + 1 !== parts.rows.length)
    warnings.push(`the page announces rows ${range.first} to ${range.last} and has ${parts.rows.length}`);
  return {
    kind: 'found',
    value: {
      name,
      affiliation: foldText(parts.affiliation ?? '', MAX_AFFILIATION).text || null,
      imageUrl: imageUrlOf(parts.image),
      rows,
      warnings,
      firstRowNumber: range?.first ?? null,
      // Without rows there is nothing to go on from, whatever the button says.
      hasMore: parts.moreButton === 'enabled' && parts.rows.length > 0,
    },
  };
}

function missingLandmark(parts: PageParts, hasName: boolean): string {
  if (parts.excess !== null) return parts.excess;
  if (parts.legacy) return 'legacy_layout';
  if (!hasName && !parts.hasTable) return 'no_profile_landmarks';
  if (!hasName) return 'no_profile_name';
  return parts.closed ? 'no_publication_table' : 'incomplete_page';
}

function readRows(parts: PageParts, profileId: string): { rows: ProfileRow[]; warnings: string[] } {
  const rows = new Map<string, ProfileRow>();
  const warnings: string[] = [];
  let foreign = 0;
  for (const [index, rowParts] of parts.rows.entries()) {
    const warn = (problem: string) => warnings.push(`row ${index + 1}: ${problem}`);
    const row = readProfileRow(rowParts, warn);
    if (row === null) continue;
    if (rows.has(row.key)) warn('skipped, its citation id was on the page before');
    else rows.set(row.key, row);
    if (!row.key.startsWith(`${profileId}:`)) foreign += 1;
  }
  if (foreign > 0) warnings.push(`${foreign} rows carry another profile's id`);
  return { rows: [...rows.values()], warnings };
}

function imageUrlOf(source: string | null): string | null {
  if (source === null || source === '' || !URL.canParse(source, 'https://scholar.google.com/citations')) return null;
  const url = new URL(source, 'https://scholar.google.com/citations');
  const isPlaceholder = /\/avatar_scholar[^/]*$/.test(url.pathname);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isPlaceholder || !isWeb || url.href.length > MAX_IMAGE_URL ? null : url.href;
}
