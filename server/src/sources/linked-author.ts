import type { AuthorId } from './author-list.ts';
import { readPageAddress } from './page-address.ts';
import { parseAuthorId } from './parse-author-id.ts';

/** The author to whose page an address leads; null for anything else. A bare id may be a user name at another site. */
export function readLinkedAuthor(address: string | null): AuthorId | null {
  return address !== null && readPageAddress(address) !== null ? parseAuthorId(address) : null;
}
