import { quoteValue } from '../../../../server/src/search-language/query.ts';

/** The search for the publications with a tag. */
export function searchOfTag(name: string): string {
  return `tag:${quoteValue(name)}`;
}
