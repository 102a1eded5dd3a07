/** The texts and addresses of one table row, as the page has them: entities decoded, nothing folded, checked or cut. */
export interface RowParts {
  title: string | null;
  /** `href` and `data-href` of the title: signed-in pages have the address in the second. */
  titleLinks: readonly string[];
  /** The grey lines under the title: authors, then venue. */
  lines: LineParts[];
  /** The text of the link to the citing works; null without such a link. */
  citations: string | null;
  /** The whole text of the citation cell; null without such a cell. */
  citationCell: string | null;
  citationLink: string | null;
  /** The text of the year cell; null without such a cell. */
  year: string | null;
}

/** A grey line: `suffix` is what its `gs_oph` span says (", 2018"), which narrow screens show in place of the year column. */
export interface LineParts {
  text: string;
  suffix: string | null;
}

/** What tells a block page from others; found in its elements, because a title may hold any words. */
export type BlockMark = 'scholar_captcha' | 'captcha' | 'sorry' | 'signin' | 'consent';

/** A page taken apart: what a profile has, and what shows that it is none. */
export interface PageParts {
  name: string | null;
  affiliation: string | null;
  image: string | null;
  hasTable: boolean;
  tableClosed: boolean;
  rows: RowParts[];
  /** The row that says "There are no articles in this profile" was there. */
  saysEmpty: boolean;
  /** Something stood in the table that was neither a row nor in one. */
  strayInTable: boolean;
  /** "Articles 1–20" */
  range: string | null;
  /** The "Show more" button, the last thing of the table: null when the page does not come that far. */
  moreButton: 'enabled' | 'disabled' | null;
  legacy: boolean;
  /** What the page has so much more of than any real one that reading stopped. */
  excess: 'too_deeply_nested' | 'too_many_rows' | null;
  /** `</body>` or `</html>` was there. */
  closed: boolean;
  marks: Set<BlockMark>;
  /** The first visible words of a page, up to its table. */
  words: string;
}
