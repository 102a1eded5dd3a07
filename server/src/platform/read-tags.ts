import { Tokenizer } from 'htmlparser2';

export interface TagHandler {
  /** A start tag. Its name and attribute names are in lower case; entities are decoded. */
  tag(name: string, attributes: ReadonlyMap<string, string>): void;
  /** An end tag, which may have no start tag. */
  close?(name: string): void;
  /**
   * A piece of text. `within` names the surrounding element if it cannot contain tags, such as a script; otherwise it
   * is null.
   */
  text?(text: string, within: string | null): void;
}

const WITHOUT_TAGS = new Set(['script', 'style', 'title', 'textarea']);
const nothing = () => undefined;
/** A byte order mark as text or as bytes, an XML declaration and comments may come first. */
const PAGE_START =
  /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*<(!doctype html|html|head|body|title|meta|script|style|link|noscript|iframe|frameset|embed|object)\b/i;
const MAX_START = 1_024;

/** Whether a text, or bytes read as Latin-1, begin as a web page does. */
export function beginsAsPage(text: string): boolean {
  return PAGE_START.test(text.slice(0, MAX_START));
}

/**
 * Reports the tags and texts of a page in order, without building a tree. A tree would take minutes for a hostile page
 * of a megabyte that never closes its elements.
 */
export function readTags(html: string, handler: TagHandler): void {
  let tag = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  let within: string | null = null;
  const openTag = () => {
    within = WITHOUT_TAGS.has(tag) ? tag : null;
    handler.tag(tag, attributes);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        // as in browsers, the first attribute of a name counts
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: openTag,
      onselfclosingtag: openTag,
      onclosetag(start, end) {
        within = null;
        handler.close?.(html.slice(start, end).toLowerCase());
      },
      ontext: (start, end) => handler.text?.(html.slice(start, end), within),
      ontextentity: (codePoint) => handler.text?.(String.fromCodePoint(codePoint), within),
      isInForeignContext: () => false,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
