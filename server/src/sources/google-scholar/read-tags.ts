import { Tokenizer } from 'htmlparser2';

export type Attributes = Readonly<Record<string, string>>;

export interface TagHandler {
  /** A start tag; `depth` is that of the new element, 1 for the outermost. */
  open(name: string, attributes: Attributes, depth: number): void;
  /** The element at `depth` ended; `isImplied` when another tag ended it. Void elements do not end. */
  close(name: string, depth: number, isImplied: boolean): void;
  text(text: string): void;
  /** Asked after each start tag: no more tags are wanted. */
  isDone(): boolean;
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const CELLS = new Set(['td', 'th']);
const SECTIONS = new Set(['td', 'th', 'tr', 'thead', 'tbody', 'tfoot']);
/** Which open elements a start tag ends, where authors may leave out the end tag. */
const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['td', CELLS],
  ['th', CELLS],
  ['tr', new Set(['td', 'th', 'tr'])],
  ['tbody', SECTIONS],
  ['tfoot', SECTIONS],
  ['p', new Set(['p'])],
  ['li', new Set(['li'])],
  ['option', new Set(['option'])],
]);
const NONE: Attributes = Object.freeze({});

/**
 * Tells `handler` of the tags and texts of a page in order, with the `wanted` attributes alone: a tokenizer with the thinnest stack,
 * because the full parser took a quarter longer. What is still open at the end is not closed: it was cut off.
 */
export function readTags(html: string, wanted: ReadonlySet<string>, handler: TagHandler): void {
  const open: string[] = [];
  // How many of each name are open: an end tag without its start must not search the whole stack each time.
  const counts = new Map<string, number>();
  // The names as one object each: a fresh slice as a property's name is slow.
  const names = new Map(Array.from(wanted, (name) => [name, name]));
  let foreignDepth = 0;
  let tag = '';
  let attributes: Record<string, string> | null = null;
  let attribute: string | null = null;
  let value = '';

  const closeLast = (isImplied: boolean) => {
    const name = open.at(-1) ?? '';
    handler.close(name, open.length, isImplied);
    open.pop();
    counts.set(name, (counts.get(name) ?? 1) - 1);
    if (open.length < foreignDepth) foreignDepth = 0;
  };
  const openTag = (isClosed: boolean) => {
    const ends = ENDS.get(tag);
    while (ends?.has(open.at(-1) ?? '')) closeLast(true);
    open.push(tag);
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
    if (foreignDepth === 0 && (tag === 'svg' || tag === 'math')) foreignDepth = open.length;
    handler.open(tag, attributes ?? NONE, open.length);
    if (isClosed || VOID.has(tag)) closeLast(false);
    if (handler.isDone()) tokenizer.pause();
  };
  const nothing = () => undefined;

  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = lowerSlice(html, start, end);
        attributes = null;
      },
      onattribname(start, end) {
        attribute = names.get(lowerSlice(html, start, end)) ?? null;
        value = '';
      },
      onattribdata(start, end) {
        if (attribute !== null) value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        if (attribute !== null) value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (attribute === null) return;
        attributes ??= {};
        // The first of two with one name counts, as in browsers.
        attributes[attribute] ??= value;
      },
      onopentagend: () => openTag(false),
      onselfclosingtag: () => openTag(foreignDepth !== 0),
      onclosetag(start, end) {
        const name = lowerSlice(html, start, end);
        if (!counts.get(name)) return;
        const position = open.lastIndexOf(name);
        while (open.length > position + 1) closeLast(true);
        closeLast(false);
      },
      ontext: (start, end) => handler.text(html.slice(start, end)),
      ontextentity: (codePoint) => handler.text(String.fromCodePoint(codePoint)),
      isInForeignContext: () => foreignDepth !== 0,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
    },
  );
  tokenizer.write(html);
}

/** A part in lower case; looks first, because lower-casing a slice of a page with any non-Latin letter is slow. */
function lowerSlice(html: string, start: number, end: number): string {
  for (let index = start; index < end; index += 1) {
    const code = html.charCodeAt(index);
    if (code >= 65 && code <= 90) return html.slice(start, end).toLowerCase();
  }
  return html.slice(start, end);
}
