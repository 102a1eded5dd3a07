import { readKind } from '../../names/kinds.ts';
import { Problem } from '../../platform/errors.ts';
import { readRichText } from '../../sources/markup/read-rich-text.ts';
import { plainText } from '../../sources/markup/rich-text.ts';
import type { Fields, ImportItems, Item } from '../payload-reader.ts';
import { fileTooLarge, MAX_ITEMS } from '../transfer-limits.ts';
import { citedItem } from './cited-item.ts';
import { readTexNames } from './read-tex-names.ts';
import { type BibtexEntry, BibtexSplitter } from './split-bibtex.ts';

/** Entries that hold settings or data of others. */
const NO_PUBLICATIONS = new Set(['control', 'set', 'xdata', 'string']);
/** What an entry takes from the one that it refers to (`crossref`). */
const INHERITED =
  'year date publisher editor series volume number journal journaltitle issn organization institution school eventtitle'.split(
    ' ',
  );

/** What entries may refer to stays in memory until the end. 25,000 entries with abstracts take as much. */
const MAX_BYTES = 64_000_000;

/** Reads BibTeX and BibLaTeX while it arrives. Entries that refer to others come last. @throws Problem */
export async function* readBibtex(file: AsyncIterable<Uint8Array>): ImportItems {
  const splitter = new BibtexSplitter();
  const parents = new Map<string, ReadonlyMap<string, string>>();
  const children: BibtexEntry[] = [];
  let [position, hasFiles] = [0, false];
  const take = (entries: readonly BibtexEntry[]) =>
    entries.flatMap((entry): Item[] => {
      const { fields, key, line, problem, type } = entry;
      if (NO_PUBLICATIONS.has(type)) return [];
      hasFiles ||= fields.has('file') || fields.has('pdf');
      const place = `The entry in line ${line}${key === '' ? '' : ` (${key.slice(0, 100)})`}`;
      const item = { list: 'publications', position, place } as const;
      position += 1;
      return [problem === null ? { ...item, value: readEntry(entry) } : { ...item, value: null, problem }];
    });
  const sort = (entries: readonly BibtexEntry[]) =>
    entries.filter((entry) => {
      const kept = [...INHERITED, 'author', 'title', 'booktitle'].flatMap((name) => {
        const value = entry.fields.get(name);
        // a copy, because a part of a text keeps the whole text in memory
        return value === undefined ? [] : [[name, Buffer.from(value.slice(0, MAX_INHERITED)).toString()] as const];
      });
      parents.set(entry.key.toLowerCase(), new Map(kept));
      if (entry.fields.has('crossref')) children.push(entry);
      if (parents.size > MAX_ITEMS || children.length > MAX_ITEMS) throw fileTooLarge();
      return !entry.fields.has('crossref');
    });
  let bytes = 0;
  for await (const part of file) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    yield take(sort(splitter.read(Buffer.from(part).toString('latin1'))));
  }
  yield take(sort(splitter.read('', true)));
  yield take(children.map((child) => ({ ...child, fields: inherit(child, parents) })));
  return hasFiles ? { warnings: ['Attached files are not imported.'] } : {};
}

function tooLarge(): Problem {
  const message = `A BibTeX file may have at most ${MAX_BYTES / 1e6} MB. Export it in parts, or as RIS.`;
  return new Problem('too_large', 'payload_too_large', message, { most_bytes: MAX_BYTES, most_items: MAX_ITEMS });
}

const MAX_INHERITED = 1000;
/** Longer than a note, or the names of ten thousand authors. The rest is ignored. */
const MAX_FIELD = 200_000;

function inherit({ fields }: BibtexEntry, parents: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  const parent = parents.get(fields.get('crossref')?.trim().toLowerCase() ?? '') ?? new Map<string, string>();
  // an entry of nothing else is the other one under a second key
  const names = fields.has('title') ? INHERITED : [...INHERITED, 'author'];
  const booktitle = parent.get('booktitle') ?? parent.get('title');
  return new Map([
    ...names.flatMap((name) => (parent.has(name) ? [[name, parent.get(name) ?? ''] as const] : [])),
    ...(booktitle === undefined ? [] : [['booktitle', booktitle] as const]),
    ...fields,
  ]);
}

function readEntry({ key, fields, type }: BibtexEntry): Fields {
  const raw = (...names: readonly string[]) =>
    names
      .map((name) => fields.get(name)?.slice(0, MAX_FIELD))
      .find((value) => value !== undefined && value.trim() !== '') ?? null;
  const text = (...names: readonly string[]) => readTex(raw(...names) ?? '');
  const [title, subtitle] = [text('title', 'booktitle', 'maintitle'), text('subtitle')];
  const [issue, shown] = [text('number', 'issue'), text('howpublished')];
  const isAddress = /^https?:/i.test(shown);
  const archive = (raw('eprinttype', 'archiveprefix') ?? 'arxiv').toLowerCase();
  const kind = text('pubstate') === 'prepublished' ? 'article' : readKind('bibtex', type);
  const containers = ['journal', 'journaltitle', ...(raw('title') === null ? [] : ['booktitle'])];
  const end = /[.:?!]$/.test(title) ? ' ' : ': ';
  return citedItem({
    title: subtitle === '' || title.includes(subtitle) ? title : title + end + subtitle,
    authors: readTexNames(raw('author') ?? '', readTex),
    editors: readTexNames(raw('editor') ?? '', readTex),
    date: raw('year', 'date'),
    biblio: {
      type: kind,
      container: text(...(kind === 'book' ? ['series'] : containers)),
      publisher: text('publisher', 'school', 'institution', 'organization') || (isAddress ? null : shown),
      volume: text('volume'),
      issue: /^arxiv/i.test(issue) ? null : issue,
      pages: text('pages'),
      issn: [text('issn')],
      isbn: [text('isbn')],
    },
    identifiers: [
      ['doi', raw('doi')],
      ['arxiv', archive === 'arxiv' ? raw('eprint') : null],
      ['pmid', archive === 'pmid' || archive === 'pubmed' ? raw('eprint') : null],
      ['arxiv', raw('arxivid')],
      ['arxiv', /^arxiv/i.test(issue) ? issue : null],
      ['pmid', raw('pmid')],
      ['pmcid', raw('pmcid', 'pmc')],
    ],
    // some programs escape addresses for TeX
    addresses: [
      raw('url')?.replace(/\{?\\([_%&#~])(?:\{\})?\}?/g, '$1'),
      isAddress ? shown : null,
      raw('ee'),
      raw('bdsk-url-1'),
    ],
    keywords: text('keywords', 'keyword').split(/[,;]/),
    notes: [raw('note'), raw('annote', 'annotation'), raw('comment')].flatMap((note) =>
      note === null ? [] : note.trim().split('\n').map(readTex).join('\n'),
    ),
    key,
  });
}

/** A longer title or line of a note is cut, because reading TeX takes longer the more of it there is. */
const MAX_TEX = 20_000;

/** TeX as plain text. */
function readTex(raw: string): string {
  // most fields have no sign of TeX or markup
  if (!/[\\{}$~&<`]|--/.test(raw)) return raw.slice(0, MAX_TEX).trim();
  return plainText(readRichText(raw.slice(0, MAX_TEX), 'as text', 'certain'));
}
