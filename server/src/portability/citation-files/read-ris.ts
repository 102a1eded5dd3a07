import { readKind } from '../../names/kinds.ts';
import { type AuthorList, readAuthorName, readAuthors } from '../../sources/record-authors.ts';
import type { ImportItems, Item } from '../payload-reader.ts';
import { citedAuthor, citedItem, MAX_ENTRY_BYTES } from './cited-item.ts';
import { decodeFile } from './decode-file.ts';

const LINE = /^([A-Z][A-Z\d]) {2}-(?: (.*))?$/s;
const FILES = ['L1', 'L4'];

/** Reads RIS while it arrives: https://en.wikipedia.org/wiki/RIS_(file_format) */
export async function* readRis(file: AsyncIterable<Uint8Array>): ImportItems {
  const reader = new RisReader();
  for await (const part of file) yield reader.read(Buffer.from(part).toString('latin1'));
  yield reader.end();
  return reader.hasFiles ? { warnings: ['Attached files are not imported.'] } : {};
}

/** The fields of an entry: the values of each tag, in the bytes of the file. */
type Tags = Map<string, string[]>;

/** Splits RIS into entries. A line without a tag continues the value before it. A text has a character for each byte. */
class RisReader {
  hasFiles = false;
  #rest = '';
  #line = 0;
  #position = 0;
  #entry: { readonly line: number; readonly tags: Tags; last: string[]; length: number } | null = null;

  read(part: string): Item[] {
    // a line break at the end may be the first half of one
    const lines = (this.#rest + part).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    const items = lines.flatMap((line) => this.#take(line));
    if (this.#rest.length > MAX_ENTRY_BYTES) {
      this.#add(this.#rest);
      this.#rest = '';
    }
    return items;
  }

  end(): Item[] {
    return [...this.#take(this.#rest), ...this.#close()];
  }

  #take(line: string): Item[] {
    this.#line += 1;
    const [, tag, value = ''] = LINE.exec(line) ?? [];
    if (tag === 'ER') return this.#close();
    const before = tag === 'TY' ? this.#close() : [];
    if (tag === undefined) this.#add(`\n${line}`);
    else {
      this.#entry ??= { line: this.#line, tags: new Map(), last: [], length: 0 };
      const { tags } = this.#entry;
      this.#entry.last = tags.get(tag) ?? [];
      this.#entry.last.push('');
      tags.set(tag, this.#entry.last);
      this.#add(value);
    }
    return before;
  }

  #add(text: string): void {
    if (this.#entry === null) return;
    this.#entry.length += text.length;
    // of a longer entry nothing is kept
    if (this.#entry.length <= MAX_ENTRY_BYTES) this.#entry.last.push((this.#entry.last.pop() ?? '') + text);
    else this.#entry.tags.clear();
  }

  #close(): Item[] {
    if (this.#entry === null) return [];
    const { line, tags, length } = this.#entry;
    this.#entry = null;
    this.hasFiles ||= FILES.some((tag) => tags.has(tag));
    const item = { list: 'publications', position: this.#position, place: `The entry in line ${line}` } as const;
    this.#position += 1;
    return length > MAX_ENTRY_BYTES
      ? [{ ...item, value: null, problem: 'it is too large' }]
      : [{ ...item, value: readEntry(tags) }];
  }
}

function readEntry(tags: Tags) {
  const all = (...names: readonly string[]) =>
    names
      .flatMap((name) => tags.get(name) ?? [])
      .flatMap((text) => decodeFile(Buffer.from(text, 'latin1')).trim() || []);
  const one = (...names: readonly string[]) => all(...names)[0] ?? null;
  const pages = all('SP', 'EP');
  const access = one('AN');
  const kind = readKind('ris', one('TY'));
  return citedItem({
    title: one('TI', 'T1', 'CT', 'BT'),
    authors: readNames(all('AU', 'A1')),
    editors: readNames(all('ED', 'A2')),
    date: one('PY', 'Y1', 'DA'),
    biblio: {
      type: kind,
      // the second title of a thesis says nothing
      container:
        kind === 'thesis' ? null : one('T2', 'JF', 'JO', ...(one('TI', 'T1') === null ? [] : ['BT']), 'JA', 'J2'),
      publisher: one('PB'),
      volume: one('VL'),
      issue: one('IS'),
      pages: pages.length === 0 ? null : pages.join('-'),
      issn: all('SN'),
      isbn: all('SN'),
    },
    identifiers: [
      ...all('DO', 'M3', 'L3').map((value) => ['doi', value] as const),
      ['arxiv', /^arxiv/i.test(access ?? '') ? access : null],
      ['pmid', /pubmed|medline/i.test(all('DB', 'DP').join(' ')) ? access : null],
      ['pmcid', one('C2')],
    ],
    addresses: all('UR', 'L2'),
    keywords: all('KW').flatMap((text) => text.split(/[;\n]/)),
    notes: all('N1', 'RN'),
    key: /^\d*$/.test(one('ID') ?? '') ? null : one('ID'),
  });
}

/** "Family, Given, Suffix". Among such names, one without a comma is that of an organization. */
function readNames(names: readonly string[]): AuthorList {
  const areInverted = names.some((name) => /,\s*\S/.test(name));
  return readAuthors(names, (text) => {
    const [family = '', given, suffix] = String(text)
      .split(',')
      .map((part) => part.trim());
    if (given) return citedAuthor({ family, given, suffix });
    // EndNote ends the name of an organization with a comma
    if (areInverted || given === '') return suffix ? citedAuthor({ family, suffix }) : citedAuthor({ literal: family });
    const name = readAuthorName(text);
    return name === null ? [] : [{ name, family: null }];
  });
}
