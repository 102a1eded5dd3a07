import { dropDirectionOf } from '../platform/clean-text.ts';

/** More than the notes of a publication take. A longer item is not stored. */
const MAX_ITEM_BYTES = 4_000_000;
/**
 * An item with more levels, or more keys, objects and lists, cannot be a publication either, and parsing it would block
 * the event loop for a tenth of a second.
 */
const [MAX_ITEM_DEPTH, MAX_ITEM_PARTS] = [32, 50_000];
/** The limit of everything outside the lists. */
const MAX_FRAME_BYTES = 64 * 1024;

const LISTS = ['scholars', 'views', 'rules', 'publications'] as const;
/** Other programs, and earlier versions, write no other lists. */
const MAIN_LISTS: readonly ListName[] = ['scholars', 'publications'];
export type ListName = (typeof LISTS)[number];

/** The keys of a payload, and those of an API response that contains a payload. */
const PAYLOAD_KEYS: readonly string[] = [...LISTS, 'schema_version', 'exported_at', 'reading_order_parts'];
const ENVELOPE_KEYS: readonly string[] = [...PAYLOAD_KEYS, 'data', 'meta'];
/** The end of the text before a list's first item. */
const LIST_START = /"(scholars|views|rules|publications)"\s*:\s*\[$/;

/** An item of one of the lists. */
export interface Item {
  readonly list: ListName;
  readonly position: number;
  /** where it is in the file: "publications[3]", "The entry in line 12" */
  readonly place: string;
  readonly value: unknown;
  /** the publication that it is, as its reader knows; absent if it does not know */
  readonly publicationId?: number | undefined;
  /** why it cannot be read; absent if it can */
  readonly problem?: string;
}

/** What a file says besides its items. */
export interface FileEnd {
  readonly schema_version?: unknown;
  readonly reading_order_parts?: unknown;
  /** sentences about what is not imported */
  readonly warnings?: readonly string[];
}

/** The items of a file while it arrives. */
export type ImportItems = AsyncGenerator<readonly Item[], FileEnd>;

/** The error for a text that is not JSON. */
export class BrokenJson extends Error {}
/** The error for JSON that is not an export. */
export class NotAnExport extends Error {}

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE, OPEN_BRACE, CLOSE_BRACE] = Buffer.from('"\\,:[]{}');

/**
 * Reads an export while it arrives. A scan splits the text at the commas of the lists. JSON.parse reads each item and
 * finally the frame, which is the text without its items. So memory holds only one item, and a huge item is skipped
 * without being stored. No parser from npm does this: @streamparser/json takes four times as long, buffers tokens of
 * any length, and accepts a list twice.
 */
export class PayloadReader {
  #frame = '';
  #frameBytes = 0;
  #list: ListName | null = null;
  #position = 0;
  #listCount = 0;
  #parts: Buffer[] = [];
  #length = 0;
  #depth = 0;
  #deepest = 0;
  #partCount = 0;
  #isInString = false;
  #isEscaped = false;

  /** Returns the items that end in this part of the text. @throws BrokenJson, NotAnExport */
  read(part: Uint8Array): Item[] {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
    const items: Item[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const code = bytes[at];
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isInString = false;
      } else if (code === QUOTE) {
        this.#isInString = true;
      } else if (this.#list === null) {
        if (code !== OPEN) continue;
        this.#keep(bytes.subarray(from, at + 1));
        from = at + 1;
        this.#beginList();
      } else if (this.#depth === 0 && (code === COMMA || code === CLOSE)) {
        this.#keep(bytes.subarray(from, at));
        from = code === COMMA ? at + 1 : at;
        items.push(...this.#takeItem(code === CLOSE));
      } else if (code === OPEN || code === OPEN_BRACE) {
        this.#depth += 1;
        this.#partCount += 1;
        if (this.#depth > this.#deepest) this.#deepest = this.#depth;
      } else if (code === COLON) {
        this.#partCount += 1;
      } else if (code === CLOSE || code === CLOSE_BRACE) {
        this.#depth -= 1;
      }
    }
    // a copy, because the connection reuses the buffer
    this.#keep(Buffer.from(bytes.subarray(from)));
    return items;
  }

  /**
   * Call it after the last part. Returns the payload without the items of its lists. @throws BrokenJson, NotAnExport
   */
  end(): FileEnd {
    // if the text ends within a list, the frame is incomplete, and parsing it fails
    if (this.#list === null) this.#closeFrame();
    const root = parse(this.#frame.replace(/^\ufeff/, ''));
    if (!isObject(root)) throw new NotAnExport('must be an object');
    const payload = isObject(root.data) ? root.data : root;
    const unknown =
      Object.keys(root).find((key) => !ENVELOPE_KEYS.includes(key)) ??
      Object.keys(payload).find((key) => payload !== root && !PAYLOAD_KEYS.includes(key));
    if (unknown !== undefined)
      throw new NotAnExport(`${JSON.stringify(unknown.slice(0, 100))} is not a key of an export`);
    const lists = LISTS.filter((name) => Object.hasOwn(payload, name));
    if (!lists.some((name) => MAIN_LISTS.includes(name)))
      throw new NotAnExport('must have the lists scholars and publications');
    const wrong = lists.find((name) => !Array.isArray(payload[name]));
    if (wrong !== undefined) throw new NotAnExport(`${wrong} must be a list`);
    if (this.#listCount !== lists.length) throw new NotAnExport('must have each list once');
    return payload;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#list === null && this.#frameBytes + this.#length > MAX_FRAME_BYTES)
      throw new NotAnExport('has too much data outside the lists scholars and publications');
    if (this.#length > MAX_ITEM_BYTES) this.#parts = [];
    else this.#parts.push(part);
  }

  /** Decodes all kept parts together, because a part may end within a character. */
  #takeText(): string {
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#length = 0;
    return text;
  }

  #closeFrame(): void {
    this.#frameBytes += this.#length;
    this.#frame += this.#takeText();
  }

  #beginList(): void {
    this.#closeFrame();
    const [, name] = LIST_START.exec(this.#frame.slice(-1000)) ?? [];
    if (name === undefined) return;
    this.#list = name as ListName;
    this.#position = 0;
    this.#listCount += 1;
  }

  /** Ends an item at a comma, or at the end of the list. */
  #takeItem(isLast: boolean): Item[] {
    const list = this.#list ?? 'publications';
    const isTooLarge =
      this.#length > MAX_ITEM_BYTES || this.#deepest > MAX_ITEM_DEPTH || this.#partCount > MAX_ITEM_PARTS;
    const text = this.#takeText();
    this.#deepest = 0;
    this.#partCount = 0;
    if (isLast) {
      this.#list = null;
      if (this.#position === 0 && !isTooLarge && text.trim() === '') return [];
    }
    const position = this.#position++;
    const item = { list, position, place: `${list}[${position}]` };
    return [isTooLarge ? { ...item, value: null, problem: 'it is too large' } : { ...item, value: parse(text) }];
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return dropDirectionOf<unknown>(text, JSON.parse(text));
  } catch {
    throw new BrokenJson('a value cannot be read');
  }
}
