import { writeKind } from '../names/kinds.ts';
import { type CitedName, type KeyedItem, noteOf } from './item.ts';
import { plainTitle } from './make-item.ts';
import { readPages } from './page-ranges.ts';

/**
 * Writes an item as RIS: https://en.wikipedia.org/wiki/RIS_(file_format). Ends with an empty line. RIS cannot say that
 * authors are missing: "et al." would be read as the name of one.
 */
export function writeRis(item: KeyedItem): string {
  const pages = item.pages === null ? null : readPages(item.pages);
  const tags: readonly (readonly [tag: string, value: string | number | null])[] = [
    ['TY', writeKind('ris', item.kind)],
    ['ID', item.key],
    ...item.authors.map((name) => ['AU', risName(name)] as const),
    ...item.editors.map((name) => ['ED', risName(name)] as const),
    ['TI', plainTitle(item.title)],
    ['PY', item.year],
    ['T2', item.container],
    ['PB', item.publisher],
    ['VL', item.volume],
    ['IS', item.issue],
    ['SP', pages?.first || null],
    ['EP', pages?.last ?? null],
    ['SN', item.issn ?? item.isbn],
    ['DO', item.doi],
    ['UR', item.url],
    ['AN', item.arxiv === null ? null : `arXiv:${item.arxiv}`],
    ['N1', noteOf(item)],
  ];
  const lines = tags.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${value}`]));
  return `${[...lines, 'ER  - ', ''].join('\r\n')}\r\n`;
}

/** "van der Berg, Jan, Jr." */
export function risName(name: CitedName): string {
  if ('literal' in name) return name.literal;
  const { family, given, particle, suffix } = name;
  const last = particle === null ? family : `${particle} ${family}`;
  return [last, given ?? (suffix === null ? null : ''), suffix].filter((part) => part !== null).join(', ');
}
