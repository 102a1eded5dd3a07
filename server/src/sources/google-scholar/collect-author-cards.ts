import type { Attributes } from './attributes.ts';
import type { BlockMark } from './page-parts.ts';
import { readTags } from './read-tags.ts';
import { blockMarkOf } from './recognize-block-page.ts';
import type { TagHandler } from './tag-handler.ts';
import { TextCaptures } from './text-captures.ts';

/** The texts of one result, as the page has them. */
export interface CardParts {
  link: string | null;
  name: string | null;
  affiliation: string | null;
  email: string | null;
  citedBy: string | null;
  interests: { text: string | null }[];
}

/** A page of results taken apart, and what shows that it is none. */
export interface SearchParts {
  cards: CardParts[];
  hasContainer: boolean;
  /** The element around all results ended, or the page did. */
  closed: boolean;
  legacy: boolean;
  excess: 'too_deeply_nested' | 'too_many_results' | null;
  marks: Set<BlockMark>;
  /** The first visible words outside of results. */
  words: string;
}

const MAX_DEPTH = 1_000;
// The source gives 10.
const MAX_CARDS = 200;
const MAX_INTERESTS = 50;
const MAX_WORDS = 20_000;

/** Takes a page of results apart in one pass over its tags. */
export function collectAuthorCards(html: string): SearchParts {
  const reader = new SearchReader();
  readTags(html, reader);
  return reader.parts;
}

class SearchReader implements TagHandler {
  readonly parts: SearchParts = {
    cards: [],
    hasContainer: false,
    closed: false,
    legacy: false,
    excess: null,
    marks: new Set(),
    words: '',
  };
  private containerDepth = 0;
  private codeDepth = 0;
  private cardDepth = 0;
  private nameDepth = 0;
  private card: CardParts | null = null;
  private readonly captures = new TextCaptures();

  open(name: string, attributes: Attributes, depth: number): void {
    const { parts } = this;
    if (depth > MAX_DEPTH) parts.excess = 'too_deeply_nested';
    if (name === 'script' || name === 'style') {
      this.codeDepth = depth;
      return;
    }
    if (attributes.id === 'gsc_sa_ccl') {
      parts.hasContainer = true;
      this.containerDepth = depth;
    }
    const classes = attributes.class?.split(/\s+/) ?? [];
    if (classes.includes('gsc_1usr')) this.startCard(depth);
    else if (this.card !== null) this.openInCard(this.card, classes, { name, attributes, depth });
    else {
      if (attributes.class?.startsWith('cit-')) parts.legacy = true;
      const mark = blockMarkOf(name, attributes);
      if (mark !== null) parts.marks.add(mark);
    }
  }

  close(name: string, depth: number, isImplied: boolean): void {
    this.captures.finish(depth);
    if (this.codeDepth === depth) this.codeDepth = 0;
    if (this.nameDepth === depth) this.nameDepth = 0;
    if (this.cardDepth === depth) this.finishCard();
    const isEnd = this.containerDepth === depth || name === 'body' || name === 'html';
    if (isEnd && !isImplied) this.parts.closed = true;
    if (this.containerDepth === depth) this.containerDepth = 0;
  }

  text(text: string): void {
    if (this.codeDepth !== 0 || this.captures.add(text) || this.card !== null) return;
    if (this.parts.words.length < MAX_WORDS) this.parts.words += text;
  }

  isDone(): boolean {
    return this.parts.excess !== null;
  }

  private openInCard(
    card: CardParts,
    classes: readonly string[],
    { name, attributes, depth }: { name: string; attributes: Attributes; depth: number },
  ): void {
    if (classes.includes('gs_ai_name')) {
      this.nameDepth = depth;
      this.captures.start(depth, card, 'name');
    } else if (classes.includes('gs_ai_aff')) this.captures.start(depth, card, 'affiliation');
    else if (classes.includes('gs_ai_eml')) this.captures.start(depth, card, 'email');
    else if (classes.includes('gs_ai_cby')) this.captures.start(depth, card, 'citedBy');
    else if (classes.includes('gs_ai_one_int') && card.interests.length < MAX_INTERESTS) {
      const interest = { text: null };
      card.interests.push(interest);
      this.captures.start(depth, interest, 'text');
    }
    if (name === 'a' && this.nameDepth !== 0) card.link ??= attributes.href ?? null;
  }

  private startCard(depth: number): void {
    // a tag left open in the result before must not swallow this one
    this.finishCard();
    this.cardDepth = depth;
    this.card = { link: null, name: null, affiliation: null, email: null, citedBy: null, interests: [] };
  }

  private finishCard(): void {
    if (this.card === null) return;
    this.captures.finish(this.cardDepth);
    this.parts.cards.push(this.card);
    if (this.parts.cards.length > MAX_CARDS) this.parts.excess = 'too_many_results';
    this.card = null;
    this.cardDepth = 0;
    this.nameDepth = 0;
  }
}
