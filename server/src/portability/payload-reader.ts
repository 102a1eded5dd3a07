/** Of one item, as text: what is longer cannot be a publication, and is not kept. */
const MOST_ITEM_BYTES = 512 * 1024;
/** Of a key or of a value beside the two lists. */
const MOST_VALUE_BYTES = 64 * 1024;

/** What an export has beside its lists, and what is around it in the answer. */
const KNOWN_KEYS: Readonly<Record<'root' | 'data', ReadonlySet<string>>> = {
  root: new Set(['scholars', 'publications', 'schema_version', 'exported_at', 'data', 'meta']),
  data: new Set(['scholars', 'publications', 'schema_version', 'exported_at']),
};

export type ListName = 'scholars' | 'publications';

/** What was read so far, in the order of the text. */
export type Found =
  | { readonly kind: ListName; readonly position: number; readonly item: unknown }
  /** an item that is too long to be looked at */
  | { readonly kind: 'oversized'; readonly list: ListName; readonly position: number }
  | { readonly kind: 'schema_version'; readonly value: unknown };

/** The text is no JSON. */
export class BrokenJson extends Error {}
/** It is JSON, and not of the form of an export. */
export class OtherForm extends Error {}

/** Where the reader stands: between the tokens of an object or a list, or within a value that is taken as a whole. */
type Place =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'object'; name: 'root' | 'data'; expects: 'key-or-end' | 'key' | 'colon' | 'value' | 'comma'; key: string }
  | { kind: 'list'; name: ListName; expects: 'value-or-end' | 'value' | 'comma'; position: number };

const CODE = {
  quote: 0x22,
  backslash: 0x5c,
  braceOpen: 0x7b,
  braceClose: 0x7d,
  bracketOpen: 0x5b,
  bracketClose: 0x5d,
  comma: 0x2c,
  colon: 0x3a,
} as const;
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Reads an export as it comes in, an item at a time: the text is taken apart only down to the items of the two lists, and each of these is
 * read by the engine. So memory holds one item, and what is too long is passed over before it is kept.
 */
export class PayloadReader {
  readonly #places: Place[] = [{ kind: 'start' }];
  readonly #seen = new Set<string>();
  #found: Found[] = [];
  // the value that is taken as a whole
  #isInValue = false;
  #parts: Buffer[] = [];
  #length = 0;
  #most = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #bytesRead = 0;

  /** What this part of the text completes. @throws BrokenJson, OtherForm */
  read(part: Uint8Array): Found[] {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
    let at = this.#bytesRead === 0 ? skipByteOrderMark(bytes) : 0;
    this.#bytesRead += bytes.length;
    while (at < bytes.length) at = this.#isInValue ? this.#takeValue(bytes, at) : this.#takeToken(bytes, at);
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** The text is over. @throws BrokenJson, OtherForm */
  end(): void {
    if (this.#isInValue && this.#place.kind === 'start') this.#endValue();
    if (this.#place.kind !== 'end') throw new BrokenJson('the text ends too early');
    if (!this.#seen.has('scholars') && !this.#seen.has('publications')) throw new OtherForm('it has no list');
  }

  get #place(): Place {
    return this.#places.at(-1) ?? { kind: 'end' };
  }

  #takeToken(bytes: Buffer, at: number): number {
    const code = bytes[at] ?? 0;
    if (isSpace(code)) return at + 1;
    const place = this.#place;
    if (place.kind === 'end') throw new BrokenJson('there is more behind the end');
    if (place.kind === 'start') {
      if (code === CODE.braceOpen) {
        this.#places[0] = { kind: 'end' };
        this.#places.push({ kind: 'object', name: 'root', expects: 'key-or-end', key: '' });
        return at + 1;
      }
      // whether it is JSON at all is seen when it is over
      return this.#beginValue(at, MOST_VALUE_BYTES);
    }
    return place.kind === 'object' ? this.#takeInObject(place, code, at) : this.#takeInList(place, code, at);
  }

  #takeInObject(place: Extract<Place, { kind: 'object' }>, code: number, at: number): number {
    switch (place.expects) {
      case 'key-or-end':
      case 'key':
        if (code === CODE.braceClose && place.expects === 'key-or-end') return this.#leave(at);
        if (code !== CODE.quote) throw new BrokenJson('a key is missing');
        return this.#beginValue(at, MOST_VALUE_BYTES);
      case 'colon':
        if (code !== CODE.colon) throw new BrokenJson('a colon is missing');
        place.expects = 'value';
        return at + 1;
      case 'value':
        return this.#takeNamed(place, code, at);
      case 'comma':
        if (code === CODE.braceClose) return this.#leave(at);
        if (code !== CODE.comma) throw new BrokenJson('a comma is missing');
        place.expects = 'key';
        return at + 1;
    }
  }

  /** The value of a key of the payload, or of the envelope around it. */
  #takeNamed(place: Extract<Place, { kind: 'object' }>, code: number, at: number): number {
    const { key } = place;
    if (!KNOWN_KEYS[place.name].has(key)) throw new OtherForm(`${JSON.stringify(key.slice(0, 100))} is not known here`);
    const isList = key === 'scholars' || key === 'publications';
    const isEnvelope = key === 'data' && place.name === 'root';
    if (isList || isEnvelope || key === 'schema_version') {
      if (this.#seen.has(key)) throw new OtherForm(`${key} is there twice`);
      this.#seen.add(key);
    }
    if (isList) {
      if (code !== CODE.bracketOpen) throw new OtherForm(`${key} is no list`);
      place.expects = 'comma';
      this.#places.push({ kind: 'list', name: key, expects: 'value-or-end', position: 0 });
      return at + 1;
    }
    if (isEnvelope && code === CODE.braceOpen) {
      place.expects = 'comma';
      this.#places.push({ kind: 'object', name: 'data', expects: 'key-or-end', key: '' });
      return at + 1;
    }
    return this.#beginValue(at, MOST_VALUE_BYTES);
  }

  #takeInList(place: Extract<Place, { kind: 'list' }>, code: number, at: number): number {
    if (place.expects === 'comma') {
      if (code === CODE.bracketClose) return this.#leave(at);
      if (code !== CODE.comma) throw new BrokenJson('a comma is missing');
      place.expects = 'value';
      return at + 1;
    }
    if (code === CODE.bracketClose && place.expects === 'value-or-end') return this.#leave(at);
    return this.#beginValue(at, MOST_ITEM_BYTES);
  }

