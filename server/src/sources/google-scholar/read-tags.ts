import { Tokenizer } from 'htmlparser2';
import { type AttributeName, type Attributes, newAttributes } from './attributes.ts';
import { findCodeEnd } from './find-code-end.ts';
import { OpenElements } from './open-elements.ts';
import type { TagHandler } from './tag-handler.ts';

const NONE: Attributes = newAttributes();
// The names as keys: a fresh slice of a page is slow as a property's name.
const NAMES = new Map((Object.keys(NONE) as AttributeName[]).map((name) => [name as string, name]));
const nothing = () => undefined;

/**
 * Tells `handler` of the tags and texts of a page in order: a tokenizer with the thinnest stack, because the full parser took
 * a quarter longer. What is still open at the end is not closed: it was cut off.
 */
export function readTags(html: string, handler: TagHandler): void {
  const elements = new OpenElements(handler);
  // Where in the page the tokenizer's own text begins: it starts afresh after each piece of code.
  let origin = 0;
  let resumeAt: number | null = 0;
  let tag = '';
  let attributes: ReturnType<typeof newAttributes> | null = null;
  let attribute: AttributeName | null = null;
  let value = '';

  const openTag = (end: number, isClosed: boolean) => {
    const isCode = (tag === 'script' || tag === 'style') && !elements.isForeign;
    const isVoid = elements.open(tag);
    handler.open(tag, attributes ?? NONE, elements.depth);
    if (isClosed || isVoid) elements.closeLast(false);
    const isDone = handler.isDone();
    // Code is the larger part of a page, and many times faster to skip than to tokenize.
    if (isCode && !isDone) resumeAt = findCodeEnd(html, tag, origin + end + 1);
    if (isCode || isDone) tokenizer.pause();
  };

  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = lowerSlice(html, origin + start, origin + end);
        attributes = null;
      },
      onattribname(start, end) {
        attribute = NAMES.get(lowerSlice(html, origin + start, origin + end)) ?? null;
        value = '';
      },
      onattribdata(start, end) {
        if (attribute !== null) value += html.slice(origin + start, origin + end);
      },
      onattribentity(codePoint) {
        if (attribute !== null) value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (attribute === null) return;
        attributes ??= newAttributes();
        // The first of two with one name counts, as in browsers.
        attributes[attribute] ??= value;
      },
      onopentagend: (end) => openTag(end, false),
      onselfclosingtag: (end) => openTag(end, elements.isForeign),
      onclosetag: (start, end) => elements.close(lowerSlice(html, origin + start, origin + end)),
      ontext: (start, end) => handler.text(html.slice(origin + start, origin + end)),
      ontextentity: (codePoint) => handler.text(String.fromCodePoint(codePoint)),
      isInForeignContext: () => elements.isForeign,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
    },
  );
  while (resumeAt !== null) {
    origin = resumeAt;
    resumeAt = null;
    tokenizer.reset();
    tokenizer.write(html.slice(origin));
  }
}

/** A part in lower case; looks first, because lower-casing a slice of a page with any non-Latin letter is slow. */
function lowerSlice(html: string, start: number, end: number): string {
  for (let index = start; index < end; index += 1) {
    const code = html.charCodeAt(index);
    if (code >= 65 && code <= 90) return html.slice(start, end).toLowerCase();
  }
  return html.slice(start, end);
}
