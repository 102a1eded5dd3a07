import type { Kind } from '../names/kinds.ts';
import { type CitationItem, fullName } from './item.ts';
import { plainTitle } from './make-item.ts';

const MAX_AUTHORS = 50;
const GENRES: Partial<Record<Kind, string>> = {
  'paper-conference': 'proceeding',
  article: 'preprint',
  document: 'unknown',
};

/**
 * An item as an OpenURL context object (Z39.88-2004), for the `title` of a COinS element, which Zotero's connector and
 * similar tools read anywhere in a page: https://en.wikipedia.org/wiki/COinS
 */
export function writeCoins(item: CitationItem): string {
  const pairs: readonly (readonly [string, string | number | null])[] = [
    ['ctx_ver', 'Z39.88-2004'],
    ['rft_val_fmt', 'info:ofi/fmt:kev:mtx:journal'],
    ['rft.genre', GENRES[item.kind] ?? 'article'],
    ['rft.atitle', plainTitle(item.title)],
    ['rft.jtitle', item.container],
    ['rft.volume', item.volume],
    ['rft.issue', item.issue],
    ['rft.pages', item.pages],
    ['rft.date', item.year],
    ...item.authors.slice(0, MAX_AUTHORS).map((name) => ['rft.au', fullName(name)] as const),
    ['rft_id', item.doi === null ? item.url : `info:doi/${item.doi}`],
  ];
  const query = new URLSearchParams();
  for (const [key, value] of pairs) if (value) query.append(key, String(value));
  return query.toString();
}