  #leave(at: number): number {
    this.#places.pop();
    return at + 1;
  }

  #beginValue(at: number, most: number): number {
    this.#isInValue = true;
    this.#parts = [];
    this.#length = 0;
    this.#most = most;
    this.#depth = 0;
    return at;
  }

  /** Goes on to the end of the value, or of the bytes. */
  #takeValue(bytes: Buffer, from: number): number {
    let at = from;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    let depth = this.#depth;
    let isOver = false;
    for (; at < bytes.length && !isOver; at += 1) {
      const code = bytes[at] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (code === CODE.backslash) isEscaped = true;
        else if (code === CODE.quote) {
          isInString = false;
          isOver = depth === 0;
        }
      } else if (code === CODE.quote) {
        // a number that runs into a text is read as one value, and refused
        isInString = true;
      } else if (code === CODE.braceOpen || code === CODE.bracketOpen) {
        depth += 1;
      } else if (code === CODE.braceClose || code === CODE.bracketClose) {
        if (depth === 0) break;
        depth -= 1;
        isOver = depth === 0;
      } else if (depth === 0 && (code === CODE.comma || code === CODE.colon || isSpace(code))) {
        break;
      }
    }
    const isScalarOver = !isOver && at < bytes.length;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    this.#depth = depth;
    const isWhole = isOver || isScalarOver;
    this.#keep(bytes.subarray(from, at), isWhole);
    if (isWhole) this.#endValue();
    return at;
  }

  #keep(part: Buffer, isLast: boolean): void {
    this.#length += part.length;
    if (this.#length > this.#most) this.#parts = [];
    // the bytes of a connection are used again: what waits for more is a copy
    else if (part.length > 0) this.#parts.push(isLast ? part : Buffer.from(part));
  }

  #endValue(): void {
    this.#isInValue = false;
    const place = this.#place;
    const isOversized = this.#length > this.#most;
    const [first = Buffer.alloc(0)] = this.#parts;
    const text = (this.#parts.length === 1 ? first : Buffer.concat(this.#parts)).toString('utf8');
    this.#parts = [];
    if (place.kind === 'list') {
      place.expects = 'comma';
      const position = place.position++;
      this.#found.push(
        isOversized
          ? { kind: 'oversized', list: place.name, position }
          : { kind: place.name, position, item: parse(text) },
      );
      return;
    }
    if (isOversized) throw new OtherForm('a value beside the lists is too long');
    const value = parse(text);
    if (place.kind !== 'object') throw new OtherForm('it is no object');
    if (place.expects !== 'value') {
      place.key = String(value);
      place.expects = 'colon';
      return;
    }
    if (place.key === 'schema_version') this.#found.push({ kind: 'schema_version', value });
    place.expects = 'comma';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BrokenJson('a value cannot be read');
  }
}

function skipByteOrderMark(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
