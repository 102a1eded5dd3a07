import type { AuthorId } from './author-list.ts';
import { parseAuthorId } from './parse-author-id.ts';

/** An address with or without `https://`. A bare id may be a user name at another site. */
const ADDRESS = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\//i;

/** The author to whose page an address leads; null for anything else. */
export function readLinkedAuthor(address: string | null): AuthorId | null {
  return address !== null && ADDRESS.test(address.trim()) ? parseAuthorId(address) : null;
}
