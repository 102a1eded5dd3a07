import { refuseFile } from '../refuse-file.ts';
import { MAX_ENTRY_BYTES } from './cited-item.ts';
import { decodeFile } from './decode-file.ts';

/** An entry of BibTeX with its fields in TeX; names of fields are in lower case. */
export interface BibtexEntry {
  readonly line: number;
  readonly type: string;
  readonly key: string;
  readonly fields: ReadonlyMap<string, string>;
  /** why it cannot be read; null if it can */
  readonly problem: string | null;
}

const START = /@\s*([a-z]+)\s*([{(])/gi;
/** What may begin or end a group. The beginning of a line with an entry ends one whose last brace is missing. */
const SIGN = /[{}")]|\\[\s\S]|\n[^\S\n]*@\s*[a-z]+\s*[{(]/gi;
/** The longest beginning of an entry before its fields, which may be cut at the end of a part. */
const MAX_START = 200;
/** Abbreviations are names of journals. Longer ones, or more, would let a small file grow without end. */
const [MAX_ABBREVIATIONS, MAX_ABBREVIATION] = [10_000, 2_000];

interface Open {
  readonly line: number;
  readonly type: string;
  readonly end: string;
  /** where its text begins, and where the scan goes on */
  readonly from: number;
  at: number;
  depth: number;
  isQuoted: boolean;
}

/**
 * Splits BibTeX into entries while it arrives, and writes out its abbreviations (`@string`). A text has a character for
 * each byte of the file. Comments and other text between the entries are ignored. No parser from npm does this:
 * @retorquere/bibtex-parser needs the whole file, takes fifteen times as long, writes out abbreviations of any length,
 * and brings 33 packages. @throws Problem
 */
export class BibtexSplitter {
  readonly #abbreviations = new Map<string, string>();
  #text = '';
  #line = 1;
  #open: Open | null = null;

  read(part: string, isLast = false): BibtexEntry[] {
    this.#text += part;
    const entries: BibtexEntry[] = [];
    for (;;) {
      if (this.#open === null && !this.#begin(isLast)) return entries;
      const entry = this.#end(isLast);
      if (entry === null) return entries;
      if (entry !== 'none') entries.push(entry);
    }
  }

  /** Drops the text up to a place. */
  #drop(to: number): void {
    for (let at = this.#text.indexOf('\n'); at !== -1 && at < to; at = this.#text.indexOf('\n', at + 1))
      this.#line += 1;
    this.#text = this.#text.slice(to);
  }

  #begin(isLast: boolean): boolean {
    START.lastIndex = 0;
    const match = START.exec(this.#text);
    if (match === null) {
      this.#drop(isLast ? this.#text.length : Math.max(0, this.#text.length - MAX_START));
      return false;
    }
    this.#drop(match.index);
    const [start, type = '', sign] = match;
    const [from, end] = [start.length, sign === '(' ? ')' : '}'];
    this.#open = { line: this.#line, type: type.toLowerCase(), end, from, at: from, depth: 0, isQuoted: false };
    return true;
  }

  /** The open entry if its end is here; null if it is not, or 'none' for what is no entry. */
  #end(isLast: boolean): BibtexEntry | 'none' | null {
    const open = this.#open;
    if (open === null) return null;
    SIGN.lastIndex = open.at;
    for (let match = SIGN.exec(this.#text); match !== null; match = SIGN.exec(this.#text)) {
      const [sign] = match;
      // a command, or the start of another entry, may go on in the next part
      if (!isLast && match.index > this.#text.length - MAX_START && sign.length > 1) break;
      if (sign.startsWith('\n')) return this.#close(match.index, match.index + 1, false);
      if (sign === '"' && open.depth === 0) open.isQuoted = !open.isQuoted;
      else if (sign === open.end && open.depth === 0 && (sign === '}' || !open.isQuoted))
        return this.#close(match.index, SIGN.lastIndex, true);
      else if (sign === '{') open.depth += 1;
      else if (sign === '}') open.depth -= 1;
      open.at = SIGN.lastIndex;
    }
    if (isLast) return this.#close(this.#text.length, this.#text.length, false);
    open.at = Math.max(open.at, this.#text.length - MAX_START);
    // of an entry that is too large only the beginning is kept
    if (this.#text.length - open.from > MAX_ENTRY_BYTES)
      return this.#close(this.#text.length, this.#text.length, false);
    return null;
  }

  #close(to: number, after: number, isWhole: boolean): BibtexEntry | 'none' {
    const open = this.#open as Open;
    const isTooLarge = to - open.from > MAX_ENTRY_BYTES;
    const text = isTooLarge ? '' : decodeFile(Buffer.from(this.#text.slice(open.from, to), 'latin1')).trimStart();
    this.#drop(after);
    this.#open = null;
    const { line, type } = open;
    if (type === 'comment' || type === 'preamble') return 'none';
    const [, start = ''] = /^([^,={}"]{0,200})(?=,|$)/.exec(text) ?? [];
    const key = start.trim();
    const read = isWhole ? readFields(text.slice(start.length), this.#abbreviations) : null;
    if (type === 'string') {
      for (const [name, value] of read?.fields ?? []) this.#abbreviate(name, value);
      return 'none';
    }
    const wrong = 'it is not valid BibTeX';
    if (isTooLarge) return { line, type, key, fields: new Map(), problem: 'it is too large' };
    if (read === null) return { line, type, key, fields: new Map(), problem: `${wrong}: its last brace is missing` };
    const problem = read.wrong === null ? null : `${wrong}: “${read.wrong}” is not a field with a value`;
    return { line, type, key, fields: read.fields, problem };
  }

  #abbreviate(name: string, value: string): void {
    if (value.length > MAX_ABBREVIATION || this.#abbreviations.size >= MAX_ABBREVIATIONS)
      throw refuseFile(
        `The abbreviations (@string) of this file are too long when they are written out. It may have ${MAX_ABBREVIATIONS} of ${MAX_ABBREVIATION} characters.`,
      );
    this.#abbreviations.set(name, value);
  }
}

/** What is between fields: commas, and comments as biber accepts them. */
const SEPARATOR = /(?:[\s,]+|%[^\n]*)*/y;
const NAME = /([^\s=,{}"#%]+)\s*=\s*/y;
const WORD = /[^\s,#{}"]+/y;
const JOIN = /\s*#\s*/y;

/** Reads `name = value` pairs. `wrong` is the beginning of what is not one; null if all are. */
function readFields(text: string, abbreviations: ReadonlyMap<string, string>) {
  const fields = new Map<string, string>();
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at = match === null ? at : pattern.lastIndex;
    return match;
  };
  for (take(SEPARATOR); at < text.length; take(SEPARATOR)) {
    const start = at;
    const name = take(NAME)?.[1]?.toLowerCase();
    if (name === undefined) return { fields, wrong: text.slice(start, start + 20) };
    const parts: string[] = [];
    do {
      const close = closingOf(text, at);
      if (close !== null) {
        parts.push(text.slice(at + 1, close));
        at = close + 1;
      } else {
        const word = take(WORD)?.[0];
        if (word === undefined) return { fields, wrong: text.slice(start, start + 20) };
        parts.push(abbreviations.get(word.toLowerCase()) ?? word);
      }
    } while (take(JOIN) !== null);
    // the first one counts
    if (!fields.has(name)) fields.set(name, parts.join(''));
  }
  return { fields, wrong: null };
}

const GROUP_SIGN = /[{}"]|\\[\s\S]/g;

/** Where the group or quotation ends that begins at a place; null if none does. */
function closingOf(text: string, at: number): number | null {
  const end = text[at] === '{' ? '}' : text[at] === '"' ? '"' : null;
  if (end === null) return null;
  let depth = 0;
  GROUP_SIGN.lastIndex = at + 1;
  for (let match = GROUP_SIGN.exec(text); match !== null; match = GROUP_SIGN.exec(text)) {
    const [sign] = match;
    if (sign === end && depth === 0) return match.index;
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
  }
  return null;
}
