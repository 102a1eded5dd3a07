import { MAX_SEARCH_LENGTH } from '../library/contract.ts';
import { keyOf } from '../library/search-words.ts';
import { parseQuery } from '../search-language/parse-query.ts';
import type { Part } from '../search-language/query.ts';
import { quoteValue } from '../search-language/quote-value.ts';

/** A term with the name of a tag, in quotes or not. */
const TAG_TERM = /^tag:(?:["“”„](?<quoted>[^"“”„]*)["“”„]?|(?<bare>.*))$/is;

/**
 * Replaces the name of a tag in a search text. `from` is the key of the old name. Everything else stays as it was
 * written. Returns the text unchanged if it does not name the tag, or if no valid search could name it.
 */
export function renameTagInSearch(text: string, from: string, to: string): string {
  // a quotation mark would end the name
  if (/["“”„]/.test(to)) return text;
  const { parts } = parseQuery(text);
  const renamed = parts.filter((part) => nameIn(text, part) === from);
  const term = `tag:${quoteValue(to)}`;
  const result = renamed.reduceRight(
    (rest, { position, length }) => rest.slice(0, position) + term + rest.slice(position + length),
    text,
  );
  return result.length > MAX_SEARCH_LENGTH ? text : result;
}

/** The key of the tag that a part names, or null. */
function nameIn(text: string, { position, length }: Part): string | null {
  const { quoted, bare } = TAG_TERM.exec(text.slice(position, position + length))?.groups ?? {};
  const name = quoted ?? bare;
  return name === undefined ? null : keyOf(name);
}
