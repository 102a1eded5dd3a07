import type { Attributes } from './attributes.ts';
import type { LineParts, PageParts, RowParts } from './page-parts.ts';
import { readTags } from './read-tags.ts';
import { blockMarkOf } from './recognize-block-page.ts';
import type { TagHandler } from './tag-handler.ts';
import { TextCaptures } from './text-captures.ts';

// Real pages nest some 20 deep. Each level costs time at an end tag, so a page of start tags alone must not stall us.
const MAX_DEPTH = 1_000;
// The source gives 100 at most.
const MAX_ROWS = 2_000;
const MAX_WORDS = 20_000;
const ROW_CLASSES = ['gsc_a_at', 'gs_gray', 'gs_oph', 'gsc_a_ac', 'gsc_a_c', 'gsc_a_y', 'gsc_a_e'];

/** Takes a page apart in one pass over its tags; stops at the "Show more" button, where all that matters has been seen. */
export function collectPageParts(html: string): PageParts {
  const reader = new PageReader();
  readTags(html, reader);
  return reader.parts;
}

class PageReader implements TagHandler {
  readonly parts: PageParts = {
    name: null,
    affiliation: null,
    image: null,
    hasTable: false,
    tableClosed: false,
    rows: [],
    saysEmpty: false,
    strayInTable: false,
    range: null,
    moreButton: null,
    legacy: false,
    excess: null,
    closed: false,
    marks: new Set(),
    words: '',
  };
  private tableDepth = 0;
  private rowDepth = 0;
  private codeDepth = 0;
  private row: RowParts | null = null;
  private readonly rowClasses = new Map<string, string | null>(ROW_CLASSES.map((name) => [name, name]));
  private readonly captures = new TextCaptures();

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth > MAX_DEPTH) this.parts.excess = 'too_deeply_nested';
    if (name === 'script' || name === 'style') {
      this.codeDepth = depth;
      return;
    }
    if (attributes.id !== undefined && this.openNamed(attributes.id, attributes, depth)) return;
    if (this.row === null && this.tableDepth === 0) this.openOutside(name, attributes, depth);
    else this.openInTable(name, attributes, depth);
  }

  close(name: string, depth: number, isImplied: boolean): void {
    this.captures.finish(depth);
    if (this.codeDepth === depth) this.codeDepth = 0;
    if (this.rowDepth === depth) this.finishRow();
    if (this.tableDepth === depth) {
      this.tableDepth = 0;
      this.parts.tableClosed = true;
    }
    if (!isImplied && (name === 'body' || name === 'html')) this.parts.closed = true;
  }

  text(text: string): void {
    if (this.codeDepth !== 0 || this.captures.add(text)) return;
    if (!this.parts.hasTable && this.parts.words.length < MAX_WORDS) this.parts.words += text;
  }

  isDone(): boolean {
    return this.parts.moreButton !== null || this.parts.excess !== null;
  }

  /** An element that its id makes known; false when it is none. */
  private openNamed(id: string, attributes: Attributes, depth: number): boolean {
    const { parts } = this;
    if (id === 'gsc_prf_in') this.captures.start(depth, parts, 'name');
    else if (id === 'gsc_prf_pup-img') parts.image ??= attributes.src ?? null;
    else if (id === 'gsc_a_nn') this.captures.start(depth, parts, 'range');
    else if (id === 'gsc_a_b') {
      parts.hasTable = true;
      this.tableDepth = depth;
    } else if (id === 'gsc_bpf_more' && parts.hasTable) {
      parts.moreButton = attributes.disabled === undefined ? 'enabled' : 'disabled';
      this.finishRow();
    } else return false;
    return true;
  }

  private openOutside(name: string, attributes: Attributes, depth: number): void {
    const { parts } = this;
    const mark = parts.hasTable ? null : blockMarkOf(name, attributes);
    if (mark !== null) parts.marks.add(mark);
    const classes = attributes.class;
    if (classes === undefined) return;
    if (classes.startsWith('cit-')) parts.legacy = true;
    else if (classes.split(/\s+/).includes('gsc_prf_il') && attributes.id === undefined && parts.affiliation === null)
      this.captures.start(depth, parts, 'affiliation');
    else if (name === 'tr' && classes.split(/\s+/).includes('gsc_a_tr')) this.startRow(depth);
  }

  private openInTable(name: string, attributes: Attributes, depth: number): void {
    if (name === 'tr') {
      this.startRow(depth);
      return;
    }
    const { row } = this;
    if (row === null) {
      this.parts.strayInTable = true;
      return;
    }
    if (attributes.class === undefined) return;
    switch (this.rowClassIn(attributes.class)) {
      case 'gsc_a_at':
        if (row.titleLinks.length === 0) row.titleLinks = [attributes.href ?? '', attributes['data-href'] ?? ''];
        this.captures.start(depth, row, 'title');
        break;
      case 'gs_gray': {
        const line: LineParts = { text: '', suffix: null };
        row.lines.push(line);
        this.captures.start(depth, line, 'text');
        break;
      }
      case 'gs_oph': {
        const line = row.lines.at(-1);
        if (line !== undefined && this.captures.isReadingInto(line)) this.captures.start(depth, line, 'suffix');
        break;
      }
      case 'gsc_a_ac':
        row.citationLink ??= attributes.href ?? null;
        this.captures.start(depth, row, 'citations');
        break;
      case 'gsc_a_c':
        this.captures.start(depth, row, 'citationCell');
        break;
      case 'gsc_a_y':
        this.captures.start(depth, row, 'year');
        break;
      case 'gsc_a_e':
        this.parts.saysEmpty = true;
        this.row = null;
        this.rowDepth = 0;
    }
  }

  private rowClassIn(classes: string): string | null {
    // The same few lists of classes come back in every row.
    let known = this.rowClasses.get(classes);
    if (known === undefined) {
      known = classes.split(/\s+/).find((name) => ROW_CLASSES.includes(name)) ?? null;
      this.rowClasses.set(classes, known);
    }
    return known;
  }

  private startRow(depth: number): void {
    // A tag left open in the row before must not swallow this one.
    this.finishRow();
    this.rowDepth = depth;
    this.row = newRow();
  }

  private finishRow(): void {
    if (this.row === null) return;
    this.captures.finish(this.rowDepth);
    this.parts.rows.push(this.row);
    if (this.parts.rows.length > MAX_ROWS) this.parts.excess = 'too_many_rows';
    this.row = null;
    this.rowDepth = 0;
  }
}

function newRow(): RowParts {
  return {
    title: null,
    titleLinks: [],
    lines: [],
    citations: null,
    citationCell: null,
    citationLink: null,
    year: null,
  };
}
