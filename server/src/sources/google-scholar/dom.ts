import { type Document, DomHandler, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { DomUtils, Parser } from 'htmlparser2';

// Real pages are about 25 levels deep and have about 3,000 elements. Far larger pages are rejected because reading them
// takes long.
const MAX_DEPTH = 200;
const MAX_ELEMENTS = 50_000;

type Test = (element: Element) => boolean;

/** A compiled selector: the element passes the last test, and an element around it passes the test before. */
export interface Selector {
  readonly tests: readonly Test[];
  /** Whether an element passes the last test, regardless of its ancestors. */
  readonly matches: Test;
}

/**
 * Compiles a table of selectors in the part of CSS that `layout.ts` needs: `tag`, `#id`, `.class`, `tag#id` and
 * `tag.class`, with spaces for "within".
 */
export function selectorsOf<Name extends string>(table: Record<Name, string>): Readonly<Record<Name, Selector>> {
  const entries = Object.entries<string>(table).map(([name, text]) => [name, selectorOf(text)] as const);
  return Object.fromEntries(entries) as Record<Name, Selector>;
}

function selectorOf(text: string): Selector {
  const tests = text.split(' ').map(testOf);
  return { tests, matches: tests.at(-1) ?? (() => false) };
}

function testOf(text: string): Test {
  const [, tag = '', mark, name = ''] = /^([a-z]*)([#.]?)(.*)$/.exec(text) ?? [];
  const isTagged: Test = tag === '' ? () => true : (element) => element.name === tag;
  if (mark === '') return isTagged;
  if (mark === '#') return (element) => element.attribs.id === name && isTagged(element);
  return (element) => isTagged(element) && hasClass(element, name);
}

function hasClass({ attribs: { class: classes } }: Element, name: string): boolean {
  if (classes === undefined || !classes.includes(name)) return false;
  return classes === name || classes.split(/\s+/).includes(name);
}

/** The first element that matches the selector, in document order; null if there is none. */
export function find(root: ParentNode, { tests }: Selector): Element | null {
  let found: Element | null = null;
  for (const test of tests) {
    found = DomUtils.findOne(test, (found ?? root).children);
    if (found === null) return null;
  }
  return found;
}

/** All elements that pass the selector's last test. */
export function findAll(root: ParentNode, selector: Selector): Element[] {
  return DomUtils.findAll(selector.matches, root.children);
}

/**
 * The text of an element without scripts, without the text of `div` elements in it, and without the element `except`.
 */
export function textOf(element: ParentNode, except: Element | null = null): string {
  let text = '';
  for (const child of element.children) {
    if (isText(child)) text += child.data;
    else if (isTag(child) && child !== except && !NOT_IN_LINE.has(child.name)) text += textOf(child, except);
  }
  return text;
}

// A link without its end tag contains the blocks after it.
const NOT_IN_LINE = new Set(['script', 'style', 'div']);

/** The source text of an element in this HTML, with its tags. */
export function sourceOf(html: string, { startIndex, endIndex }: Element): string {
  return startIndex === null || endIndex === null ? '' : html.slice(startIndex, endIndex + 1);
}

export interface ReadDocument {
  readonly root: Document;
  /** The page contains `</body>` or `</html>`, so it was not cut off. */
  readonly isWhole: boolean;
  /** Why reading stopped early; null if the page was read to its end. */
  readonly excess: 'too_deeply_nested' | 'too_many_elements' | null;
}

/** Reads HTML into a tree; never throws. Parts of a page need not be joined, which would copy it. */
export function readDocument(...parts: readonly string[]): ReadDocument {
  const handler = new BoundedHandler();
  try {
    const parser = new Parser(handler);
    for (const part of parts) parser.write(part);
    parser.end();
  } catch (error) {
    if (handler.excess === null) throw error;
  }
  return { root: handler.root, isWhole: handler.isWhole, excess: handler.excess };
}

class BoundedHandler extends DomHandler {
  isWhole = false;
  excess: ReadDocument['excess'] = null;
  private count = 0;

  constructor() {
    super(undefined, { withStartIndices: true, withEndIndices: true });
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    this.count += 1;
    if (this.tagStack.length > MAX_DEPTH) this.excess = 'too_deeply_nested';
    else if (this.count > MAX_ELEMENTS) this.excess = 'too_many_elements';
    // Throwing is the only way to stop the parser. After a pause, it would still read the rest at the end.
    if (this.excess !== null) throw new Error(this.excess);
  }

  override onclosetag(name = '', isImplied = true): void {
    super.onclosetag();
    if (!isImplied && (name === 'body' || name === 'html')) this.isWhole = true;
  }
}
