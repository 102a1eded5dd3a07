import { readKind } from '../../names/kinds.ts';
import { fieldsOf, listOf } from '../../sources/json-fields.ts';
import { readAuthors } from '../../sources/record-authors.ts';
import { type Fields, type ImportItems, type Item, isObject, PayloadReader } from '../payload-reader.ts';
import { citedAuthor, citedItem } from './cited-item.ts';

/**
 * Reads CSL-JSON, a list of items, while it arrives:
 * https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables
 * @throws BrokenJson, NotAnExport
 */
export async function* readCsl(file: AsyncIterable<Uint8Array>): ImportItems {
  const reader = new PayloadReader();
  // the reader splits the list of an export
  reader.read(Buffer.from('{"publications":'));
  for await (const part of file) yield reader.read(part).map(readItem);
  reader.read(Buffer.from('}'));
  reader.end();
  return {};
}

function readItem(item: Item): Item {
  const { value, position } = item;
  const id = isObject(value) && ['string', 'number'].includes(typeof value.id) ? ` (${String(value.id)})` : '';
  const place = `Entry ${position + 1}${id.slice(0, 100)}`;
  return { ...item, place, value: isObject(value) ? readEntry(value) : value };
}

function readEntry(entry: Fields): Fields {
  const number = textOf(entry.number);
  const isArxiv = /^arxiv/i.test(number ?? '');
  return citedItem({
    title: textOf(entry.title),
    authors: readNames(entry.author),
    editors: readNames(entry.editor),
    date: dateOf(entry.issued) ?? entry.year,
    biblio: {
      type: readKind('csl', entry.type) ?? readKind('sources', entry.type),
      container: textOf(entry['container-title']),
      publisher: textOf(entry.publisher),
      volume: textOf(entry.volume),
      issue: textOf(entry.issue) ?? (isArxiv ? null : number),
      pages: textOf(entry.page),
      issn: [textOf(entry.ISSN)],
      isbn: listed(entry.ISBN),
    },
    identifiers: [
      ['doi', textOf(entry.DOI)],
      ['arxiv', isArxiv ? number : null],
      ['pmid', textOf(entry.PMID)],
      ['pmcid', textOf(entry.PMCID)],
    ],
    addresses: [entry.URL],
    keywords: listed(entry.keyword).flatMap((text) => (typeof text === 'string' ? text.split(/[,;]/) : [])),
    notes: listed(entry.note, entry.annote).filter((note) => typeof note === 'string'),
    key: entry['citation-key'] ?? entry.id,
  });
}

const readNames = (names: unknown) =>
  readAuthors(names, (name) => {
    const { given, family, suffix, literal, ...parts } = fieldsOf(name);
    const particles = [parts['dropping-particle'], parts['non-dropping-particle']];
    return citedAuthor({ given, family, suffix, literal, particle: particles.filter(Boolean).join(' ') });
  });

/** Crossref has lists of one text where CSL has texts, and some programs have numbers. */
function textOf(value: unknown): string | null {
  const [one] = listed(value);
  return typeof one === 'string' || typeof one === 'number' ? String(one) : null;
}

function listed(...values: readonly unknown[]): unknown[] {
  return values.flat().filter((value) => value !== undefined && value !== null);
}

function dateOf(value: unknown): unknown {
  const { 'date-parts': parts, raw, literal } = fieldsOf(value);
  return listOf(listOf(parts)[0])[0] ?? raw ?? literal ?? (typeof value === 'string' ? value : null);
}
